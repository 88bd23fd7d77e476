import Foundation
import TestSupport
import Testing
import TraceAnalysis

/// The texts of rules that `pageview help` prints (TL-009).
@Suite(.watched)
struct RuleTextTests {
    private static let sources: [String] = {
        let folder = packageFolder.appending(path: "Sources")
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
        return names.filter {
            $0.hasSuffix(".swift") && ($0.hasPrefix("Traces/TraceAnalysis/") || $0.hasPrefix("Tools/PageViewAudit/"))
        }
        .compactMap { try? String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
    }()

    @Test("Each rule that the sources cite has a text; otherwise add its chapter to CHTMLParts.c (TL-009)")
    func everyCitedRule() throws {
        let cited = Set(Self.sources.flatMap { $0.matches(of: /"([A-Z]{2,3}-\d{3})"/).map { String($0.output.1) } })
        let ids = RuleText.all.map(\.id)
        #expect(cited.count > 20 && cited.isSubset(of: ids), "\(cited.subtracting(ids).sorted())")
        #expect(ids == Set(ids).sorted())
    }

    @Test("Each text is a part of its chapter, with its examples (TL-009)")
    func sameAsTheSpecification() throws {
        let chapters = try TestSupport.chapters().map { Set("\($0)\n".components(separatedBy: "\n\n")) }
        for rule in RuleText.all {
            let chapter = try #require(chapters.first { $0.contains("## \(rule.id) \(rule.title)") }, "\(rule.id)")
            let blocks = rule.text.dropLast().split(separator: "\n\n").dropFirst()
            for block in blocks { #expect(chapter.contains(String(block)), "\(rule.id)") }
            #expect(!blocks.isEmpty, "\(rule.id)")
            #expect(!rule.text.contains("\nAPI:"), "\(rule.id)")
        }
        let inputs = try #require(RuleText.all.first { $0.id == "TR-005" })
        #expect(inputs.text.contains("**Exit status"))
    }
}
