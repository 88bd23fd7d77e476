import PageViewAutomation

/// What an app sent: the page views of one or more exports (AU-110).
///
/// For each page view it keeps 48 bytes, and 4 more while ``finish()`` runs. It keeps each distinct name and session key once.
package struct SentLog: Sendable {
    /// The page views, in the order of the files and of the lines in each file.
    ///
    /// Exports are in no order of time. This order decides which of two lines is the earlier one, and it is that of the output.
    private(set) var pageViews = BlockList<SentPageView>()
    /// The distinct names, as the app sent them. They are compared by their bytes.
    private(set) var names: [SentName] = []
    /// The distinct page names, after the map. No two of them are canonically equivalent.
    private(set) var pageNames: [String] = []
    /// The distinct session keys. They are compared by their bytes, as the sessions of a trace are.
    private(set) var sessionKeys: [String] = []
    package private(set) var files: [String] = []
    /// For each file, its events that are no page view.
    private(set) var ignored: [[Ignored]] = []

    struct Ignored {
        let line: UInt32
        /// The index of the session key in ``SentLog/sessionKeys``; -1 without one.
        let session: Int32
        /// The number of page views before the event.
        let position: UInt32
    }

    private var nameIndices: [ExactName: Int32] = [:]
    private var pageNameIndices: [String: Int32] = [:]
    private var sessionIndices: [ExactName: Int32] = [:]
    private let map: NameMap

    package init(map: NameMap = NameMap()) {
        self.map = map
    }

    package mutating func addFile(_ name: String) {
        files.append(name)
        ignored.append([])
    }

    /// Appends a page view of the last file. Only a Datadog view has a version.
    package mutating func append(
        time: Int64, line: Int, name: String, session: String?, identity: EventIdentity = .none, version: Int64? = nil
    ) {
        pageViews.append(
            SentPageView(
                time: time, identity: identity, version: version.map { Int32(clamping: max(0, $0)) } ?? -1,
                line: UInt32(clamping: line), file: Int32(files.count - 1), name: index(ofName: name),
                session: session.map { index(ofSession: $0) } ?? -1))
    }

    package mutating func append(_ event: ExportEvent) {
        if let view = event.pageView {
            append(
                time: view.time, line: event.line, name: view.name, session: event.session, identity: view.identity,
                version: view.version)
        } else {
            let session = event.session.map { index(ofSession: $0) } ?? -1
            ignored[files.count - 1].append(
                Ignored(
                    line: UInt32(clamping: event.line), session: session, position: UInt32(pageViews.count)))
        }
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

    private mutating func index(ofSession key: String) -> Int32 {
        if let index = sessionIndices[ExactName(key)] { return index }
        let index = Int32(sessionKeys.count)
        sessionKeys.append(key)
        sessionIndices[ExactName(key)] = index
        return index
    }
}

/// A name that an app sent, and the page name that the map gives it.
struct SentName: Sendable {
    let text: String
    /// The index of the page name in ``SentLog/pageNames``.
    let page: Int32
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
            for index in same where index != holder { pageViews[Int(index)].holder = holder }
        }
    }
}
