import PageViewAutomation

// The names of the shop's pages, each declared once.
extension PageViewEvent {
    static let search = Self(name: "search", context: "shop")
    static let orders = Self(name: "orders", context: "account")
    static let wishes = Self(name: "wishes", context: "account")
    static let filter = Self(name: "filter", context: "shop")
    static let help = Self(name: "help", context: "service")
}

extension PageContext {
    static let item = Self(name: "item", context: "shop")
}
