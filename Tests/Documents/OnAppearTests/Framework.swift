// A small declarative framework. Its views offer only `onAppear`, `onDisappear` and `@State`.

@MainActor protocol View {
    associatedtype Body: View
    var body: Body { get }
}

extension Never: View {
    var body: Never { fatalError("A view without a body is never asked for it.") }
}

struct Text: View {
    let text: String

    init(_ text: String) { self.text = text }

    var body: Never { fatalError("A view without a body is never asked for it.") }
}

extension View {
    func onAppear(_ action: @escaping () -> Void) -> some View { CallbackView(content: self, appear: action) }
    func onDisappear(_ action: @escaping () -> Void) -> some View { CallbackView(content: self, disappear: action) }
}

/// A view with actions that the framework runs when it shows and hides the view.
private struct CallbackView<Content: View>: View, Callbacks {
    let content: Content
    var appear: () -> Void = {}
    var disappear: () -> Void = {}

    var body: Content { content }
}

@MainActor private protocol Callbacks {
    var appear: () -> Void { get }
    var disappear: () -> Void { get }
}

/// A value that persists while its view has the same position and the same type.
@propertyWrapper final class State<Value>: PersistentState {
    private final class Storage {
        var value: Value
        var isSet = false
        init(_ value: Value) { self.value = value }
    }

    private var storage: Storage

    init(wrappedValue: Value) { storage = Storage(wrappedValue) }

    var wrappedValue: Value {
        get { storage.value }
        set {
            storage.value = newValue
            storage.isSet = true
        }
    }

    fileprivate func adopt(_ earlier: AnyObject?, ifSet: Bool) -> AnyObject {
        if let earlier = earlier as? Storage, earlier.isSet || !ifSet { storage = earlier }
        return storage
    }
}

private protocol PersistentState {
    /// Replaces the storage with an earlier one, if one exists, and returns the current storage.
    func adopt(_ earlier: AnyObject?, ifSet: Bool) -> AnyObject
}

/// When the framework calls `onAppear` and `onDisappear`.
struct CallbackBehavior: OptionSet, Sendable {
    let rawValue: Int

    /// The old view disappears before the new one appears.
    static let disappearsFirst = CallbackBehavior(rawValue: 1)
    /// The framework calls `onAppear` of visible views again in each pass.
    static let repeatsAppear = CallbackBehavior(rawValue: 2)
    /// The framework never calls `onDisappear`.
    static let omitsDisappear = CallbackBehavior(rawValue: 4)
    /// The framework keeps the closures of views that it has removed.
    static let keepsClosures = CallbackBehavior(rawValue: 8)
    /// The framework makes the state of a view anew in each pass until the view sets it.
    static let makesStateAnew = CallbackBehavior(rawValue: 16)
}

/// A window that shows one view at a time.
@MainActor final class Window {
    private let behavior: CallbackBehavior
    private var root: Node?
    private var keptClosures: [() -> Void] = []

    init(_ behavior: CallbackBehavior = []) { self.behavior = behavior }

    /// Makes a pass. The window keeps its node if the view has the type of the previous view.
    func show<Content: View>(_ view: Content) {
        if let root, root.isOf(view) {
            root.update(view, behavior)
            if behavior.contains(.repeatsAppear) { root.appear() }
            return
        }
        let old = root
        root = nil
        if behavior.contains(.disappearsFirst) { disappear(old) }
        let new = Node(view, behavior)
        new.appear()
        if behavior.contains(.keepsClosures) { keptClosures += new.closures }
        if !behavior.contains(.disappearsFirst) { disappear(old) }
        root = new
    }

    /// Hides the view and keeps its node, like a tab that is not selected.
    func hide() { disappear(root) }

    /// Shows the view of a hidden node again.
    func showAgain() { root?.appear() }

    private func disappear(_ node: Node?) {
        if !behavior.contains(.omitsDisappear) { node?.disappear() }
    }
}

/// The persistent part of a view.
@MainActor private final class Node {
    private var view: any View
    private var storage: [AnyObject] = []
    private var content: Node?

    init(_ view: any View, _ behavior: CallbackBehavior) {
        self.view = view
        update(view, behavior)
    }

    /// The closures of the view and its content.
    var closures: [() -> Void] {
        ((view as? any Callbacks).map { [$0.appear, $0.disappear] } ?? []) + (content?.closures ?? [])
    }

    func isOf<Other: View>(_ view: Other) -> Bool { type(of: self.view) == Other.self }

    func update(_ view: any View, _ behavior: CallbackBehavior) {
        self.view = view
        let states = Mirror(reflecting: view).children.compactMap { $0.value as? any PersistentState }
        storage = states.enumerated().map { index, state in
            state.adopt(index < storage.count ? storage[index] : nil, ifSet: behavior.contains(.makesStateAnew))
        }
        guard let body = body(of: view) else { return }
        if let content { content.update(body, behavior) } else { content = Node(body, behavior) }
    }

    private func body<Content: View>(of view: Content) -> (any View)? {
        Content.Body.self == Never.self ? nil : view.body
    }

    func appear() {
        content?.appear()
        (view as? any Callbacks)?.appear()
    }

    func disappear() {
        content?.disappear()
        (view as? any Callbacks)?.disappear()
    }
}
