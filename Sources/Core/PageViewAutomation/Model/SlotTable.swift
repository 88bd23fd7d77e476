/// A dense table that gives access to its elements by slot, without copies and reference counting.
///
/// An array would check at each change whether its storage is shared, and every report changes several elements.
@safe struct SlotTable<Element: ~Copyable>: ~Copyable {
    private var memory: UnsafeMutablePointer<Element>
    private var capacity = 0
    /// The number of elements.
    private(set) var count = 0

    init() {
        unsafe memory = UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment).unsafelyUnwrapped
    }

    deinit {
        unsafe memory.deinitialize(count: count)
        if capacity > 0 { unsafe memory.deallocate() }
    }

    /// The slots of all elements.
    var indices: Range<Slot> { 0..<Slot(count) }

    /// The element in a slot. The slot must be one of `indices`.
    subscript(_ slot: Slot) -> Element {
        unsafeAddress { unsafe UnsafePointer(address(of: slot)) }
        unsafeMutableAddress { unsafe address(of: slot) }
    }

    /// Returns the address of an element. It is valid until the next `append`.
    func address(of slot: Slot) -> UnsafeMutablePointer<Element> {
        assert(slot >= 0 && Int(slot) < count)
        return unsafe memory + Int(truncatingIfNeeded: slot)
    }

    /// Adds an element in the next slot.
    mutating func append(_ element: consuming Element) {
        if count == capacity { grow() }
        unsafe (memory + count).initialize(to: element)
        count += 1
    }

    private mutating func grow() {
        let larger = max(1, capacity * 2)
        let moved = UnsafeMutablePointer<Element>.allocate(capacity: larger)
        unsafe moved.moveInitialize(from: memory, count: count)
        if capacity > 0 { unsafe memory.deallocate() }
        unsafe memory = moved
        capacity = larger
    }

    /// Returns a table with copies of the elements.
    func copy(_ copy: (borrowing Element) -> Element) -> SlotTable {
        var table = SlotTable()
        for slot in indices { table.append(copy(self[slot])) }
        return table
    }

    /// Returns a table with the same elements.
    func copy() -> SlotTable where Element: Copyable { copy { $0 } }
}

// Proof: the table owns its memory and cannot be copied, so only the owner of the table reaches its elements.
extension SlotTable: @unchecked Sendable where Element: Sendable & ~Copyable {}

/// The index of a component, a scene or a containment node in its table.
typealias Slot = Int32

extension Slot {
    /// No slot.
    static let none: Slot = -1
    var isNone: Bool { self < 0 }
}

/// The slots before and after an element in a doubly linked list. The table of the elements stores the list.
struct Neighbours {
    var previous = Slot.none
    var next = Slot.none
}

/// The ends of a doubly linked list.
struct LinkedList {
    var first = Slot.none
    var last = Slot.none
}

/// The addresses of a component's state. Valid until a component is added to the tables.
@safe struct ComponentRef {
    let slot: Slot
    private let stateAddress: UnsafeMutablePointer<ComponentState>
    private let recordAddress: UnsafeMutablePointer<ComponentRecord>

    init(
        _ slot: Slot, _ states: borrowing SlotTable<ComponentState>, _ records: borrowing SlotTable<ComponentRecord>
    ) {
        self.slot = slot
        unsafe stateAddress = states.address(of: slot)
        unsafe recordAddress = records.address(of: slot)
    }

    var state: ComponentState {
        unsafeAddress { unsafe UnsafePointer(stateAddress) }
        nonmutating unsafeMutableAddress { unsafe stateAddress }
    }

    var record: ComponentRecord {
        unsafeAddress { unsafe UnsafePointer(recordAddress) }
        nonmutating unsafeMutableAddress { unsafe recordAddress }
    }

    /// Whether the component is live, and is a page or counted as one.
    var isLivePage: Bool { state.isLive && (record.countedAs != nil || record.page != nil) }
}

/// The address of a scene's state. Valid until a scene is added to the table.
@safe struct SceneRef {
    let slot: Slot
    private let address: UnsafeMutablePointer<SceneRecord>

    init(_ slot: Slot, _ scenes: borrowing SlotTable<SceneRecord>) {
        self.slot = slot
        unsafe address = scenes.address(of: slot)
    }

    var record: SceneRecord {
        unsafeAddress { unsafe UnsafePointer(address) }
        nonmutating unsafeMutableAddress { unsafe address }
    }
}
