/// A place in the table of components or scenes; `none` is no place.
typealias Place = Int32

extension Place {
    static let none: Place = -1
    var isNone: Bool { self < 0 }
}

/// A component's neighbours in a list that runs through the table of components.
struct Links {
    var previous = Place.none
    var next = Place.none
}

/// The ends of a list that runs through the table of components.
struct Row {
    var first = Place.none
    var last = Place.none
}
