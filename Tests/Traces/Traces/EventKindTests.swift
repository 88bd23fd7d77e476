import PageViewAutomation
import TestSupport
import Testing

@testable import NavigationTraces

/// The mapping between the names of events, their keys and the inputs of the engine.
@Suite(.watched)
struct EventKindTests {
    @Test("An event keeps the values of all its keys, and no others", arguments: EventKind.allCases)
    func keysAreKept(kind: EventKind) throws {
        let input = try EngineInput(Self.full(kind))
        let values = input.values
        #expect(values.kind == kind)
        let keys = FieldList(values).fields.map(\.key)
        // In the line notation, the context of a page has a key of its own.
        #expect(keys == kind.grammar.all.filter { $0 != .context })
        #expect(try EngineInput(values) == input)
    }

    @Test("An input without a notation is printed as a note, and a replay ignores the input")
    func inexpressible() {
        let item = TraceEvent.Action.move("item", into: "list")
        let declared = TraceEvent.Action.declare(
            component: "item", page: "item", payload: nil, notifier: ObjectIdentifier(Self.self), mistake: nil)
        for (action, text) in [
            (item, "no trace can express: move of item into list"),
            (.move("item", into: nil), "no trace can express: move of item out of its container"),
            (declared, "no trace can express: declare of item as item"),
            (.start(countingVisible: true), "no trace can express: start"),
        ] {
            for notation in [TraceNotation.lines, .jsonLines] {
                let reading = Reading(printed(.event(TraceEvent(time: .zero, action)), notation), notation)
                #expect(reading.lines == [.event(TraceEvent(time: .zero, .note(text)))])
            }
            var replay = TraceReplay()
            #expect(replay.apply(TraceEvent(action)).isEmpty)
            #expect(replay.session(nil) == nil)
        }
    }

    private static func full(_ kind: EventKind) -> EventValues {
        EventValues(
            kind: kind, component: "item", scene: "left", parent: "list", page: "item", payload: ["price": 5],
            isReady: true, isAttached: false, isExclusive: true, level: 2,
            entries: [TraceEvent.Action.ShownEntry(component: "item")], text: "words", source: "mail",
            target: "offer", expires: 4, nextPageView: 3)
    }
}
