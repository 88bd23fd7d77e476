import FileFaults
import Foundation
import PageViewDelivery
import PageViewTracking
import TestSupport
import Testing

/// A tracker's persisted state in a file (JR-011).
@Suite(.watched)
struct FileTrackerStoreTests {
    @Test("The store loads the state saved last, whatever its content")
    func roundTrip() throws {
        let folder = try TestFolder()
        let path = folder.path + "/deep/er/memory.json"
        let store = FileTrackerStore(path: path)
        #expect(try store.load() == nil)
        var random = AnyEvents(seed: 11)
        for round in 1...200 {
            let consents: [Consent?] = Consent.allCases + [nil]
            let consent = consents[round % consents.count]
            let state = StoredTrackerState(
                consent: consent, revision: UInt64(round), lastDenial: consent == .denied ? UInt64(round) : 0,
                lastPurge: consent == .denied && round % 3 != 0 ? UInt64(round) : 0,
                queuedEvents: consent == .denied && round % 3 == 0 ? .deliver : .purge,
                identity: round % 5 == 0 || consent == .denied ? nil : random.identity())
            try store.save(state)
            #expect(try FileTrackerStore(path: path).load() == state)
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path + "/deep/er").sorted()
                == ["memory.json", "memory.json.denied"])
    }

    @Test("The file is compact JSON that only its owner can access")
    func file() throws {
        let folder = try TestFolder()
        let store = FileTrackerStore(path: folder.path + "/memory.json")
        let identity = UserIdentity(anonymousID: EventID(high: 1, low: 2), userID: "u", properties: ["plan": "pro"])
        try store.save(StoredTrackerState(consent: .granted, revision: 7, identity: identity))
        #expect(
            String(decoding: try folder.bytes("memory.json"), as: UTF8.self)
                == #"{"v":1,"consent":"granted","revision":7,"user":{"anonymousID":"00000000-0000-0001-0000-000000000002","id":"u","properties":{"plan":"pro"}}}"#
                + "\n")
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/memory.json")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("A damaged file is an error with a byte offset, and a save replaces the file")
    func damaged() throws {
        let folder = try TestFolder()
        let store = FileTrackerStore(path: folder.path + "/memory.json")
        for text in [
            "", "{", "[]", "{}", #"{"v":2}"#, #"{"v":1,"consent":"maybe"}"#, #"{"v":1,"user":{}}"#, "\u{0}",
            #"{"v":1} x"#, #"{"v":1,"revision":-1}"#, #"{"v":1,"revision":18446744073709551615}"#,
            #"{"v":1,"queuedEvents":"some"}"#, #"{"v":1,"consent":"denied","consent":"granted"}"#,
        ] {
            try folder.write(text.utf8, to: "memory.json")
            let error = #expect(throws: JournalError.self) { try store.load() }
            #expect(error?.path == folder.path + "/memory.json", "\(text)")
            #expect(error?.found.hasPrefix("byte ") == true, "\(text)")
        }
        try store.save(StoredTrackerState(consent: .denied))
        #expect(try store.load() == StoredTrackerState(consent: .denied))
        let whole = try folder.bytes("memory.json")
        for count in 0..<(whole.count - 1) {
            try folder.write(whole[..<count], to: "memory.json")
            #expect(throws: JournalError.self) { try store.load() }
        }
    }

    @Test("Keys of later versions are ignored")
    func grows() throws {
        let folder = try TestFolder()
        try folder.write(#"{"later":[1],"v":1,"consent":"granted"}"#.utf8, to: "memory.json")
        #expect(
            try FileTrackerStore(path: folder.path + "/memory.json").load() == StoredTrackerState(consent: .granted))
    }

    @Test(
        "If a denial cannot be saved, the store empties a grant and keeps any other state",
        arguments: [Consent.granted, .undecided, .denied, nil])
    func deniedOnAFullDisk(consent: Consent?) throws {
        let disk = SimulatedDisk()
        let store = FileTrackerStore(path: "/app/memory.json", in: disk)
        let state = StoredTrackerState(consent: consent, revision: 4, lastDenial: 3, lastPurge: 3)
        try store.save(state)
        try? disk.remove("/app/memory.json.denied")
        disk.isFull = true
        #expect(throws: JournalError.self) { try store.save(StoredTrackerState(consent: .denied, revision: 5)) }
        let bytes = try #require(disk.contents["/app/memory.json"])
        if consent == .undecided || consent == .denied {
            #expect(try store.load() == state)
        } else {
            #expect(bytes.isEmpty)
        }
    }

    @Test("A failed save keeps the earlier state")
    func cannotSave() throws {
        let folder = try TestFolder()
        let store = FileTrackerStore(path: folder.path + "/memory.json")
        try store.save(StoredTrackerState(consent: .granted))
        var deep = AnalyticsValue.null
        for _ in 0..<1_000 { deep = .array([deep]) }
        let identity = UserIdentity(anonymousID: EventID(high: 0, low: 0), properties: ["deep": deep])
        #expect(throws: JournalError.self) { try store.save(StoredTrackerState(consent: .denied, identity: identity)) }
        let text = String(repeating: "x", count: 1_000_000)
        let large = UserIdentity(anonymousID: EventID(high: 0, low: 0), userID: text)
        #expect(throws: JournalError.self) { try store.save(StoredTrackerState(consent: .denied, identity: large)) }
        #expect(try store.load() == StoredTrackerState(consent: .granted))
        try FileManager.default.createDirectory(atPath: folder.path + "/folder", withIntermediateDirectories: false)
        #expect(throws: JournalError.self) {
            try FileTrackerStore(path: folder.path + "/folder").save(StoredTrackerState(consent: .denied))
        }
        #expect(try folder.names == ["folder", "memory.json", "memory.json.denied"])
    }
}
