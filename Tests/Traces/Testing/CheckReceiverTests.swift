import PageViewTesting
import TestSupport
import Testing

/// The compatibility test for receivers: a correct receiver passes, and each kind of mistake fails (rule TS-010).
@Suite(.watched)
struct CheckReceiverTests {
    final class Product: ReceiverUnderTest, PageViewReceiver {
        enum Mistake: CaseIterable {
            case loses, doubles, swaps, onlyFirst, otherKindsToo, onlyByHand, noLinks, atMostAThousand
        }

        private let mistake: Mistake?
        private let numbers = Locked<[UInt64]>([])

        init(_ mistake: Mistake? = nil) { self.mistake = mistake }

        var receiver: any PageViewReceiver { self }

        func receive(_ record: EngineRecord) {
            if case .diagnostic = record, mistake == .otherKindsToo { numbers.withLock { $0.append(0) } }
            guard case .pageView(let view) = record else { return }
            numbers.withLock { numbers in
                switch mistake {
                case .loses where view.sequence == 77, .onlyFirst where view.sequence > 1: break
                case .onlyByHand where view.cause != .manual && view.cause != .ready: break
                case .noLinks where view.deepLink != nil: break
                case .atMostAThousand where view.sequence > 1_000: break
                case .doubles where view.sequence == 2: numbers += [2, 2]
                case .swaps where view.sequence == 500: numbers.insert(500, at: 0)
                default: numbers.append(view.sequence)
                }
            }
        }

        func arrived() -> [UInt64] { numbers.withLock { $0 } }
    }

    @Test("A correct receiver passes every check")
    func right() async throws {
        let report = try await checkReceiver { Product() }
        #expect(report.checks.count == 7)
        #expect(report.failures.isEmpty)
    }

    @Test("The checks notice each mistake, and name a missing page view", arguments: Product.Mistake.allCases)
    func wrong(_ mistake: Product.Mistake) async {
        let error = await #expect(throws: CompatibilityFailure.self) { try await checkReceiver { Product(mistake) } }
        if mistake == .loses {
            #expect(error?.description.contains("expected page view 77 to arrive after 76, found 78") == true)
        }
    }
}
