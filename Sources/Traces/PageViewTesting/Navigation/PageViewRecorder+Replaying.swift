public import NavigationTraces
public import PageViewAutomation

/// Replays of traces (TS-006).
extension PageViewRecorder {
    /// Reports the events of a trace to the recorded engine (TS-006).
    ///
    /// The trace can be a field recording or a random journey. It tests pages and policies, not an adapter, because it contains
    /// the reports that the adapter made. The recorder's own policy applies, and the expectations of the trace are ignored.
    ///
    /// The test fails at its end if the trace creates no page with the name of one of the `pages`. In a random journey of
    /// ``checkRandomJourneys(_:seed:framework:actions:fileID:filePath:line:column:_:)``, it suffices that random journeys can
    /// have this page.
    ///
    /// - Parameters:
    ///   - lines: The trace.
    ///   - pages: For each page name, a function that makes a page of the test's own for each component with this page.
    ///   - load: Called at each `ready` of a page of the test's own, with the page and the payload in the trace. Call the code of
    ///     the app that loads the page. By default, such a `ready` has no effect. A `pending` never has an effect.
    ///   - fileID: The file of the test, by default the caller's.
    ///   - filePath: The path of the file of the test, by default the caller's.
    ///   - line: The line of the test, by default the caller's.
    ///   - column: The column of the test, by default the caller's.
    public func replay(
        _ lines: [TraceLine], pages: [String: () -> any AnalyticsPage] = [:],
        load: @escaping (_ page: any AnalyticsPage, _ payload: Payload) -> Void = { _, _ in }, fileID: String = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) {
        let location = TestLocation(fileID, filePath, line, column)
        let supplied = supply(pages.keys, in: "the trace", at: location)
        var kept: [ObjectIdentifier: any AnalyticsPage] = [:]
        var names = Set(JourneyCheck.pageNames)
        var used = names
        var reporter = TraceReporter(self) { notifier, payload in
            if let page = kept[ObjectIdentifier(notifier)] { load(page, payload) }
        } notifier: { name in
            names.insert(name)
            guard let page = pages[name]?() else { return nil }
            used.insert(name)
            let notifier = self.notifier(of: page)
            kept[ObjectIdentifier(notifier)] = page
            return notifier
        }
        for case .event(let event) in lines { reporter.report(event) }
        let (allNames, usedNames) = (names, used)
        storage.withLock { $0.ledger.suppliedPages[supplied].add(existing: allNames, used: usedNames) }
    }

    /// Reports the events of a trace in bytes, such as the UTF-8 of a text, to the recorded engine (TS-006).
    ///
    ///     try recorder.replay(bytes: recording.utf8)
    ///
    /// The trace may have either notation. The other parameters are those of the replay of lines.
    ///
    /// - Throws: ``PageViewTestFailure`` if a line is malformed. The recorder then reports no event of the trace.
    public func replay(
        bytes: some Sequence<UInt8>, pages: [String: () -> any AnalyticsPage] = [:],
        load: @escaping (_ page: any AnalyticsPage, _ payload: Payload) -> Void = { _, _ in }, fileID: String = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) throws(PageViewTestFailure) {
        let location = TestLocation(fileID, filePath, line, column)
        guard let lines = try lines(in: bytes, of: "the trace", at: location) else { return }
        replay(lines, pages: pages, load: load, fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// Returns the lines of a trace; `nil` if a line is malformed and the recorder has reported that.
    private func lines(
        in bytes: some Sequence<UInt8>, of source: String, at location: TestLocation
    ) throws(PageViewTestFailure) -> [TraceLine]? {
        var reader = TraceReader()
        reader.append(bytes)
        reader.finish()
        var lines: [TraceLine] = []
        do throws(TraceError) {
            while let line = try reader.next() { lines.append(line) }
        } catch {
            try fail("\(source):\(error)", at: location)
            return nil
        }
        return lines
    }
}

#if !os(Windows) && !os(WASI)
extension PageViewRecorder {
    /// Reports the events of a trace file to the recorded engine (TS-006).
    ///
    ///     try recorder.replay(contentsOf: "Traces/item.trace", pages: ["item": { ItemScreen() }])
    ///
    /// A path without a leading `/` is relative to the folder of the test's source file. The path of a resource, such as
    /// `Bundle.module.path(forResource:ofType:)`, begins with `/`. The other parameters are those of the replay of lines.
    ///
    /// - Throws: ``PageViewTestFailure`` if the file cannot be read, or if a line is malformed. The recorder then reports no
    ///   event of the trace.
    public func replay(
        contentsOf path: String, pages: [String: () -> any AnalyticsPage] = [:],
        load: @escaping (_ page: any AnalyticsPage, _ payload: Payload) -> Void = { _, _ in }, fileID: String = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) throws(PageViewTestFailure) {
        let location = TestLocation(fileID, filePath, line, column)
        let source = filePath.description
        let folder = source.lastIndex(of: "/").map { source[...$0] } ?? ""
        let path = path.hasPrefix("/") ? path : folder + path
        let bytes: [UInt8]
        do throws(RecordingError) {
            bytes = try TraceFile.bytes(of: path)
        } catch {
            try fail("\(error): pass the path of a trace file, relative to the file of the test", at: location)
            return
        }
        guard let lines = try lines(in: bytes, of: path, at: location) else { return }
        replay(lines, pages: pages, load: load, fileID: fileID, filePath: filePath, line: line, column: column)
    }
}
#endif
