package import PageViewLifecycle

/// An input of an engine, with the reported time or, without one, the engine's time (RC-001).
package struct RecordedInput: Sendable {
    package let input: Rules.Input
    package let time: Timestamp
    /// The components that a `show` destroys.
    package let destroyed: [ComponentID]

    package init(_ input: Rules.Input, at time: Timestamp, destroying destroyed: [ComponentID] = []) {
        (self.input, self.time, self.destroyed) = (input, time, destroyed)
    }
}

/// A policy that removes private data from recordings (RC-009).
package protocol RecordingPolicy: Sendable {
    func redacted(_ text: String) -> String
    func redacted(link: String) -> String
    func redacted(_ payload: Payload) -> Payload
    var roundsTimes: Bool { get }
}

/// A recorder of an engine's inputs, in the engine's order and with its times (RC-001).
package protocol InputRecorder: AnyObject, Sendable {
    /// Whether the recorder obeys the trackers of its engine (RC-009).
    var obeysTrackers: Bool { get }
    /// Forgets everything recorded, and applies the policies from now on. Called under the engine's lock.
    func clear(_ policies: [any RecordingPolicy])
    /// Removes the ended recording. Called outside the engine's lock. Returns why that failed.
    func remove() -> String?
    /// Receives the state of the engine before the inputs that follow. Called under the engine's lock.
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
