import PageViewAutomation

/// Changes of the whole window.
extension Deck {
    func minimise() { engine.report(.background, of: scene) }
    func restore() { engine.report(.foreground, of: scene) }
    func focus() { engine.report(.active, of: scene) }
    func blur() { engine.report(.inactive, of: scene) }
    func close() { engine.report(.close, of: scene) }
}
