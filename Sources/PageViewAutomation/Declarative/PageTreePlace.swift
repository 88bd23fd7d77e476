/// Where a page of a tree is: what its view has said, and what holds.
struct PageTreePlace {
    typealias Key = PageTreeState.Key

    /// What contains it, as far as its view has said.
    private(set) var said: Key?
    /// How many times anything had been said of places when that was said.
    private(set) var number: UInt64
    /// What contains it, as far as that holds.
    private(set) var parent: Key?
    /// Whether something has been said that has not been looked at.
    private(set) var isToBeTaken = true
    /// Whether what was said does not hold, because it would be its own ancestor by that.
    private var isRefused = false
    /// Whether that it was refused has been told.
    private var isRefusalTold = false

    /// A place that has been said and does not hold yet.
    init(_ said: Key?, saidAs number: UInt64) {
        self.said = said
        self.number = number
    }

    /// Whether it makes a difference to say this. What was refused may be possible by now.
    func isNews(_ parent: Key?) -> Bool { parent != said || isRefused }

    mutating func say(_ parent: Key?, as number: UInt64) {
        if parent != said { isRefusalTold = false }
        said = parent
        isToBeTaken = true
        self.number = number
    }

    /// Lets what was said hold; in what is gone nothing is.
    mutating func take(isThere: Bool) {
        parent = isThere ? said : nil
        isToBeTaken = false
        isRefused = false
    }

    /// Lets something else hold than what was said.
    mutating func refuse(for former: Key?) {
        parent = former
        isRefused = true
    }

    /// What it was in is gone: it is in what that was in.
    mutating func inherit(_ parent: Key?) { self.parent = parent }

    /// Tells whether that it was refused is to be told, which is so once.
    mutating func tellRefusal() -> Bool {
        defer { isRefusalTold = true }
        return !isRefusalTold
    }
}
