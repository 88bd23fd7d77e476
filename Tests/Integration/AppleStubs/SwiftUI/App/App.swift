// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple's documentation describes the declarations that equal those of Apple's SDK.

// Declarations of SwiftUI that the example app uses and the adapter does not. They have no behavior.

public import Foundation

@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
    @MainActor @preconcurrency init()
}

extension App {
    @MainActor @preconcurrency public static func main() {}
}

@MainActor @preconcurrency public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: Scene {}

@resultBuilder
public enum SceneBuilder {
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct WindowGroup<Content: View>: Scene {
    nonisolated public init(@ViewBuilder content: @escaping () -> Content) {}
    public var body: Never { fatalError("never asked for") }
}

public enum ScenePhase: Comparable, Sendable {
    case background
    case inactive
    case active
}

extension EnvironmentValues {
    public var scenePhase: ScenePhase { .active }
}

extension View {
    nonisolated public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { Modified<Self>() }
    nonisolated public func task<T: Equatable>(
        id value: T, priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { Modified<Self>() }
}
