import PageViewAutomation

/// The calls of a check (TS-009). Each changes the expected windows as the adapter must change the engine.
extension AdapterDriver {
    func perform(_ step: AdapterStep) async throws {
        switch step {
        case .steps(let steps): for step in steps { try await perform(step) }
        case .makePage(let name, let isPending):
            let notifier = isPending ? PageViewNotifier(pending: context(name)) : PageViewNotifier(context(name))
            let page = Checked(name, notifier: notifier, isReady: !isPending)
            pages.append(page)
            try await call("makePage(_:)", [page]) { _ in page.page = try await adapter.makePage(notifier) }
        case .show(let page):
            try await call("show(_:)", self[page], { try await adapter.show($0[0]) }, change: { $0.first.stack += $1 })
        case .hide:
            try await call("hide(_:)", frontmost, { try await adapter.hide($0[0]) }, change: { $0.first.remove($1[0]) })
        case .remove(let page): try await remove(self[page])
        case .removeOrHide:
            do { try await remove(frontmost) } catch is CannotBeDone { try await perform(.hide) }
        case .cancelHide: try await call("cancelHide(_:)", frontmost) { try await adapter.cancelHide($0[0]) }
        case .cancelShow(let page):
            try await call("cancelShow(_:)", self[page]) { try await adapter.cancelShow($0[0]) }
        case .prepare(let page): try await call("prepare(_:)", self[page]) { try await adapter.prepare($0[0]) }
        case .replace(let page):
            try await call("replace(_:with:)", frontmost + self[page]) {
                try await adapter.replace($0[0], with: $0[1])
            } change: {
                $0.first.remove($1[0])
                $0.first.stack.append($1[1])
            }

        case .cover(let page):
            try await call(
                "cover(with:)", self[page], { try await adapter.cover(with: $0[0]) },
                change: { $0.first.sheet = $1[0] })
        case .coverFully(let page):
            try await call(
                "coverFully(with:)", self[page], { try await adapter.coverFully(with: $0[0]) },
                change: { ($0.first.sheet, $0.first.isCovered) = ($1[0], true) })
        case .dismiss:
            try await call("dismiss(_:)", sheet, releases: true) {
                // The default calls `remove(_:)`, which the error would name.
                do { try await adapter.dismiss($0[0]) } catch is CannotBeDone { throw CannotBeDone() }
            } change: { windows, _ in
                (windows.first.sheet, windows.first.isCovered) = (nil, false)
            }
        case .cancelDismiss: try await call("cancelDismiss(_:)", sheet) { try await adapter.cancelDismiss($0[0]) }
        case .replaceBelowSheet(let page):
            try await call("replaceBelowSheet(_:with:)", frontmost + self[page]) {
                try await adapter.replaceBelowSheet($0[0], with: $0[1])
            } change: { windows, pages in
                windows.first.stack = windows.first.stack.map { $0 === pages[0] ? pages[1] : $0 }
            }

        case .enterBackground:
            try await see("enterBackground()", \.isInForeground, false) { try await adapter.enterBackground() }
        case .enterForeground:
            try await see("enterForeground()", \.isInForeground, true) { try await adapter.enterForeground() }
        case .lock: try await see("lock()", \.isLocked, true) { try await adapter.lock() }
        case .unlock: try await see("unlock()", \.isLocked, false) { try await adapter.unlock() }
        case .update: try await call("update()") { _ in try await adapter.update() }
        case .recreate: try await call("recreate()") { _ in try await adapter.recreate() }

        case .showInSecondWindow(let page):
            try await call(
                "showInSecondWindow(_:)", self[page], { try await adapter.showInSecondWindow($0[0]) },
                change: { $0.second = .init(stack: $1) })
        case .pushInSecondWindow(let page):
            try await call(
                "pushInSecondWindow(_:)", self[page], { try await adapter.pushInSecondWindow($0[0]) },
                change: { $0.second.stack += $1 })
        case .closeSecondWindow:
            try await call("closeSecondWindow()") { _ in
                try await adapter.closeSecondWindow()
            } change: {
                windows, _ in
                windows.second = .init()
            }
        case .moveToSecondWindow:
            try await call("moveToSecondWindow(_:)", frontmost) {
                try await adapter.moveToSecondWindow($0[0])
            } change: {
                $0.first.remove($1[0])
                $0.second = .init(stack: $1)
            }

        case .insert(let page, let container):
            try await call("insert(_:into:)", self[page, container]) {
                try await adapter.insert($0[0], into: $0[1])
            } change: { _, pages in
                pages[1].content.append(pages[0])
            }
        case .selectTab(let page):
            try await call(
                "select(_:in:)", self[page, "tabs"], { try await adapter.select($0[0], in: $0[1]) },
                change: { $1[1].content = [$1[0]] })
        case .showTabs(let names):
            try await call("showTabs(_:in:)", names.flatMap { self[$0] } + self["tabs"]) {
                try await adapter.showTabs($0.dropLast(), in: $0[$0.count - 1])
            } change: {
                $1[$1.count - 1].content = [$1[0]]
                $0.first.stack += $1.suffix(1)
            }
        case .push(let page):
            try await call(
                "push(_:in:)", self[page, "tabs"], { try await adapter.push($0[0], in: $0[1]) },
                change: { ($1[0].below, $1[1].content) = ($1[1].content.last, [$1[0]]) })
        case .pop(let page):
            try await call(
                "pop(_:in:)", self[page, "tabs"], { try await adapter.pop($0[0], in: $0[1]) },
                change: { $1[1].content = [$1[0].below].compactMap(\.self) })
        case .goTo(let page, let tab):
            try await call(
                "select(_:showing:in:)", self[tab, page, "tabs"],
                { try await adapter.select($0[0], showing: $0[1], in: $0[2]) },
                change: { ($1[1].below, $1[2].content) = ($1[0], [$1[1]]) })

        case .showInOneTurn(let names):
            try await call(
                "showInOneTurn(_:)", names.flatMap { self[$0] }, { try await adapter.showInOneTurn($0) },
                change: { $0.first.stack += $1 })
        case .hideInOneTurn(let names):
            try await call(
                "hideInOneTurn(_:)", names.flatMap { self[$0] }, { try await adapter.hideInOneTurn($0) },
                change: { $0.first.stack.removeLast($1.count) })
        case .hideAndShowInOneTurn:
            try await call("hideAndShowInOneTurn(_:)", frontmost) { try await adapter.hideAndShowInOneTurn($0[0]) }
        case .showBeside(let page):
            try await call(
                "showBeside(_:)", self[page], { try await adapter.showBeside($0[0]) },
                change: { ($0.first.beside, $0.first.isStackInFocus) = ($1[0], false) })
        case .focus(let page):
            try await call(
                "focus(_:)", self[page], { try await adapter.focus($0[0]) },
                change: { $0.first.isStackInFocus = $1[0] !== $0.first.beside })

        // A page with the same name and `id` stays as it is.
        case .showInPlace(let name, let id):
            let page = Checked(name, id: id, isReady: true)
            try await call("showInPlace(_:id:)", arguments: name + (id.map { ", id: \($0)" } ?? "")) { _ in
                try await adapter.showInPlace(context(name), id: id)
            } change: { windows, _ in
                if let kept = windows.first.stack.last, kept.name == name, kept.id == id { return }
                windows.first.stack = [page]
            }
        // The same page keeps its appearance.
        case .showState(let name, let price):
            let payload = price.map { Payload([("price", $0)]) }
            let page = context(name)
            let state = payload.map { PageState.ready(PageViewEvent(pageContext: page, payload: $0)) }
            try await call("showInPlace(_:id:)", arguments: "\(name), \(price.map { "price: \($0)" } ?? "pending")") {
                _ in
                try await adapter.showInPlace(state ?? .pending(page), id: nil)
            } change: { windows, _ in
                if windows.first.stack.last?.name != name { windows.first.stack = [Checked(name, isReady: false)] }
                guard let kept = windows.first.stack.last else { return }
                (kept.isReady, kept.payload) = (payload != nil, payload ?? [:])
            }
        case .markReady(let page):
            let pages = self[page]
            try await call("markReady(payload:)", pages) { _ in
                pages[0].notifier?.markReady(payload: ["price": 89])
            } change: {
                ($1[0].isReady, $1[0].payload) = (true, ["price": 89])
            }
        case .open(let link): open(link)
        case .expectDestroyed(let page): try expectDestroyed(page)
        case .expectNoMistakes: try expectNoMistakes()
        }
    }

    private func remove(_ pages: [Checked]) async throws {
        try await call(
            "remove(_:)", pages, releases: true, { try await adapter.remove($0[0]) },
            change: { $0.first.remove($1[0]) })
    }

    /// Calls a method that hides the first window from the user, or shows it again. What happens below a lock may go unreported.
    private func see<Answer>(
        _ method: String, _ state: WritableKeyPath<Windows.Window, Bool>, _ value: Bool,
        _ body: () async throws -> Answer
    ) async throws {
        let mustReport = hasShownPage && (!windows.first.isLocked || method == "unlock()")
        try await call(method, mustReport: mustReport) { _ in
            try await body()
        } change: { windows, _ in
            windows.first[keyPath: state] = value
        }
    }

    /// Returns the pages that were made last with these names.
    private subscript(_ names: String...) -> [Checked] {
        names.compactMap { name in pages.last { $0.name == name } }
    }

    private var frontmost: [Checked] { windows.first.stack.suffix(1) }
    private var sheet: [Checked] { [windows.first.sheet].compactMap { $0 } }

    private func context(_ name: String) -> PageContext { PageContext(name: PageName(name)) }
}
