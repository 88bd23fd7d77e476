/// A share of the users, always the same ones: whoever is in it is in it at every event, on every device that knows the same
/// id, in every version (rules MI-001 to MI-004).
///
///     let pilot = UserShare(percent: 10, salt: "new-provider")
///     let tracker = Tracker(providers: [
///         old, FilteringTrackingProvider(new) { pilot.contains($0) },
///     ])
///
/// Whoever is in a share of 10 % is also in one of 20 % with the same salt. Shares with different salts have nothing to do
/// with each other.
public struct UserShare: Sendable, Hashable {
    /// By which id users are told apart.
    public enum Basis: Sendable, Hashable {
        /// By the number that every user has from the first event on. It outlives a login, not a reset.
        case anonymousID
        /// By what the app calls the user: the same on all devices. Whoever has no such id is in no share, not even in all.
        case userID
    }

    /// How many of the users, from 0 to 1.
    public let fraction: Double
    /// Mixed with the ids: another salt chooses others.
    public let salt: String
    /// By which id users are told apart.
    public let basis: Basis

    /// Creates a share of a fraction of the users; what is below 0 or no number is none of them, what is above 1 is all.
    public init(fraction: Double, salt: String, of basis: Basis = .anonymousID) {
        self.fraction = fraction > 0 ? min(fraction, 1) : 0
        self.salt = salt
        self.basis = basis
    }

    /// Creates a share of so many percent of the users; what is below 0 or no number is none of them, what is above 100 is all.
    public init(percent: Double, salt: String, of basis: Basis = .anonymousID) {
        self.init(fraction: percent / 100, salt: salt, of: basis)
    }

    /// Whether the user is one of them.
    public func contains(_ identity: UserIdentity) -> Bool {
        switch basis {
        case .anonymousID: contains(id: identity.anonymousID.description)
        case .userID: identity.userID.map(contains) ?? false
        }
    }

    /// Whether the event is about one of them.
    public func contains(_ event: TrackedEvent) -> Bool { contains(event.identity) }

    /// Whether whoever has this id is one of them; an anonymous id in small letters.
    public func contains(id: String) -> Bool {
        guard fraction < 1 else { return true }
        // Both are exact: a factor that is a power of two changes no digit, and less than 1 of 2^64 fits.
        return StableHash.hash(salt: salt, id: id) < UInt64(fraction * 0x1p64)
    }
}

/// A number from a salt and an id, the same in every process, on every platform and in every version (rule MI-002).
///
/// It spreads ids evenly; it keeps no secret.
package enum StableHash {
    /// The number of an id: 64 bits, each of which depends on each bit of both texts.
    package static func hash(salt: String, id: String) -> UInt64 {
        var hash = fnv1a(salt.utf8)
        // No text has this byte, so that a salt and an id cannot be another salt and another id.
        hash = fnv1a(CollectionOfOne(0xFF), from: hash)
        return mixed(fnv1a(id.utf8, from: hash))
    }

    /// FNV-1a in 64 bits.
    package static func fnv1a(
        _ bytes: some Sequence<UInt8>, from hash: UInt64 = 0xCBF2_9CE4_8422_2325
    ) -> UInt64 {
        var hash = hash
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return hash
    }

    /// The last step of MurmurHash3 in 64 bits: FNV alone leaves the upper bits of similar ids alike.
    private static func mixed(_ hash: UInt64) -> UInt64 {
        var hash = hash
        hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
        hash = (hash ^ hash >> 33) &* 0xC4CE_B9FE_1A85_EC53
        return hash ^ hash >> 33
    }
}
