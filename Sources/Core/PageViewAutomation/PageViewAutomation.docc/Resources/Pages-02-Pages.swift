import PageViewAutomation

/// The names of the pages of the shop, each declared once.
extension PageContext {
    static let item = Self(name: "item", context: "shop")
    static let results = Self(name: "results", context: "shop")
}

extension PageViewEvent {
    static let about = Self(name: "about", context: "shop")
}
