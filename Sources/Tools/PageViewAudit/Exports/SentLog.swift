import PageViewAutomation

/// What an app sent: the page views of one or more exports (AU-110).
///
///     var log = SentLog(map: map)
///     log.addFile("sent.jsonl")
///     while let event = try reader.next() { log.append(event, session: reader.sessionKey) }
///     log.finish()
///
/// For each page view it keeps 48 bytes, and 8 more while ``finish()`` runs. It keeps each distinct name and session key once.
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
    /// The names of the files.
    package private(set) var files: [String] = []
    /// The number of lines that are no page view.
    package private(set) var ignoredCount = 0

    private var nameIndices: [ExactName: Int32] = [:]
    private var pageNameIndices: [String: Int32] = [:]
    private var sessionIndices: [ExactName: Int32] = [:]
    private let map: NameMap

    /// Creates an empty log, with a map from sent names to page names.
    package init(map: NameMap = NameMap()) {
        self.map = map
    }

    /// Adds a file. The page views that are appended next belong to it.
    package mutating func addFile(_ name: String) { files.append(name) }

    /// Appends a page view of the last file.
    ///
    /// - Parameters:
    ///   - version: The version of a Datadog view; `nil` in other formats.
    ///   - session: The session key; `nil` without one.
    package mutating func append(
        time: Int64, line: Int, name: String, session: String?, identity: EventIdentity = .none, version: Int64? = nil
    ) {
        pageViews.append(
            SentPageView(
                time: time, identity: identity, version: version.map { max(0, $0) } ?? -1,
                line: UInt32(clamping: line), file: Int32(files.count - 1), name: index(ofName: name),
                session: session.map { index(ofSession: $0) } ?? -1))
    }

    /// Appends an event of the last file. Of an event that is no page view, only the number is kept.
    ///
    /// - Parameter session: The session key, which is read only for a page view.
    package mutating func append(_ event: ExportEvent, session: @autoclosure () -> String?) {
        guard let pageView = event.pageView else { return appendIgnored() }
        append(
            time: pageView.time, line: event.line, name: pageView.name, session: session(), identity: pageView.identity,
            version: pageView.version)
    }

    /// Counts an event that is no page view.
    package mutating func appendIgnored() { ignoredCount += 1 }

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
    /// The name in the export.
    package let text: String
    /// The index of the page name in ``SentLog/pageNames``.
    package let page: Int32
}

extension SentLog {
    /// Finds retries and superseded versions, after all page views have been appended. O(n).
    package mutating func finish() {
        var holders = IdentityTable(count: pageViews.count)
        for index in pageViews.indices {
            let pageView = pageViews[index]
            guard pageView.identity != .none else { continue }
            let holder = holders.holder(of: index, in: pageViews)
            if pageView.version < 0 {
                if holder != index { pageViews[index].setRetry(of: holder) }
            } else if pageView.version > pageViews[holder].version {
                holders.replaceHolder(of: index, in: pageViews)
            }
        }
        // Only now is the newest version of each view known.
        for index in pageViews.indices where pageViews[index].version >= 0 && pageViews[index].identity != .none {
            let holder = holders.holder(of: index, in: pageViews)
            if holder != index { pageViews[index].setFolded(into: holder) }
        }
    }
}

/// A hash table from identities to the lines that stand for them, with open addressing and linear probing.
private struct IdentityTable {
    /// The index of a page view plus 1; 0 if the slot is free. At least half of the slots are free.
    private var slots: [UInt32]

    init(count: Int) {
        slots = [UInt32](repeating: 0, count: 2 * count + 1)
    }

    /// Returns the slot of the identity of a page view: the slot that has it, or the free slot that it would take.
    private func slot(of index: Int, in pageViews: BlockList<SentPageView>) -> Int {
        let identity = pageViews[index].identity
        var slot = Int(identity.low.multipliedFullWidth(by: UInt64(slots.count)).high)
        while slots[slot] != 0, pageViews[Int(slots[slot]) - 1].identity != identity {
            slot = slot + 1 == slots.count ? 0 : slot + 1
        }
        return slot
    }

    /// Returns the line that stands for the identity of a page view: this one, if no other does yet.
    mutating func holder(of index: Int, in pageViews: BlockList<SentPageView>) -> Int {
        let slot = slot(of: index, in: pageViews)
        if slots[slot] == 0 { slots[slot] = UInt32(index + 1) }
        return Int(slots[slot]) - 1
    }

    /// Makes a page view stand for its identity.
    mutating func replaceHolder(of index: Int, in pageViews: BlockList<SentPageView>) {
        slots[slot(of: index, in: pageViews)] = UInt32(index + 1)
    }
}
