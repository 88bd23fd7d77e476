import TraceAnalysis
import NavigationSimulator
import NavigationTraces
import PageViewLifecycle
import TestSupport
import Testing

/// The time axis (TL-003, TL-006).
@Suite(.watched)
struct TimeScaleTests {
    private func timeline(_ times: [Int64]) throws -> Timeline {
        let lines = times.map { "\(Timestamp.seconds(of: $0)) interaction tap" }
        return Timeline(try history(lines.joined(separator: "\n")))
    }

    @Test("Positions on the axis are in the order of the times, from end to end")
    func scaleIsMonotone() throws {
        for last in [1, 2, 999, 1_000_000, 3_600_000_000_000, Int64.max / 3, Int64.max] {
            let timeline = try timeline([0, last / 3, last])
            let scale = TimeScale(timeline, width: 777)
            let step = max(1, timeline.length / 1000)
            let times = stride(from: timeline.start.nanoseconds, to: timeline.end.nanoseconds - step, by: Int(step))
            let places = times.map { scale.x(Timestamp(nanoseconds: $0)) }
            #expect(zip(places, places.dropFirst()).allSatisfy { $0 <= $1 })
            #expect(scale.x(timeline.start) == 0 && scale.x(timeline.end) == 777)
            #expect(scale.x(Timestamp(nanoseconds: -5)) == 0 && scale.x(Timestamp(nanoseconds: .max)) == 777)
        }
    }

    @Test("Positions round to the nearest pixel, halves up")
    func placesAreRounded() throws {
        let timeline = try timeline([0, 100])
        // The axis ends at 105, a twentieth after the last event.
        let scale = TimeScale(timeline, width: 210)
        #expect([0, 1, 50, 100, 105].map { scale.x(Timestamp(nanoseconds: $0)) } == [0, 2, 100, 200, 210])
        let narrow = TimeScale(timeline, width: 21)
        #expect([2, 3, 7, 8].map { narrow.x(Timestamp(nanoseconds: $0)) } == [0, 1, 1, 2])
    }

    @Test("A folded gap is 24 pixels wide, and the other times keep their proportions")
    func gapsAreFolded() throws {
        let second: Int64 = 1_000_000_000
        let timeline = try timeline([0, 10 * second, 20 * second, 5000 * second, 5010 * second, 5020 * second])
        let gaps = timeline.gaps(.longer(than: 1000 * second))
        #expect(gaps.map { "\($0.lowerBound.seconds)-\($0.upperBound.seconds)" } == ["20-5000"])
        #expect(timeline.gaps(.automatic) == gaps)
        #expect(timeline.gaps(.never).isEmpty)
        let scale = TimeScale(timeline, width: 700, gaps: gaps)
        let places = [0, 10, 20, 5000, 5010, 5020].map { scale.x(Timestamp(nanoseconds: $0 * second)) }
        #expect(places[1] - places[0] == places[2] - places[1])
        #expect(places[3] - places[2] == 24)
        // The axis ends a twentieth of the unfolded time after the last event.
        #expect(timeline.end.seconds == "5022")
        #expect(places[4] - places[3] == places[5] - places[4])
        #expect(scale.stretches.map(\.isFolded) == [false, true, false])
        // Without folding, the first 20 seconds take 3 pixels.
        #expect(TimeScale(timeline, width: 700).x(Timestamp(nanoseconds: 20 * second)) == 3)
    }

    @Test("Any number of folded gaps takes at most a third of the axis")
    func manyGapsAreFolded() throws {
        var random = SplitMix(seed: 21)
        for count in [
            1, 2, 10, 100, 290, 300, 301, TestDepth.number(600, proof: 1_000), TestDepth.number(900, proof: 5_000),
        ] {
            var (now, times) = (0 as Int64, [0 as Int64])
            for _ in 0..<count {
                now += Int64(random.next() % 8_000_000_000) + 1
                times.append(now)
            }
            let timeline = try timeline(times)
            let width = 300 + Int(random.next() % 900)
            let scale = TimeScale(timeline, width: width, gaps: timeline.gaps(.longer(than: 4_000_000_000)))
            for (one, next) in zip(scale.stretches, scale.stretches.dropFirst()) {
                #expect(one.x + one.width == next.x && one.time.upperBound == next.time.lowerBound)
            }
            let last = try #require(scale.stretches.last)
            #expect(scale.stretches.first?.x == 0 && last.x + last.width == width, "\(count)")
            #expect(scale.x(timeline.end) == width)
            #expect(scale.stretches.filter(\.isFolded).reduce(0) { $0 + $1.width } <= width / 3)
            let places = times.map { scale.x(Timestamp(nanoseconds: $0)) }
            #expect(zip(places, places.dropFirst()).allSatisfy { $0 <= $1 })
        }
    }

