public import PageViewAutomation

// The names of all pages.

extension PageContext {
    /// The list of items.
    public static let home = Self(name: "home", context: "shop")
    /// An item with its price.
    public static let item = Self(name: "item", context: "shop")
    /// The sheet that filters the list.
    public static let filter = Self(name: "filter", context: "shop")
    /// The question of the first launch.
    public static let consent = Self(name: "consent", context: "start")
}

extension PageViewEvent {
    /// The end of a purchase.
    public static let checkout = Self(name: "checkout", context: "shop")
}
