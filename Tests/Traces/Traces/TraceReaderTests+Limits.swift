import NavigationSimulator
import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

extension TraceReaderTests {
    private func nested(_ levels: Int, _ open: String, _ inner: String, _ close: String) -> String {
        String(repeating: open, count: levels) + inner + String(repeating: close, count: levels)
    }

    @Test(
        "The reader accepts 512 levels of nesting, including the line's object, and rejects 513",
        arguments: [("[", "1", "]"), (#"{"x":"#, "1", "}"), ("[", "", "]")])
    func nestingIsLimited(open: String, inner: String, close: String) throws {
        // The line is the first level. The payload or the value of the unknown key is the second.
        for (before, used) in [
            (#"{"event":"ready","component":"a","payload":{"p":"#, 2), (#"{"event":"note","other":"#, 1),
        ] {
            let after = String(repeating: "}", count: used)
            let deepest = before + nested(512 - used, open, inner, close) + after
            #expect(try line(deepest) == line(text(line(deepest), .jsonLines)))
            let tooDeep = before + nested(513 - used, open, inner, close) + after
            let reading = Reading(tooDeep)
            #expect(reading.lines.isEmpty)
            #expect(reading.errors.map(\.column) == [before.utf8.count + (512 - used) * open.utf8.count + 1])
            #expect(reading.errors.allSatisfy { $0.message.contains("512") })
        }
    }

    @Test("Nesting without an end is one error", arguments: ["[", #"{"a":"#, #"[{"a":"#])
    func endlessNesting(open: String) {
        let deep = String(repeating: open, count: 100_000)
        #expect(Reading(#"{"event":"note","other":"# + deep).errors.count == 1)
        #expect(Reading(deep).errors.count == 1)
        #expect(Reading("ready a payload=" + deep, .lines).errors.count == 1)
    }

    @Test(
        "JSON Lines can express every depth of nesting that the line notation accepts", arguments: [510, 511, 512, 513])
    func nestingInWords(levels: Int) throws {
        let reading = Reading("ready a payload=" + nested(levels, #"{"x":"#, "1", "}"), .lines)
        #expect(reading.lines.count + reading.errors.count == 1)
        #expect(reading.errors.isEmpty || levels > 511)
        for line in reading.lines {
            let json = Reading(printed(line, .jsonLines))
            #expect(json.errors == [])
            #expect(json.lines == [line])
        }
    }

    @Test(
        "Every truncated line is an error",
        arguments: [
            #"{"t":1.25e0,"event":"create","component":"é\u00e9\ud83d\ude00","page":{"name":"x","context":"y"},"payload":{"a":[true,null,-1.5]}}"#,
            #"{"trace":1,"title":"x","policy":{"reveal":"counts"},"exhaustive":["pageView"]}"#,
            #"{"expect":"pageView","deepLink":{"url":"x","referrer":null},"previous":null,"seq":1}"#,
        ])
    func truncatedLines(text: String) {
        let bytes = Array(text.utf8)
        for length in 1..<bytes.count {
            let reading = Reading(Array(bytes[..<length]))
            #expect(reading.lines.isEmpty && reading.errors.count == 1, "\(length) bytes")
            // The error belongs to the first line.
            let next = Reading(bytes[..<length] + [0x0A] + bytes.dropFirst(0))
            #expect(next.errors.map(\.line).first == 1, "\(length) bytes")
        }
        #expect(Reading(bytes).lines.count == 1)
        #expect(Reading(Array(bytes[..<0])).errors.isEmpty)
    }

    @Test("Malformed input never traps, and causes at most one result for each line")
    func malformedInputNeverTraps() {
        var random = SplitMix(seed: 0x5EED_0001)
        let samples =
            [TraceReaderTests.mixed].flatMap { $0.split(separator: "\n").map { Array($0.utf8) } } + [
                Array(#"0.5 create home#1 page="a b" context=c payload={"a":[1,2.5,"x"]} attached=false"#.utf8),
                Array(#"expect pageView home deepLink={"url":"x","referrer":null} previous=null seq=1 t=0.5"#.utf8),
                Array("trace title=x policy.reveal=counts exhaustive=pageView,pageLeave".utf8),
            ]
        let nasty: [UInt8] = Array(#"{}[]":,\=#0e.-u nt"#.utf8) + [0x00, 0x7F, 0x80, 0xC3, 0xED, 0xF4, 0xFF, 0x0D]
        var errorCount = 0
        let count = TestDepth.number(1_500, proof: 4_000)
        for _ in 0..<count {
            var bytes = samples.randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes.remove(at: place)
                case 1: bytes.insert(nasty.randomElement(using: &random) ?? 0, at: place)
                case 2: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
                default: bytes[place] = nasty.randomElement(using: &random) ?? 0
                }
            }
            let lines = 1 + bytes.count { $0 == 0x0A }
            for notation in [TraceNotation.jsonLines, .lines] {
                let reading = Reading(bytes, notation)
                #expect(reading.lines.count + reading.errors.count <= lines)
                #expect(reading.errors.allSatisfy { $0.column >= 1 && $0.column <= bytes.count + 1 })
                errorCount += reading.errors.count
            }
        }
        #expect(errorCount > count)
    }

    @Test("The reader reads a line of megabytes")
    func longLine() throws {
        let long = String(
            repeating: "0123456789abcde\u{e9}", count: TestDepth.number(2_000_000, proof: 10_000_000) / 17)
        let reading = Reading(#"{"event":"note","text":"\#(long)"}"# + "\n" + Self.end)
        #expect(reading.errors.isEmpty)
        #expect(reading.numbers == [1, 2])
        #expect(reading.lines.first == .event(TraceEvent(.note(long))))
    }

    @Test("A long malformed line is an error at its column, and the reader reads the next line")
    func longMalformedLine() {
        let before = #"{"event":"note","text":""# + String(repeating: "x", count: 1_000_000)
        let reading = Reading(before + "\n" + Self.end)
        #expect(reading.errors.map(\.column) == [before.utf8.count + 1])
        #expect(reading.numbers == [2])
    }

    @Test("A line beyond the limit is one error, and the reader reads the next line")
    func lineBeyondTheLimit() {
        var reader = TraceReader(notation: .jsonLines)
        let piece = [UInt8](repeating: 0x20, count: 4 << 20)
        var errors: [TraceError] = []
        for _ in 0..<17 {
            reader.append(piece)
            do {
                #expect(try reader.next() == nil)
            } catch {
                errors.append(error)
            }
        }
        #expect(errors.map(\.line) == [1])
        reader.append(Array("x\n\(Self.end)\n".utf8))
        #expect((try? reader.next()) != nil)
        #expect(reader.lineNumber == 2)
    }
}
