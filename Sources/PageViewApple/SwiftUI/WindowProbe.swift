#if os(iOS) || os(macOS) || os(tvOS) || os(visionOS) || os(watchOS) || SWIFTUI_STAND_IN
import PageViewAutomation
import SwiftUI

#if os(iOS) || os(tvOS) || os(visionOS) || UIKIT_STAND_IN
import UIKit

/// Asks the window that hosts a page, because `onAppear` is no evidence that anybody sees it: an invisible view in the
/// page's background, which is told when it gets into a window and when it leaves it.
struct WindowProbe: UIViewRepresentable {
    /// Whether there are windows that can be asked.
    static var isAvailable: Bool { true }

    let node: PageNode
    let adapter: SwiftUIPages?

    func makeUIView(context: Context) -> ProbeView { ProbeView(frame: .zero) }

    func updateUIView(_ view: ProbeView, context: Context) {
        (view.node, view.adapter) = (node, adapter)
        view.report()
    }

    /// The invisible view.
    final class ProbeView: UIView {
        var node: PageNode?
        var adapter: SwiftUIPages?

        override func didMoveToWindow() {
            super.didMoveToWindow()
            isUserInteractionEnabled = false
            report()
        }

        func report() {
            guard let node, let adapter else { return }
            if let window { node.attach(to: adapter.scenes.scene(of: window)) } else { node.detach() }
        }
    }
}
#elseif os(macOS) || APPKIT_STAND_IN
import AppKit

/// Asks the window that hosts a page, because `onAppear` is no evidence that anybody sees it: an invisible view in the
/// page's background, which is told when it gets into a window and when it leaves it.
struct WindowProbe: NSViewRepresentable {
    /// Whether there are windows that can be asked.
    static var isAvailable: Bool { true }

    let node: PageNode
    let adapter: SwiftUIPages?

    func makeNSView(context: Context) -> ProbeView { ProbeView(frame: .zero) }

    func updateNSView(_ view: ProbeView, context: Context) {
        (view.node, view.adapter) = (node, adapter)
        view.report()
    }

    /// The invisible view.
    final class ProbeView: NSView {
        var node: PageNode?
        var adapter: SwiftUIPages?

        override func viewDidMoveToWindow() {
            super.viewDidMoveToWindow()
            report()
        }

        func report() {
            guard let node, let adapter else { return }
            if let window { node.attach(to: adapter.scenes.scene(of: window)) } else { node.detach() }
        }
    }
}
#else
/// Stands where there is no window to ask: what SwiftUI says is believed if it has not been taken back in the next turn.
struct WindowProbe: View {
    /// Whether there are windows that can be asked.
    static var isAvailable: Bool { false }

    let node: PageNode
    let adapter: SwiftUIPages?

    var body: some View { EmptyView() }
}
#endif
#endif
