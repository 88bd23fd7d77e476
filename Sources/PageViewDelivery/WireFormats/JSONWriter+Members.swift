import PageViewTracking
import AnalyticsJSON

/// What all formats write.
extension JSONWriter {
    /// Writes a text under a name.
    mutating func member(_ key: StaticString, _ text: String) {
        self.key(key)
        string(text)
    }

    /// Writes an identity under a name.
    mutating func member(_ key: StaticString, _ id: EventID) { member(key, id.description) }

    /// Writes a whole number as a text under a name, as vendors want those that are large.
    mutating func member(_ key: StaticString, digits number: Int64) {
        self.key(key)
        byte(0x22)
        int(number)
        byte(0x22)
    }

    /// Writes an object under a name.
    mutating func object<Failure>(
        _ key: StaticString, _ members: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        self.key(key)
        beginObject()
        try members(&self)
        endObject()
    }

    /// Writes a list under a name.
    mutating func list(_ key: StaticString, _ write: (inout JSONWriter) -> Void) {
        self.key(key)
        beginArray()
        write(&self)
        endArray()
    }

    /// Writes named values into the object that is being written.
    mutating func members(_ entries: some Sequence<Payload.Entry>) {
        for entry in entries {
            key(entry.key)
            value(entry.value)
            continueObject()
        }
    }
}

extension UserIdentity {
    /// What the app calls the user, unless that is nothing.
    var sentUserID: String? { userID?.isEmpty == true ? nil : userID }
}
