// Names of components, and messages, which pass between JavaScript and the module as text.

/// The number of components of each name, for the names in identities: `row`, then `row~2` (WB-002).
///
/// The hash table contains only hashes, because two names of an app are very unlikely to have one hash of 64 bits. Only the last
/// 10,000 components count, so the table stays small whatever the app names its components.
@safe struct NameCounts: ~Copyable {
    private struct Entry {
        var hash: UInt64 = 0
        var count: UInt32 = 0
        /// The number of the last component with the name, in the order of `add`.
        var last: UInt32 = 0
    }

    private var entries = unsafe UnsafeMutableBufferPointer<Entry>(start: nil, count: 0)
    private var entryCount = 0
    private var number: UInt32 = 0

    /// Counts a component with a name. Returns the number of components with that name.
    mutating func add(_ hash: UInt64) -> UInt32 {
        number &+= 1
        if unsafe entryCount * 4 >= entries.count * 3 { rebuild() }
        let index = index(of: hash)
        if unsafe entries[index].hash == 0 { entryCount += 1 }
        let count = unsafe isRecent(entries[index]) ? entries[index].count + 1 : 1
        unsafe entries[index] = Entry(hash: hash, count: count, last: number)
        return count
    }

    /// Whether one of the last 10,000 components has the name.
    private func isRecent(_ entry: Entry) -> Bool { entry.hash != 0 && number &- entry.last <= 10_000 }

    private func index(of hash: UInt64) -> Int {
        let mask = unsafe entries.count - 1
        var index = Int(truncatingIfNeeded: hash) & mask
        while unsafe entries[index].hash != 0 && entries[index].hash != hash { index = (index + 1) & mask }
        return index
    }

    /// Removes the entries that are not recent, and makes room for new ones.
    private mutating func rebuild() {
        let old = unsafe entries
        var (recentCount, size) = (0, 64)
        for index in old.indices where unsafe isRecent(old[index]) { recentCount += 1 }
        while size < 2 * recentCount + 2 { size *= 2 }
        unsafe entries = .allocate(capacity: size)
        unsafe entries.initialize(repeating: Entry())
        entryCount = recentCount
        for index in old.indices where unsafe isRecent(old[index]) {
            unsafe entries[self.index(of: old[index].hash)] = old[index]
        }
        unsafe old.deallocate()
    }
}

extension WebEngine {
    /// Replaces the name in the text buffer by one that no other component has.
    mutating func makeNameUnique() {
        let length = Int(output.textLength)
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: length + 12)
        var end = 0
        func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
        func append(_ byte: UInt8) {
            unsafe bytes[end] = byte
            end += 1
        }
        // A component without a name uses its number as its name. So another name must not be a number.
        var digits = 0
        while unsafe digits < length && isDigit(text[length - 1 - digits]) { digits += 1 }
        if digits == length { append(UInt8(ascii: "#")) }
        // The hash is FNV-1a.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for index in 0..<length { unsafe append(text[index]) }
        for index in 0..<end { unsafe hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01b3 }
        let count = nameCounts.add(hash | 1)
        let hasNumber = unsafe digits > 0 && digits < length && text[length - 1 - digits] == UInt8(ascii: "~")
        if count > 1 || hasNumber {
            append(UInt8(ascii: "~"))
            var divisor: UInt32 = 1
            while count / divisor >= 10 { divisor *= 10 }
            while divisor > 0 {
                append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: count / divisor % 10))
                divisor /= 10
            }
        }
        if let start = unsafe reserveText(end) { for index in 0..<end { unsafe start[index] = bytes[index] } }
        output.textLength = Int32(end)
        unsafe bytes.deallocate()
    }
}

/// The names and messages that JavaScript reads from the module. `numbers.js` contains the numbers of the lines.
///
/// The first lines are the lists of `ComponentEvent`, `SceneEvent`, `EngineRecord.Kinds`, `PageView.Cause`, `PageLeave.Outcome`
/// and `Diagnostic.Kind`, in the order of their numbers. Each other line states what a call expects.
let sharedTexts = """
    willAppear didAppear willDisappear didDisappear attach detach destroy select deselect focus
    foreground background active inactive close
    pageView pageLeave interaction deepLink currentPage diagnostic
    appeared ready attached foregrounded revealed manual
    counted neverReady neverVisible
    duplicateDidAppear didDisappearWithoutAppear unexpectedWillAppear unexpectedWillDisappear eventAfterDestroy timeWentBack \
    emptyPageName recordWithoutPage sharedNotifier computedNotifier replacedNotifier renamedWhileCounted parentCycle \
    foreignIdentity selectWithoutContainer commitWithoutBegin duplicateKey deepLinkExpired
    a component of this engine
    a scene of this engine
    a parent of this engine
    a time in milliseconds, or in nanoseconds as a bigint
    a whole number from 1 as nextPageView
    at most 4194304 components
    "standard", "literal", "session" or an object with the choices of a policy
    the name of a page
    an id of a page view
    a pattern that names each parameter once
    an object with options
    an object with the payload
    text as a string
    a function
    a page as "home" or { name: "home", context: "shop" }
    options with a string or a function as the name
    an element, a function, a RegExp, or a pattern that begins with "/", "#" or "*"; for a selector, use pages
    memory for the engine, found too little; later calls do nothing
    a whole number of 32 bits as the level
    an array of entries
    an entry with a string or a component of this engine as the key
    a string or a component of this engine as the container
    """
