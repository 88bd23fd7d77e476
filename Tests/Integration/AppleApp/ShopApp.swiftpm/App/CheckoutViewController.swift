import PageViewApple
import Shop
import SwiftUI
import UIKit

/// A page of UIKit. Its base class reports it to `ViewControllerPages.shared`.
final class CheckoutViewController: BaseViewController, AnalyticsPage {
    let pageViewNotifier = PageViewNotifier(.checkout)

    override func loadView() {
        let label = UILabel(frame: .zero)
        label.text = "Thank you"
        label.textAlignment = .center
        view = label
    }
}

/// The controller in SwiftUI's stack.
struct CheckoutView: UIViewControllerRepresentable {
    func makeUIViewController(context: Context) -> CheckoutViewController {
        CheckoutViewController(nibName: nil, bundle: nil)
    }

    func updateUIViewController(_ controller: CheckoutViewController, context: Context) {}
}
