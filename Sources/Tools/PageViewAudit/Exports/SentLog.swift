import PageViewAutomation

/// What an app sent: the page views of one or more exports (AU-110).
///
/// For each page view it keeps 48 bytes, and 4 more while ``finish()`` runs. It keeps each distinct name and session key once.
package struct SentLog: Sendable {
    /// The page views, in the order of the files and of the lines in each file.
    ///
    /// Exports are in no order of time. This order decides which of two lines is the earlier one, and it is that of the output.
    package private(set) var pageViews = BlockList<SentPageView>()
    /// The distinct names, as the app sent them. They are compared by their bytes.
    package private(set) var names: [SentName] = []
    /// The distinct page names, after the map. No two of them are canonically equivalent.
    package private(set) var pageNames: [String] = []
    /// The distinct session keys. They are compared by their bytes, as the sessions of a trace are.
    package private(set) var sessionKeys: [String] = []
    package private(set) var files: [String] = []
    package private(set) var ignoredCount = 0

    private var nameIndices: [ExactName: Int32] = [:]
    private var pageNameIndices: [String: Int32] = [:]
    private var sessionIndices: [ExactName: Int32] = [:]
    private let map: NameMap

    package init(map: NameMap = NameMap()) {
        self.map = map
    }

    /// Adds a file. The page views that are appended next belong to it.
    package mutating func addFile(_ name: String) { files.append(name) }

    /// Appends a page view of the last file. Only a Datadog view has a version.
    package mutating func append(
        time: Int64, line: Int, name: String, session: String?, identity: EventIdentity = .none, version: Int64? = nil
    ) {
        pageViews.append(
            SentPageView(
                time: time, identity: identity, version: version.map { max(0, $0) } ?? -1,
                line: UInt32(clamping: line), file: Int32(files.count - 1), name: index(ofName: name),
                session: session.map { index(ofSession: $0) } ?? -1))
    }

    /// Appends an event of the last file, or counts it if it is no page view. The session key is read only for a page view.
    package mutating func append(_ event: ExportEvent, session: @autoclosure () -> String?) {
        guard let pageView = event.pageView else {
            ignoredCount += 1
            return
        }
        append(
            time: pageView.time, line: event.line, name: pageView.name, session: session(), identity: pageView.identity,
            version: pageView.version)
    }

    private mutating func index(ofName name: String) -> Int32 {
        if let index = nameIndices[ExactName(name)] { return index }
        let index = Int32(names.count)
        names.append(SentName(text: name, page: self.index(ofPageName: map.pageName(of: name))))
        nameIndices[ExactName(name)] = index
        return index
    }

    private mutating func index(ofPageName name: String) -> Int32 {
        if let index = pageNameIndices[name] { return index }
        let index = Int32(pageNames.count)
        pageNames.append(name)
        pageNameIndices[name] = index
        return index
    }

    /// Returns the number of a session key in ``sessionKeys``. A new key gets the next number.
    package mutating func index(ofSession key: String) -> Int32 {
        if let index = sessionIndices[ExactName(key)] { return index }
        let index = Int32(sessionKeys.count)
        sessionKeys.append(key)
        sessionIndices[ExactName(key)] = index
        return index
    }

    /// Returns the index of a page name in ``pageNames``, by canonical equivalence; `nil` if no line has the name.
    package func index(ofPage name: String) -> Int32? { pageNameIndices[name] }

    /// Returns the index of a session key in ``sessionKeys``, by its bytes; `nil` if no line has the key.
    package func index(ofKey key: String) -> Int32? { sessionIndices[ExactName(key)] }
}

/// A name that an app sent, and the page name that the map gives it.
package struct SentName: Sendable {
    package let text: String
    /// The index of the page name in ``SentLog/pageNames``.
    package let page: Int32
}

extension SentLog {
    /// Finds retries and superseded versions, after all page views have been appended.
    package mutating func finish() {
        var order: [Int32] = []
        order.reserveCapacity(pageViews.count { $0.identity != .none })
        for index in pageViews.indices where pageViews[index].identity != .none { order.append(Int32(index)) }
        order.sort { (pageViews[Int($0)].identity, $0) < (pageViews[Int($1)].identity, $1) }
        var rest = order[...]
        while let first = rest.first {
            let identity = pageViews[Int(first)].identity
            let same = rest.prefix { pageViews[Int($0)].identity == identity }
            rest = rest.dropFirst(same.count)
            var holder = first
            for index in same where pageViews[Int(index)].version > pageViews[Int(holder)].version { holder = index }
            for index in same where index != holder {
                if pageViews[Int(index)].version < 0 {
                    pageViews[Int(index)].setRetry(of: Int(holder))
                } else {
                    pageViews[Int(index)].setFolded(into: Int(holder))
                }
            }
        }
    }
}
