package import PageViewLifecycle

/// An input of an engine, with the reported time or, without one, the engine's time (RC-001).
package struct RecordedInput: Sendable {
    package let input: Rules.Input
    package let time: Timestamp
    /// The components that a `show` destroys.
    package let destroyed: [ComponentID]

    package init(_ input: Rules.Input, at time: Timestamp, destroying destroyed: [ComponentID] = []) {
        self.input = input
        self.time = time
        self.destroyed = destroyed
    }
}

/// A recorder of an engine's inputs, in the engine's order and with its times (RC-001).
package protocol InputRecorder: AnyObject, Sendable {
    /// Receives the state of the engine once, before all inputs. Called under the engine's lock.
    func begin(_ rules: borrowing Rules)
    /// Receives each input before the engine applies it. Called under the engine's lock.
    func willApply(_ recorded: RecordedInput, _ rules: borrowing Rules)
    /// Ends the recording, because no more inputs follow. Called under the engine's lock.
    func end()
    /// Whether the engine must call ``write()`` after inputs.
    var needsWriting: Bool { get }
    /// Writes the recorded inputs. Called outside the engine's lock, on one thread at a time.
    func write()
}