    @Test("Automatic folding leaves usual and relatively short gaps")
    func usualGapsStay() throws {
        let second: Int64 = 1_000_000_000
        #expect(try timeline([0, 1, 3, 6, 15, 30].map { $0 * second }).gaps(.automatic).isEmpty)
        // This gap is unusual, but a small part of the whole.
        #expect(try timeline((0...100).map { $0 * second } + [130 * second]).gaps(.automatic).isEmpty)
        #expect(try timeline([]).gaps(.automatic).isEmpty)
        #expect(try timeline([0]).gaps(.automatic).isEmpty)
    }

    @Test(
        "Tick labels begin at zero and do not collide",
        arguments: [
            (100 as Int64, "0.00000000 s"), (1_500_000, "0.0000 s"), (2_000_000_000, "0.0 s"), (15_350_000_000, "0 s"),
            (599_000_000_000, "0 s"), (601_000_000_000, "0:00"), (7_200_000_000_000, "0:00:00"),
            (400_000_000_000_000, "0:00:00"), (Int64.max, "0 d"),
        ])
    func ticks(length: Int64, first: String) throws {
        let timeline = try timeline([0, length])
        for width in [60, 300, 900, 3000] {
            let scale = TimeScale(timeline, width: width)
            let ticks = TimeTicks(timeline, scale) { TextWidth.of($0, size: 11) }.ticks
            #expect(ticks.first?.time == .zero)
            if width == 900 { #expect(ticks.first?.label == first) }
            for (tick, next) in zip(ticks, ticks.dropFirst()) {
                let room = (TextWidth.of(tick.label, size: 11) + TextWidth.of(next.label, size: 11)) / 2
                #expect(tick.x + room < next.x)
            }
            if width >= 900 { #expect((width / 200...width / 40).contains(ticks.count), "\(ticks.count) at \(width)") }
        }
    }

    @Test("The axis has a tick after a folded gap")
    func ticksBehindGaps() throws {
        let second: Int64 = 1_000_000_000
        let timeline = try timeline([0, 20, 40, 60, 600, 605].map { $0 * second })
        let scale = TimeScale(timeline, width: 820, gaps: timeline.gaps(.longer(than: 100 * second)))
        let ticks = TimeTicks(timeline, scale) { TextWidth.of($0, size: 11) }.ticks
        #expect(ticks.map(\.label) == ["0:00", "0:10", "0:20", "0:30", "0:40", "0:50", "10:00"])
    }

    @Test(
        "Labels are seconds in short traces and clock times in long ones",
        arguments: [
            (20 as Int64, 2_500_000_000 as Int64, 500_000_000 as Int64, "2.5 s"),
            (20, 3_000_000_000, 500_000_000, "3.0 s"),
            (20, 3_000_000_000, 1_000_000_000, "3 s"), (20, 1_234_567, 1, "0.001234567 s"),
            (700, 65_000_000_000, 5_000_000_000, "1:05"), (700, 65_250_000_000, 250_000_000, "1:05.25"),
            (9000, 3_665_000_000_000, 5_000_000_000, "1:01:05"), (9000, 60_000_000_000, 60_000_000_000, "0:01:00"),
            (3590, 5_000_000_000, 5_000_000_000, "0:00:05"), (9000, 0, 1_000_000_000, "0:00:00"),
            (200_000, 93_784_000_000_000, 1_000_000_000, "1 d 2:03:04"),
        ])
    func labels(seconds: Int64, offset: Int64, step: Int64, text: String) throws {
        #expect(TimeLabels(try timeline([0, seconds * 1_000_000_000])).text(offset, step: step) == text)
    }

    @Test("In a trace that begins late, labels count from the start of the axis")
    func relativeLabels() throws {
        let timeline = try timeline([1_700_000_000_000_000_000, 1_700_000_010_000_000_000])
        #expect(TimeLabels(timeline).text(2_000_000_000, step: 1_000_000_000) == "+2 s")
        #expect(svg(try history("1700000000 didAppear a\n1700000010 note x")).contains(">from 1700000000 s</text>"))
    }
}
