// Names of components, policies, messages and patterns, which pass between JavaScript and the module as text.

/// The number of components of each name, for the names in identities: `row`, then `row~2` (WB-002).
///
/// The hash table contains only hashes, because two names of an app are very unlikely to have one hash of 64 bits. Only the last
/// 10,000 components count, so the table stays small whatever the app names its components.
struct NameCounts: ~Copyable {
    /// An entry; the hash 0 stands for none.
    private struct Entry {
        var hash: UInt64 = 0
        var count: UInt32 = 0
        /// The number of the last component with the name, in the order of `add`.
        var last: UInt32 = 0
    }

    private var entries = unsafe UnsafeMutableBufferPointer<Entry>(start: nil, count: 0)
    private var entryCount = 0
    /// The number of components so far.
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

extension String {
    /// Calls a closure with the bytes. Each string of Embedded Swift is contiguous.
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        unsafe utf8.withContiguousStorageIfAvailable(body).unsafelyUnwrapped
    }
}

/// Returns the bits of a policy from JSON without white space: its name or its choices. Returns `nil` for another text.
func policyBits(ofJSON text: String) -> Int32? {
    if text.isSame(as: "\"standard\"") { return 0 }
    if text.isSame(as: "\"literal\"") { return 1 }
    if text.isSame(as: "\"session\"") { return 6 }
    return text.withBytes { bytes -> Int32? in
        guard unsafe bytes.first == UInt8(ascii: "{") && bytes.last == UInt8(ascii: "}") else { return nil }
        var bits: Int32 = 0
        for choice in unsafe bytes.dropFirst().dropLast().split(separator: UInt8(ascii: ",")) {
            func isSame(_ text: String) -> Bool { text.withBytes { unsafe choice.elementsEqual($0) } }
            if isSame("\"cancelledDisappearance\":\"counts\"") {
                bits |= 1
            } else if isSame("\"reveal\":\"counts\"") {
                bits |= 2
            } else if isSame("\"foreground\":\"counts\"") {
                bits |= 4
            } else if !isSame("\"cancelledDisappearance\":\"continues\"") && !isSame("\"reveal\":\"silent\"")
                && !isSame("\"foreground\":\"silent\"")
            {
                return nil
            }
        }
        return bits
    }
}

/// The names and messages that JavaScript reads from the module. `numbers.js` contains the numbers of the lines.
///
/// The first lines are the lists of `ComponentEvent`, `SceneEvent`, `EngineRecord.Kinds`, `PageView.Cause`, `PageLeave.Outcome`
/// and `Diagnostic.Kind`, in the order of their numbers. Each other line states what a call expects.
let sharedTexts = """
    willAppear didAppear willDisappear didDisappear attach detach destroy
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
    an element, a function, a RegExp, or a pattern that begins with "/", "#" or "*"
    memory for the engine, found none left; later calls do nothing
    """

extension WebEngine {
    /// Replaces the pattern of a route in the text buffer by a regular expression (WB-101).
    mutating func makeExpression() {
        let length = Int(output.textLength)
        let pattern = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: length)
        for index in 0..<length { unsafe pattern[index] = text[index] }
        guard let target = unsafe reserveText(16 * length + 16) else { return }
        var end = 0
        func append(_ byte: UInt8) {
            unsafe target[end] = byte
            end += 1
        }
        func append(_ text: String) { text.withBytes { for byte in unsafe $0 { append(byte) } } }
        func isNamePart(_ index: Int) -> Bool {
            guard index < length else { return false }
            let byte = unsafe pattern[index]
            let isLetter = byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
            return isLetter || byte == UInt8(ascii: "_") || isDigit(index)
        }
        func isDigit(_ index: Int) -> Bool {
            unsafe pattern[index] >= UInt8(ascii: "0") && pattern[index] <= UInt8(ascii: "9")
        }
        append("^")
        var index = 0
        while index < length {
            let byte = unsafe pattern[index]
            index += 1
            switch byte {
            case UInt8(ascii: "/") where index == length: break
            case UInt8(ascii: "*"): append(".*")
            case UInt8(ascii: ":") where isNamePart(index) && !isDigit(index):
                append("(?<")
                while isNamePart(index) {
                    unsafe append(pattern[index])
                    index += 1
                }
                append(">[^/]+)")
            case 0x21...0x7e:
                let isPart = isNamePart(index - 1)
                if !isPart { append("\\") }
                append(byte)
            default:
                // The browser encodes every character of a URL outside of ASCII.
                append("%")
                for digit in [byte >> 4, byte & 15] {
                    append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "A") - 10))
                }
            }
        }
        append("/?$")
        output.textLength = Int32(end)
        unsafe pattern.deallocate()
    }
}
