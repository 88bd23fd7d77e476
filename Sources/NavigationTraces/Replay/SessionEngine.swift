package import PageViewAutomation

/// The engine that the events of a session are applied to: the rules alone, or an engine with clock, receivers and pages.
package protocol SessionEngine: ~Copyable {
    var mainScene: SceneID { get }

    mutating func makeComponent(tag: UInt64) -> ComponentID
    /// Called once for each component that has been destroyed.
    mutating func release(_ component: ComponentID)
    mutating func makeScene(tag: UInt64) -> SceneID
    func isForgotten(_ scene: SceneID) -> Bool

    /// Applies an input, at a time or at the time of the input before.
    mutating func apply(_ input: EngineInput<ComponentID, SceneID>, at time: Timestamp?)
}
