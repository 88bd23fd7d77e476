// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple's documentation describes the declarations that equal those of Apple's SDK.

extension ViewBuilder {
    public static func buildBlock<each Content: View>(
        _ content: repeat each Content
    ) -> TupleView<(repeat each Content)> { TupleView() }
    public static func buildEither<First: View, Second: View>(first: First) -> ConditionalContent<First, Second> {
        ConditionalContent()
    }
    public static func buildEither<First: View, Second: View>(second: Second) -> ConditionalContent<First, Second> {
        ConditionalContent()
    }
}

public struct TupleView<Content>: View {
    public var body: Never { fatalError("never asked for") }
}

// SwiftUI's own name begins with an underscore.
public struct ConditionalContent<First: View, Second: View>: View {
    public var body: Never { fatalError("never asked for") }
}

public struct NavigationStack<Data, Root: View>: View {
    nonisolated public init(path: Binding<Data>, @ViewBuilder root: () -> Root)
    where Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, Data.Element: Hashable {}
    public var body: Never { fatalError("never asked for") }
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content>: View {
    public var body: Never { fatalError("never asked for") }
}

public struct List<SelectionValue: Hashable, Content: View>: View {
    nonisolated public init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    ) where SelectionValue == Never, Content == ForEach<Data, ID, RowContent> {}
    public var body: Never { fatalError("never asked for") }
}

public struct VStack<Content: View>: View {
    nonisolated public init(@ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError("never asked for") }
}

public struct Button<Label: View>: View {
    nonisolated public init(_ title: String, action: @escaping @MainActor () -> Void) where Label == Text {}
    public var body: Never { fatalError("never asked for") }
}

public struct Toggle<Label: View>: View {
    nonisolated public init(_ title: String, isOn: Binding<Bool>) where Label == Text {}
    public var body: Never { fatalError("never asked for") }
}

extension View {
    nonisolated public func navigationTitle(_ title: String) -> some View { Modified<Self>() }
    nonisolated public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View {
        Modified<Self>()
    }
    nonisolated public func navigationDestination<D: Hashable, C: View>(
        for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
    ) -> some View { Modified<Self>() }
    nonisolated public func sheet<Content: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View { Modified<Self>() }
}
