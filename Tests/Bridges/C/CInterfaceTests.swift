import CPageView
import Foundation
import PageViewC
import TestSupport
import Testing

/// The functions of the header, called as C calls them. `Tests/Integration/C` tests them from C and C++.
@Suite(.watched)
final class CInterfaceTests {
    private let engine = makeEngine()
    /// The file of a recording.
    private let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).trace").path

    deinit {
        _ = pv_engine_destroy(engine)
        try? FileManager.default.removeItem(atPath: path)
    }

    @Test("A handle of an ended object, of another kind, or of no object gives a status")
    func handlesEnd() {
        let page = makePage("home")
        let component = makeComponent(engine, page)
        #expect(pv_component_ready(component, engine, 0, 1) == PV_ERROR_HANDLE)
        #expect(pv_component_ready(component, 0x1234_5678_9ABC_DEF0, 0, 1) == PV_ERROR_HANDLE)
        #expect(pv_page_destroy(page) == PV_OK)
        #expect(pv_page_destroy(page) == PV_ERROR_HANDLE)
        #expect(pv_component_ready(component, page, 0, 1) == PV_ERROR_HANDLE)
        let other = makeEngine()
        #expect(pv_component_move(component, makeComponent(other, 0), 1) == PV_ERROR_FOREIGN_HANDLE)
        #expect(pv_component_report(component, Int32(PV_DESTROY), 1) == PV_OK)
        #expect(pv_component_report(component, Int32(PV_DID_APPEAR), 1) == PV_ERROR_HANDLE)
        #expect(makeComponent(engine, 0).number != component.number)
        #expect(pv_engine_destroy(engine) == PV_OK)
        #expect(pv_engine_destroy(engine) == PV_ERROR_HANDLE)
        #expect(pv_engine_destroy(other) == PV_OK)
    }

    @Test("A report about a destroyed component gives a status and a diagnostic")
    func lateReportIsDiagnosed() {
        let log = Log(engine, kinds: PV_DIAGNOSTIC)
        let component = makeComponent(engine, 0)
        #expect(pv_component_report(component, Int32(PV_DESTROY), 1) == PV_OK)
        #expect(pv_component_pending(component, 0, 2) == PV_ERROR_HANDLE)
        #expect(pv_component_report(component, Int32(PV_DESTROY), 3) == PV_ERROR_HANDLE)
        #expect(log.records.map(\.text) == ["eventAfterDestroy", "eventAfterDestroy"])
        #expect(log.records.map(\.component) == [component.number, component.number])
    }

    @Test("A value that is too deep, a circle, and a text that is not UTF-8 give a status")
    func valuesAreLimited() {
        var payload: pv_payload = 7
        let circle = UnsafeMutablePointer<pv_value>.allocate(capacity: 2)
        unsafe circle.initialize(repeating: pv_value(), count: 2)
        for index in 0..<2 {
            unsafe circle[index].kind = Int32(PV_ARRAY)
            unsafe circle[index].as.array.items = UnsafePointer(circle)
            unsafe circle[index].as.array.count = index + 1
        }
        for index in 0..<2 {
            var field = unsafe pv_field()
            unsafe field.value = circle[index]
            #expect(unsafe pv_payload_create(&field, 1, &payload) == PV_ERROR_TOO_LARGE)
        }
        unsafe circle.deallocate()
        for bytes: [UInt8] in [[0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82]] {
            let status = unsafe bytes.withUnsafeBufferPointer { buffer in
                unsafe buffer.withMemoryRebound(to: CChar.self) { buffer in
                    unsafe pv_page_create(pv_text(bytes: buffer.baseAddress, length: buffer.count), pv_text(), &payload)
                }
            }
            #expect(status == PV_ERROR_TEXT)
        }
        #expect(payload == 7)
    }

    @Test("A page view has the page, the payload, and the page before it; release follows the last record once")
    func recordsAreComplete() {
        let log = Log(engine, kinds: PV_PAGE_VIEW)
        let (home, item) = (makeComponent(engine, makePage("home")), makeComponent(engine, makePage("item")))
        var field = unsafe pv_field()
        unsafe "price".withCString { name in
            unsafe field.name = pv_text(bytes: name, length: 5)
            unsafe field.value.kind = Int32(PV_INT)
            unsafe field.value.as.integer = 89
            #expect(unsafe pv_component_ready_with(item, 0, &field, 1, 0) == PV_OK)
        }
        #expect(pv_component_report(home, Int32(PV_DID_APPEAR), 1) == PV_OK)
        #expect(pv_component_report(item, Int32(PV_DID_APPEAR), 2) == PV_OK)
        #expect(log.records.map(\.text) == ["home after nil: []", "item after home: [\"price 89\"]"])
        #expect(log.releaseCount == 0)
        #expect(pv_engine_destroy(engine) == PV_OK)
        #expect(log.releaseCount == 1)
    }

    @Test("A receiver can destroy the engine, and gets no further record")
    func receiverDestroysEngine() {
        let log = Log(engine, kinds: PV_ALL_KINDS)
        log.destroysEngine = true
        let home = makeComponent(engine, makePage("home"))
        #expect(pv_component_report(home, Int32(PV_DID_APPEAR), 1) == PV_OK)
        #expect(log.records.count == 1)
        #expect(log.releaseCount == 1)
        #expect(pv_engine_destroy(engine) == PV_ERROR_HANDLE)
    }

    @Test("The names in an answer lie in the caller's buffer")
    func namesLieInTheBuffer() {
        let home = makeComponent(engine, makePage("home"))
        #expect(pv_component_report(home, Int32(PV_DID_APPEAR), 1) == PV_OK)
        var answer = unsafe pv_answer()
        let query = Int32(PV_QUERY_CURRENT_PAGE)
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4) { buffer in
            let start = buffer.baseAddress
            #expect(unsafe pv_page_query(engine, query, pv_scene(), start, 3, &answer) == PV_ERROR_BUFFER)
            #expect(unsafe answer.needed == 4 && !answer.exists)
            #expect(unsafe pv_page_query(engine, query, pv_scene(), start, 4, &answer) == PV_OK)
            #expect(unsafe answer.exists && answer.page.page.name.bytes == UnsafePointer(start))
            #expect(unsafe string(answer.page.page.name) == "home")
        }
    }

    private func startRecording(
        _ path: String, _ options: UnsafePointer<pv_recording_options>?,
        _ recording: UnsafeMutablePointer<pv_recording>
    ) -> pv_status {
        unsafe path.withCString {
            unsafe pv_recording_start(engine, pv_text(bytes: $0, length: path.utf8.count), options, recording)
        }
    }

    @Test("A recording that cannot begin gives a status and keeps the caller's context")
    func recordingNeedsAFile() {
        var recording: pv_recording = 5
        #expect(unsafe startRecording("/nonexistent/x", nil, &recording) == PV_ERROR_FILE)
        #expect(recording == 5)
        #expect(pv_recording_stop(5, nil) == PV_ERROR_HANDLE)
    }

    @Test("A function that names components knows the handle of its recording and can stop it")
    func recordingHandleIsSetBeforeItsFirstCall() throws {
        _ = makeComponent(engine, makePage("home"))
        // The handle, and the status of the stop inside the first call.
        let seen = UnsafeMutablePointer<(handle: pv_recording, status: pv_status)>.allocate(capacity: 1)
        unsafe seen.initialize(to: (0, -1))
        defer { unsafe seen.deallocate() }
        var options = unsafe pv_recording_options()
        unsafe options.size = MemoryLayout<pv_recording_options>.size
        unsafe options.context = UnsafeMutableRawPointer(seen)
        unsafe options.naming = { _, _, _, _, _, context in
            guard let context = unsafe context else { return 0 }
            let seen = unsafe context.assumingMemoryBound(to: (handle: pv_recording, status: pv_status).self)
            if unsafe seen.pointee.status == -1 {
                unsafe seen.pointee.status = pv_recording_stop(seen.pointee.handle, nil)
            }
            return 0
        }
        #expect(unsafe startRecording(path, &options, &seen.pointee.handle) == PV_OK)
        #expect(unsafe seen.pointee.status == PV_OK)
        #expect(unsafe pv_recording_stop(seen.pointee.handle, nil) == PV_ERROR_HANDLE)
        #expect(pv_component_report(makeComponent(engine, makePage("item")), Int32(PV_DID_APPEAR), 1) == PV_OK)
        #expect(try !String(contentsOfFile: path, encoding: .utf8).contains("item"))
    }

    @Test("Without user data, a recording has neither names nor texts nor a calendar time")
    func recordingWithoutUserData() throws {
        var options = unsafe pv_recording_options()
        unsafe options.size = MemoryLayout<pv_recording_options>.size
        unsafe options.without_user_data = true
        unsafe options.naming = { _, _, _, buffer, _, _ in
            unsafe buffer?.pointee = 0x78
            return 1
        }
        var recording: pv_recording = 0
        #expect(unsafe startRecording(path, &options, &recording) == PV_OK)
        let component = makeComponent(engine, makePage("bob@example.com"))
        #expect(pv_component_report(component, Int32(PV_DID_APPEAR), 1) == PV_OK)
        #expect(
            unsafe "call bob".withCString {
                unsafe pv_recording_note(engine, pv_text(bytes: $0, length: 8), 0, pv_time(1))
            } == PV_OK)
        #expect(pv_recording_stop(recording, nil) == PV_OK)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains("didAppear page-1-0") && text.contains("left out"))
        #expect(!text.contains("bob") && !text.contains("beganAt"))
    }

    @Test("The reports of a turn are one update, which counts what remains")
    func turnsAreUpdates() {
        let log = Log(engine, kinds: PV_PAGE_VIEW)
        let (list, item) = (makeComponent(engine, makePage("list")), makeComponent(engine, makePage("item")))
        var (turn, scheduled): (pv_turn, Int) = (0, 0)
        #expect(
            unsafe pv_turn_create(
                engine, { _, context in unsafe context?.assumingMemoryBound(to: Int.self).pointee += 1 },
                &scheduled, nil, &turn) == PV_OK)
        for component in [list, item] {
            #expect(pv_turn_begin(turn) == PV_OK)
            #expect(pv_component_report(list, Int32(PV_DID_DISAPPEAR), 1) == PV_OK)
            #expect(pv_component_report(component, Int32(PV_DID_APPEAR), 1) == PV_OK)
        }
        #expect(log.records.isEmpty)
        #expect(scheduled == 1)
        #expect(pv_turn_end(turn) == PV_OK)
        #expect(log.records.map(\.text) == ["item after nil: []"])
        #expect(pv_turn_destroy(turn) == PV_OK)
        #expect(pv_turn_begin(turn) == PV_ERROR_HANDLE)
    }

    @Test("A struct of the first version of the header has the defaults of the later fields")
    func shorterStructsAreAccepted() {
        let component = makeComponent(engine, 0)
        var declaration = pv_declaration()
        (declaration.attached, declaration.exclusive) = (-1, 9)
        for (size, status) in [(72, PV_OK), (80, PV_ERROR_VALUE), (88, PV_ERROR_VALUE), (96, PV_ERROR_VALUE)] {
            declaration.size = size
            #expect(unsafe pv_component_declare(component, &declaration, 1) == status)
        }
        #expect(unsafe pv_recording_note(engine, pv_text(), .max, 2) == PV_ERROR_VALUE)
    }
}
