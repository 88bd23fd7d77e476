// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple's documentation describes the declarations that equal those of Apple's SDK.

// The declarations of SwiftUI that the adapter uses. They have no behavior.

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: View {
    public var body: Never { fatalError("never asked for") }
}

@resultBuilder
public enum ViewBuilder {
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

public struct Text: View {
    nonisolated public init(_ content: String) {}
    public var body: Never { fatalError("never asked for") }
}

public struct EmptyView: View {
    nonisolated public init() {}
    public var body: Never { fatalError("never asked for") }
}

public struct Modified<Content: View>: View {
    public var body: Never { fatalError("never asked for") }
}

extension View {
    nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View { Modified<Self>() }
    nonisolated public func onDisappear(perform action: (() -> Void)? = nil) -> some View { Modified<Self>() }
    nonisolated public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View {
        Modified<Self>()
    }
    nonisolated public func background<Background: View>(_ background: Background) -> some View { Modified<Self>() }
    nonisolated public func accessibilityHidden(_ hidden: Bool) -> some View { Modified<Self>() }
}

public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Self.Value { get }
}

public struct EnvironmentValues {
    public init() {}
    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get { Key.defaultValue }
        set {}
    }
}

public protocol DynamicProperty {}

@propertyWrapper
public struct Environment<Value>: DynamicProperty {
    private let keyPath: KeyPath<EnvironmentValues, Value>
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }
    public var wrappedValue: Value { EnvironmentValues()[keyPath: keyPath] }
}

@propertyWrapper
public struct State<Value>: DynamicProperty {
    private let value: Value
    public init(wrappedValue value: Value) { self.value = value }
    public var wrappedValue: Value {
        get { value }
        nonmutating set {}
    }
}
