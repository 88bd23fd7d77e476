package import AnalyticsJSON

/// The single values in an event's JSON, each read exactly or not at all.
extension JSONParser {
    /// Reads a whole number of 64 bits.
    package mutating func integer() throws(LineError) -> Int64 {
        let start = self
        guard case .int(let value) = try number() else { throw start.expectedValue("a whole number of 64 bits") }
        return value
    }

    /// Reads a whole number that is not negative; those of 64 bits without a sign reach further than the others.
    package mutating func unsigned() throws(LineError) -> UInt64 {
        let start = self
        let number = try writtenNumber()
        guard number.isWhole, !number.isNegative,
            let value = UInt64(String(decoding: bytes[number.range], as: UTF8.self))
        else { throw start.expectedValue("a whole number that is not negative") }
        return value
    }

    /// Reads the number of an appearance.
    package mutating func ordinal() throws(LineError) -> UInt32 {
        let start = self
        guard let value = UInt32(exactly: try unsigned()) else { throw start.expectedValue("a number of 32 bits") }
        return value
    }

    /// Reads an identity of 128 bits.
    package mutating func eventID() throws(LineError) -> EventID {
        let start = self
        guard let id = EventID(try string()) else { throw start.expectedValue("the text of a UUID") }
        return id
    }

    /// Reads one of the names of a type.
    package mutating func word<Word: RawRepresentable<String>>(of type: Word.Type, _ what: String) throws(LineError)
        -> Word
    {
        let start = self
        guard let word = Word(rawValue: try string()) else { throw start.expectedValue(what) }
        return word
    }
}

extension Optional {
    /// The value; it is an error if the object at this place had no such key.
    func required(_ key: String, _ start: Int) throws(LineError) -> Wrapped {
        guard let value = self else {
            throw LineError(offset: start, message: "expected an object with the key '\(key)', found one without")
        }
        return value
    }
}
