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
