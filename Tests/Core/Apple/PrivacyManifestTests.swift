import Foundation
import TestSupport
import Testing

/// The privacy manifest of `PageViewApple` is correct for the module and for the modules that it links.
@Suite(.watched)
struct PrivacyManifestTests {
    /// The keys and values that Apple documents: each category of APIs with its reasons.
    private static let reasons: [String: Set<String>] = [
        "NSPrivacyAccessedAPICategoryFileTimestamp": ["DDA9.1", "C617.1", "3B52.1", "0A2A.1"],
        "NSPrivacyAccessedAPICategorySystemBootTime": ["35F9.1", "8FFB.1", "3D61.1"],
        "NSPrivacyAccessedAPICategoryDiskSpace": ["85F4.1", "E174.1", "7D9E.1", "B728.1"],
        "NSPrivacyAccessedAPICategoryActiveKeyboards": ["3EC4.1", "54BD.1"],
        "NSPrivacyAccessedAPICategoryUserDefaults": ["CA92.1", "1C8F.1", "C56D.1", "AC6B.1"],
    ]

    /// Texts in sources that show a call of an API of a category. `CLOCK_MONOTONIC_RAW` reads the clock of `mach_absolute_time`.
    private static let calls: [String: [String]] = [
        "NSPrivacyAccessedAPICategoryFileTimestamp": [
            "stat(", "getattrlist", "fileModificationDate", "contentModificationDate", "creationDate",
        ],
        "NSPrivacyAccessedAPICategorySystemBootTime": ["CLOCK_MONOTONIC_RAW", "mach_absolute_time", "systemUptime"],
        "NSPrivacyAccessedAPICategoryDiskSpace": ["statfs", "statvfs", "volumeAvailableCapacity", "systemFreeSize"],
        "NSPrivacyAccessedAPICategoryActiveKeyboards": ["activeInputModes"],
        "NSPrivacyAccessedAPICategoryUserDefaults": ["UserDefaults"],
    ]

    private func manifest() throws -> [String: Any] {
        let data = try Data(
            contentsOf: packageFolder.appending(path: "Sources/Core/PageViewApple/PrivacyInfo.xcprivacy"))
        let object = try unsafe PropertyListSerialization.propertyList(from: data, format: nil)
        return try #require(object as? [String: Any])
    }

    /// The declared categories and their reasons.
    private func declared() throws -> [String: Set<String>] {
        let types = try #require(try manifest()["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
        return try types.reduce(into: [:]) { declared, type in
            #expect(Set(type.keys) == ["NSPrivacyAccessedAPIType", "NSPrivacyAccessedAPITypeReasons"])
            let category = try #require(type["NSPrivacyAccessedAPIType"] as? String)
            #expect(declared[category] == nil)
            declared[category] = Set(try #require(type["NSPrivacyAccessedAPITypeReasons"] as? [String]))
        }
    }

    /// The categories of the APIs that the sources of these modules call.
    private func called(in modules: [String]) throws -> Set<String> {
        var categories: Set<String> = []
        for module in modules {
            let folder = packageFolder.appending(path: "Sources/\(module)")
            let files = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
            for file in files where file.hasSuffix(".swift") && !file.contains(".docc/") {
                let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
                for (category, names) in Self.calls where names.contains(where: text.contains) {
                    categories.insert(category)
                }
            }
        }
        return categories
    }

    @Test("The manifest has the four keys that Apple documents, and declares no tracking and no collected data")
    func keys() throws {
        let manifest = try manifest()
        #expect(
            Set(manifest.keys) == [
                "NSPrivacyTracking", "NSPrivacyTrackingDomains", "NSPrivacyCollectedDataTypes",
                "NSPrivacyAccessedAPITypes",
            ])
        #expect(manifest["NSPrivacyTracking"] as? Bool == false)
        #expect((manifest["NSPrivacyTrackingDomains"] as? [Any])?.isEmpty == true)
        #expect((manifest["NSPrivacyCollectedDataTypes"] as? [Any])?.isEmpty == true)
        for (category, reasons) in try declared() {
            #expect(!reasons.isEmpty && Self.reasons[category]?.isSuperset(of: reasons) == true, "\(category)")
        }
    }

    @Test("The manifest declares exactly the APIs that the module and the modules that it links call")
    func calls() throws {
        #expect(
            try Set(declared().keys)
                == called(in: [
                    "Core/PageViewApple", "Core/PageViewAutomation", "Core/PageViewLifecycle", "Core/PageViewSystem",
                ]))
    }

    @Test("The other libraries for apps call no further API, except that PageViewDelivery reads file status")
    func otherLibraries() throws {
        #expect(
            try called(in: [
                "Core/AnalyticsJSON", "Tracking/PageViewTracking", "Tracking/PageViewEngagement",
                "Traces/NavigationTraces",
            ]).isEmpty)
        #expect(try called(in: ["Tracking/PageViewDelivery"]) == ["NSPrivacyAccessedAPICategoryFileTimestamp"])
    }
}
