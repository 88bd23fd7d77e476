/// Where a component stands among containers. Only those that have one, or are one, need it.
struct Containment {
    /// The component that contains it, the first one that it contains, and its neighbours in its container.
    var parent = Place.none
    var firstChild = Place.none
    var sibling = Links()
    /// How many of the components inside it, at any depth, are live pages of its own scene: what covers it.
    var livePagesBelow: Int32 = 0
}

/// The containments of a table of components. It reaches as far as the last component that has one, so that it takes no
/// memory where containers are not used.
struct ContainmentTable: ~Copyable {
    private var table = SlotTable<Containment>()

    /// The containment of a component.
    subscript(_ place: Place) -> Containment {
        get { place < table.count ? table[place] : Containment() }
        set {
            while table.count <= Int(place) { table.append(Containment()) }
            table[place] = newValue
        }
    }

    /// Forgets what is known of a component.
    mutating func forget(_ place: Place) {
        if place < table.count { table[place] = Containment() }
    }

    /// Whether no component has ever had a container.
    @inline(__always)
    var isEmpty: Bool { table.count == 0 }

    /// Whether a component contains a live page of its own scene.
    @inline(__always)
    func isCovered(_ place: Place) -> Bool { place < table.count && table[place].livePagesBelow != 0 }

    /// The component that contains it.
    @inline(__always)
    func parent(of place: Place) -> Place { place < table.count ? table[place].parent : .none }

    func copy() -> ContainmentTable {
        var copy = ContainmentTable()
        copy.table = table.copy()
        return copy
    }
}
