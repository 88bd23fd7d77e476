import CPageView
import PageViewAutomation

/// A cache of the names of the pages in the last records, as C structs (CI-005).
///
/// Most records name pages that earlier records named. The cache saves 300 instructions per appearance. It retains at most eight
/// pages.
@safe struct NamesCache: ~Copyable {
    @safe private struct Entry {
        /// The page. The cache retains it, so that no other page gets its identity.
        var page: PageContext?
        /// The identity of the page, which a look-up reads without a retain.
        var identity: ObjectIdentifier?
        /// The names, whose bytes lie in the memory of the entry.
        var names = unsafe pv_page_names()
        /// The number of the last record that contains the names.
        var record: UInt64 = 0
    }

    private static var count: Int { 8 }
    /// The number of bytes of an entry. Longer names are not in the cache.
    private static var size: Int { 128 }

    private let entries: UnsafeMutablePointer<Entry>
    private let bytes: UnsafeMutablePointer<CChar>
    /// The number of the present record.
    private var record: UInt64 = 0

    init() {
        unsafe entries = .allocate(capacity: Self.count)
        unsafe entries.initialize(repeating: Entry(), count: Self.count)
        unsafe bytes = .allocate(capacity: Self.count * Self.size)
    }

    deinit {
        unsafe entries.deinitialize(count: Self.count)
        unsafe entries.deallocate()
        unsafe bytes.deallocate()
    }

    /// Begins a record. The names in earlier records become invalid.
    mutating func beginRecord() { record &+= 1 }

    /// Returns the names of a page, which are valid until the next record begins; `nil` if the cache cannot contain them.
    @inline(__always)
    mutating func names(of page: PageContext) -> pv_page_names? {
        // Objects lie at multiples of 16. Proof: the index is less than `count`.
        let identity = page.identity
        let index = Int(bitPattern: identity) >> 4 & (Self.count - 1)
        if unsafe entries[index].identity == identity {
            unsafe entries[index].record = record
            return unsafe entries[index].names
        }
        return unsafe insert(page, at: index)
    }

    @inline(never)
    private mutating func insert(_ page: PageContext, at index: Int) -> pv_page_names? {
        let memory = unsafe AnswerBuffer(bytes + index * Self.size, Self.size)
        // Another page of the present record may use the entry.
        guard unsafe entries[index].record != record, let names = unsafe memory.names(of: page) else { return nil }
        unsafe entries[index] = Entry(page: page, identity: page.identity, names: names, record: record)
        return unsafe names
    }
}
