import Foundation
import TestSupport
import Testing

@testable import PageViewAudit

/// The expected outputs of the journeys in `Specs/Tools/Audits/`. `CommandTests.auditJourney` compares the command with them.
@Suite(.watched)
struct AuditJourneyTests {
    /// The outcomes, each with its causes, by the tables of AU-205 to AU-207.
    private static let table: [String: [String]] = [
        "ignored": [], "folded": [], "right": [],
        "repeated": ["retry", "cancelledTransition", "reveal", "foreground", "duplicateCallback", "unexplained"],
        "tooEarly": ["leftBeforeReady", "notReady"], "tooLate": ["unexplained"], "wrongName": ["unmappedName"],
        "outOfPlace": [
            "unknownSession", "container", "notAPage", "secondWindow", "background", "pageLeft", "unexplained",
        ],
        "missing": ["nothingSent", "sharedName", "secondWindow", "unexplained"],
    ]

    /// The JSON objects of all expected outputs.
    private static func entries() throws -> [[String: Any]] {
        let folder = packageFolder.appending(path: "Specs/Tools/Audits")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).flatMap { name in
            let report = try String(contentsOf: folder.appending(path: "\(name)/expected.json"), encoding: .utf8)
            return try report.split(separator: "\n").compactMap {
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }
        }
    }

    @Test("The expected outputs contain each outcome and each cause of the tables, and no others")
    func everyCauseOccurs() throws {
        var found: [String: Set<String>] = [:]
        for entry in try Self.entries() {
            guard let outcome = entry["outcome"] as? String else { continue }
            found[outcome, default: []].formUnion((entry["cause"] as? String).map { [$0] } ?? [])
        }
        #expect(found == Self.table.mapValues { Set($0) })
    }

    @Test("The tables contain all outcomes and causes of the program")
    func tablesAreWhole() {
        #expect(Set(Self.table.keys) == Set(AuditOutcome.allCases.map(\.name)))
        #expect(Set(Self.table.values.joined()) == Set(AuditCause.allCases.map(\.name)).subtracting(["none"]))
    }
}
