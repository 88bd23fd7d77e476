public import PageViewAutomation

// The names of all pages.

extension PageContext {
    public static let home = Self(name: "home", context: "shop")
    public static let item = Self(name: "item", context: "shop")
    public static let filter = Self(name: "filter", context: "shop")
    public static let consent = Self(name: "consent", context: "start")
}

extension PageViewEvent {
    public static let checkout = Self(name: "checkout", context: "shop")
}
