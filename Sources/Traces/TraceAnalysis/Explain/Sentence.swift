import NavigationTraces
package import PageViewAutomation

/// A text that contains times and cites rules. A writer chooses whether it rounds the times (EX-004).
package struct Sentence: Sendable, Hashable {
    package enum Part: Sendable, Hashable {
        case text(String)
        /// A time or a duration, in nanoseconds.
        case seconds(Int64)
        case rule(String)
    }

    package private(set) var parts: [Part] = []
}

extension Sentence: ExpressibleByStringInterpolation {
    package init(stringLiteral text: String) { parts = [.text(text)] }

    package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ text: String) { if !text.isEmpty { parts.append(.text(text)) } }

        package mutating func appendInterpolation(_ time: Timestamp) { parts.append(.seconds(time.nanoseconds)) }

        /// Appends nanoseconds as seconds.
        package mutating func appendInterpolation(seconds nanoseconds: Int64) { parts.append(.seconds(nanoseconds)) }

        package mutating func appendInterpolation(_ other: Sentence) { parts += other.parts }

        package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            parts.append(.text(value.description))
        }
    }
}
