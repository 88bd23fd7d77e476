/// A fixed share of the users (rules MI-001 to MI-004).
///
/// The answer for an id is the same at every event, in every version, and on every device.
///
///     let pilot = UserShare(percent: 10, salt: "new-provider")
///     let tracker = Tracker(providers: [
///         old, FilteringTrackingProvider(new) { pilot.contains($0) },
///     ])
///
/// A share of 20 % contains all users of a share of 10 % with the same salt. Shares with different salts are independent.
public struct UserShare: Sendable, Hashable {
    /// The id that decides about a user.
    public enum Basis: Sendable, Hashable {
        /// The anonymous id, which every user has from the first event on. It survives a login, but not a reset.
        case anonymousID
        /// The user id, which is the same on all devices. A share never contains a user without one.
        case userID
    }

    package let fraction: Double
    private let salt: String
    private let basis: Basis

    /// Creates a share from a percentage. 0, negative numbers and NaN give an empty share; 100 and more give all users with an id.
    ///
    /// - Parameters:
    ///   - percent: The percentage of the users.
    ///   - salt: A text that is hashed with the ids. Another salt selects other users.
    ///   - basis: The id that decides about a user.
    public init(percent: Double, salt: String, of basis: Basis = .anonymousID) {
        self.init(fraction: percent / 100, salt: salt, of: basis)
    }

    package init(fraction: Double, salt: String, of basis: Basis = .anonymousID) {
        self.fraction = fraction > 0 ? min(fraction, 1) : 0
        self.salt = salt
        self.basis = basis
    }

    /// Returns whether the share contains the user of the event.
    public func contains(_ event: TrackedEvent) -> Bool { contains(event.identity) }

    package func contains(_ identity: UserIdentity) -> Bool {
        switch basis {
        case .anonymousID: contains(id: identity.anonymousID.description)
        case .userID: identity.userID.map(contains) ?? false
        }
    }

    /// Returns whether the share contains the user with this id. An anonymous id must have lowercase letters.
    public func contains(id: String) -> Bool {
        guard fraction < 1 else { return true }
        // The product is exact, because the factor is a power of two. It is less than 2^64, so the conversion cannot trap.
        return StableHash.hash(salt: salt, id: id) < UInt64(fraction * 0x1p64)
    }
}

/// A hash of a salt and an id that is equal in every process, platform and version (rule MI-002).
///
/// It distributes ids evenly. It is not cryptographic.
package enum StableHash {
    /// Returns a 64-bit hash. Each of its bits depends on every bit of both texts.
    package static func hash(salt: String, id: String) -> UInt64 {
        var hash = fnv1a(salt.utf8)
        // UTF-8 never contains this byte, so different pairs of salt and id never give the same bytes.
        hash = fnv1a(CollectionOfOne(0xFF), from: hash)
        return mixed(fnv1a(id.utf8, from: hash))
    }

    package static func fnv1a(
        _ bytes: some Sequence<UInt8>, from hash: UInt64 = 0xCBF2_9CE4_8422_2325
    ) -> UInt64 {
        var hash = hash
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return hash
    }

    /// Applies the final step of 64-bit MurmurHash3. FNV-1a alone leaves the upper bits of similar ids alike.
    private static func mixed(_ hash: UInt64) -> UInt64 {
        var hash = hash
        hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
        hash = (hash ^ hash >> 33) &* 0xC4CE_B9FE_1A85_EC53
        return hash ^ hash >> 33
    }
}
