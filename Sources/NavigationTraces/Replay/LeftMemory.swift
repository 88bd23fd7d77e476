import PageViewAutomation

/// Where memory lies that is left to the system when the process ends. It is known here, so that who looks for lost memory
/// finds that this is not.
enum LeftMemory {
    private static let places = Protected<[UInt]>([])

    static func keep(_ more: [UInt]) { places.withLock { $0 += more } }
}
