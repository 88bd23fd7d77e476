import PageViewAutomation

/// What stands in a batch, as a reader of lines says it.
extension EventBatch {
    /// What a line of the chunk came to, if it was no expectation.
    package enum Line: Sendable {
        case header(TraceHeader)
        case event(TraceEvent)
        /// Lines count from 1 in the chunk.
        case error(TraceError)
    }

    /// The lines, in order.
    package var lines: [Line] {
        var lines: [Line] = []
        var interruptions = interruptions[...]
        for position in 0...events.count {
            while let next = interruptions.first, next.position == position {
                switch next.what {
                case .header(let header): lines.append(.header(header))
                case .error(let error): lines.append(.error(error))
                }
                interruptions.removeFirst()
            }
            if position < events.count { lines.append(.event(event(events[position]))) }
        }
        return lines
    }

    private func event(_ scanned: ScannedEvent) -> TraceEvent {
        TraceEvent(
            time: scanned.parts.contains(.time) ? Timestamp(nanoseconds: scanned.time) : nil,
            session: scanned.parts.contains(.session) ? text(scanned.session) : nil, action(scanned))
    }

    private func action(_ scanned: ScannedEvent) -> TraceEvent.Action {
        let detail = detail(of: scanned)
        let component = text(scanned.component)
        let scene = scanned.parts.contains(.scene) ? text(scanned.scene) : nil
        switch scanned.name {
        case .create:
            return .create(
                component: component, scene: scene,
                TraceEvent.Declaration(
                    page: detail.page, payload: detail.payload, isReady: detail.isReady,
                    parent: detail.parent.map(text), isAttached: detail.isAttached))
        case .pending:
            return .pending(component: component, scene: scene, page: detail.page)
        case .ready:
            return .ready(component: component, scene: scene, page: detail.page, payload: detail.payload)
        case .record:
            return .record(
                component: scanned.parts.contains(.component) ? component : nil, scene: scene, page: detail.page,
                payload: detail.payload)
        case .interaction:
            return .interaction(name: detail.text, scene: scene, properties: detail.payload)
        case .deepLink:
            return .deepLink(url: detail.text, scene: scene, source: detail.source)
        case .sessionEnd:
            return .sessionEnd
        case .note:
            return .note(detail.text)
        case .willAppear, .didAppear, .willDisappear, .didDisappear, .attach, .detach, .destroy:
            return .component(component, scanned.name.componentEvent ?? .attach, scene: scene)
        case .sceneForeground, .sceneBackground, .sceneActive, .sceneInactive, .sceneClose:
            return .scene(scene, scanned.name.sceneEvent ?? .inactive)
        }
    }

    private func text(_ text: ScannedText) -> String { bytes.span.string(text.range) }
}
