import NavigationTraces

extension ExpectedPageView: CustomStringConvertible {
    /// The page and the properties that the test states: `item, previous home, cause ready, payload ["price": 89]`.
    public var description: String {
        func part(_ name: String, _ expected: Expected<String>) -> String? {
            switch expected {
            case .anything: nil
            case .nothing: "no \(name)"
            case .value(let value): "\(name) \(value)"
            }
        }
        let parts = [
            "\(page)", part("context", context), part("previous", previous), cause.map { "cause \($0.rawValue)" },
            payload.map { "payload \($0)" }, appearance.map { "appearance \($0)" }, part("deepLink", deepLink),
        ]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }
}
