import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

@Suite(.watched)
struct RecordedCalendarTimeTests {
    private func beganAt(_ recorder: TraceRecorder) -> Int64? {
        for case .header(let header) in recorder.lines { return header.beganAt }
        return nil
    }

    @Test("The header has the calendar time of trace time 0 in whole milliseconds, unless options leave it out")
    func system() throws {
        let engine = PageViewEngine()
        let recorder = TraceRecorder(of: engine)
        let zero = SystemClock.calendarReading - SystemClock.now.nanoseconds
        let beganAt = try #require(self.beganAt(recorder))
        #expect(abs(beganAt - zero) < 1_000_000_000 && beganAt % 1_000_000 == 0)
        let text = recorder.text(as: .jsonLines)
        #expect(text.contains(#""beganAt":"20"#))
        let read = try #require(try header(text).beganAt)
        #expect(abs(read - beganAt) < 1_000_000_000)
        for options in [RecordingOptions.withoutUserData, RecordingOptions(includesCalendarTime: false)] {
            #expect(self.beganAt(TraceRecorder(of: engine, options: options)) == nil)
        }
    }

    @Test("A recording with a manual clock has the calendar time of the options, or none")
    func manual() {
        let engine = PageViewEngine(clock: ManualClock())
        #expect(beganAt(TraceRecorder(of: engine)) == nil)
        let options = RecordingOptions(calendarTimeOfZero: .milliseconds(1_772_442_000_250))
        let recorder = TraceRecorder(of: engine, options: options)
        #expect(beganAt(recorder) == 1_772_442_000_250_000_000)
        #expect(recorder.text().hasPrefix("trace title=recorded beganAt=2026-03-02T09:00:00.250Z\n"))
    }
}
