/// Combines a list of views and conditions.
@resultBuilder
enum ViewBuilder {
    static func buildBlock<Content: View>(_ content: Content) -> Content { content }

    static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<repeat each Content> {
        TupleView(content: (repeat each content))
    }

    static func buildEither<First: View, Second: View>(first: First) -> ConditionalView<First, Second> { .first(first) }

    static func buildEither<First: View, Second: View>(second: Second) -> ConditionalView<First, Second> {
        .second(second)
    }

    static func buildOptional<Content: View>(_ content: Content?) -> OptionalView<Content> {
        OptionalView(content: content)
    }
}

/// Views below each other, identified by their positions.
struct TupleView<each Content: View>: PrimitiveView {
    let content: (repeat each Content)

    func children(of node: Node, in environment: Environment) -> [Child] {
        var children: [Child] = []
        for view in repeat each content {
            children.append(Child(key: children.count, view: view, environment: environment))
        }
        return children
    }
}

/// One of two views, which are never the same view, even if they have one type.
enum ConditionalView<First: View, Second: View>: PrimitiveView {
    case first(First)
    case second(Second)

    func children(of node: Node, in environment: Environment) -> [Child] {
        switch self {
        case .first(let view): [Child(key: true, view: view, environment: environment)]
        case .second(let view): [Child(key: false, view: view, environment: environment)]
        }
    }
}

/// A view, or none.
struct OptionalView<Content: View>: PrimitiveView {
    let content: Content?

    func children(of node: Node, in environment: Environment) -> [Child] {
        content.map { [Child(key: 0, view: $0, environment: environment)] } ?? []
    }
}
