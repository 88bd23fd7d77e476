import PageViewAutomation

/// Changes of the whole window.
extension Deck {
    func minimise() { reporter.report(.background, of: scene) }
    func restore() { reporter.report(.foreground, of: scene) }
    func focus() { reporter.report(.active, of: scene) }
    func blur() { reporter.report(.inactive, of: scene) }
    func close() { reporter.report(.close, of: scene) }
}
