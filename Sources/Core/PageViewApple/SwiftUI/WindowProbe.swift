#if os(iOS) || os(macOS) || os(tvOS) || os(visionOS) || os(watchOS) || SWIFTUI_STAND_IN
import PageViewAutomation
import SwiftUI

#if os(iOS) || os(tvOS) || os(visionOS) || UIKIT_STAND_IN
import UIKit

typealias ProbeRepresentable = UIViewRepresentable
typealias ProbeBaseView = UIView
#elseif os(macOS) || APPKIT_STAND_IN
import AppKit

typealias ProbeRepresentable = NSViewRepresentable
typealias ProbeBaseView = NSView

extension NSResponder {
    var next: NSResponder? { nextResponder }
}
#endif

#if os(iOS) || os(tvOS) || os(visionOS) || UIKIT_STAND_IN || os(macOS) || APPKIT_STAND_IN
/// An invisible view behind a page, which reports when its window changes.
///
/// SwiftUI's `onAppear` does not prove that the user sees the view, so the probe checks the window.
struct WindowProbe: ProbeRepresentable {
    static var isAvailable: Bool { true }

    let node: PageNode
    let adapter: SwiftUIPages?

    #if os(iOS) || os(tvOS) || os(visionOS) || UIKIT_STAND_IN
    func makeUIView(context: Context) -> ProbeView { ProbeView(frame: .zero) }

    func updateUIView(_ view: ProbeView, context: Context) { view.update(from: self) }
    #else
    func makeNSView(context: Context) -> ProbeView { ProbeView(frame: .zero) }

    func updateNSView(_ view: ProbeView, context: Context) { view.update(from: self) }
    #endif

    final class ProbeView: ProbeBaseView {
        var node: PageNode?
        var adapter: SwiftUIPages?

        func update(from probe: WindowProbe) {
            (node, adapter) = (probe.node, probe.adapter)
            report()
        }

        #if os(iOS) || os(tvOS) || os(visionOS) || UIKIT_STAND_IN
        override func didMoveToWindow() {
            super.didMoveToWindow()
            isUserInteractionEnabled = false
            report()
        }
        #else
        override func viewDidMoveToWindow() {
            super.viewDidMoveToWindow()
            report()
        }
        #endif

        func report() {
            guard let node, let adapter else { return }
            adapter.report(.attach, of: node) { [weak self] in
                guard let window = self?.window else { return $0.detach() }
                $0.attach(to: adapter.scenes.scene(of: window), level: self?.controller?.presentationDepth ?? 0)
            }
        }

        private var controller: PlatformViewController? {
            var responder = next
            while let current = responder, !(current is PlatformViewController) { responder = current.next }
            return responder as? PlatformViewController
        }
    }
}
#else
/// An empty view on a platform without windows, where the adapter relies on SwiftUI's calls alone.
struct WindowProbe: View {
    static var isAvailable: Bool { false }

    let node: PageNode
    let adapter: SwiftUIPages?

    var body: some View { EmptyView() }
}
#endif
#endif
