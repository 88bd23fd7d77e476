import PageViewProviders
import Testing

struct PropertyFilterTests {
    private let payload: Payload = [
        "name": "x", "Token": "t", "cart": ["token": "t", "items": [["TOKEN": 1, "id": 2], 7]], "tökEN": 1,
        "price": 9.5,
    ]

    private func applied(_ policy: PrivacyPolicy, _ payload: Payload? = nil) -> String {
        let event = policy.applied(to: .sample(payload: payload ?? self.payload))
        #expect(policy.applied(to: event) == event)
        return json(event.payload)
    }

    @Test("A list of what may be sent names keys at the top, byte for byte")
    func only() {
        #expect(
            applied(PrivacyPolicy(properties: .only(["cart", "price", "token"])))
                == #"{"cart":{"token":"t","items":[{"TOKEN":1,"id":2},7]},"price":9.5}"#)
        #expect(applied(PrivacyPolicy(properties: .only(["NAME", "id"]))) == "{}")
        #expect(applied(PrivacyPolicy(properties: .only([]))) == "{}")
        // Composed otherwise, it is another key.
        #expect(applied(PrivacyPolicy(properties: .only(["e\u{301}"])), ["\u{E9}": 1]) == "{}")
    }

    @Test("A list of what may not be sent names keys at any depth, in either case")
    func except() {
        #expect(
            applied(PrivacyPolicy(properties: .except(["tOKEN"])))
                == #"{"name":"x","cart":{"items":[{"id":2},7]},"tökEN":1,"price":9.5}"#)
        #expect(applied(PrivacyPolicy(properties: .except(["TÖKEN"]))) == json(payload))
        #expect(applied(PrivacyPolicy(properties: .except(["TöKen"]))).contains("tökEN") == false)
        #expect(applied(PrivacyPolicy(properties: .except([]))) == json(payload))
        // By what a key becomes, too.
        #expect(
            applied(PrivacyPolicy(properties: .except(["[email]"]), patterns: .all), ["a@x.org": 1, "b": 2])
                == #"{"b":2}"#)
    }

    @Test("A value that is not to be told is redacted at any depth, whatever it is")
    func redacted() {
        #expect(
            applied(PrivacyPolicy(redactedKeys: ["token", "PRICE"]))
                == #"{"name":"x","Token":"[redacted]","cart":{"token":"[redacted]","items":[{"TOKEN":"[redacted]","id":2},7]},"#
                + #""tökEN":1,"price":"[redacted]"}"#)
        #expect(applied(PrivacyPolicy(redactedKeys: ["cart"])).contains(#""cart":"[redacted]""#))
        #expect(applied(PrivacyPolicy(properties: .except(["cart"]), redactedKeys: ["cart"])).contains("cart") == false)
        #expect(
            applied(PrivacyPolicy(properties: .only(["Token"]), redactedKeys: ["token"])) == #"{"Token":"[redacted]"}"#)
    }

    @Test(
        "A link's items are properties at the top",
        arguments: [
            ("https://x.org/a?token=1&page=2", "https://x.org/a?page=2", "https://x.org/a?token=[redacted]&page=2"),
            ("https://x.org/a?token=1", "https://x.org/a", "https://x.org/a?token=[redacted]"),
            ("https://x.org/a#Token=1&b=2", "https://x.org/a#b=2", "https://x.org/a#Token=[redacted]&b=2"),
            ("app:?t%6Fken=1?2&c=3#token=4", "app:?c=3", "app:?t%6Fken=[redacted]&c=3#token=[redacted]"),
            ("https://x.org/token=1", "https://x.org/token=1", "https://x.org/token=1"),
            ("https://x.org/?token", "https://x.org/?token", "https://x.org/?token"),
            ("https://x.org/?&&", "https://x.org/?&&", "https://x.org/?&&"),
            ("https://x.org/?", "https://x.org/?", "https://x.org/?"), ("", "", ""),
        ])
    func links(url: String, without: String, redacted: String) {
        func applied(_ policy: PrivacyPolicy) -> [String?] {
            [EventShape.deepLink, .pageView].map { shape in
                let event = policy.applied(to: shape.event { $0 == "url" ? url : $0 })
                #expect(policy.applied(to: event) == event)
                return event.deepLink?.url ?? event.pageView?.deepLink?.url
            }
        }
        #expect(applied(PrivacyPolicy(properties: .except(["token"]))) == [without, without])
        #expect(applied(PrivacyPolicy(redactedKeys: ["token"])) == [redacted, redacted])
        #expect(applied(PrivacyPolicy(redactedKeys: ["other"])) == [url, url])
        #expect(applied(PrivacyPolicy(properties: .only(["page", "b", "c"]))) == [without, without])
    }

    @Test("The same holds of the user's properties")
    func users() {
        let identity = UserIdentity(anonymousID: .number(1), userID: "u", properties: ["plan": "pro", "Mail": "x"])
        let result = PrivacyPolicy(properties: .except(["mail"])).applied(to: identity)
        #expect(json(result.properties) == #"{"plan":"pro"}"#)
        #expect(json(PrivacyPolicy(properties: .only(["Mail"])).applied(to: identity).properties) == #"{"Mail":"x"}"#)
        #expect(
            json(PrivacyPolicy(redactedKeys: ["mail"]).applied(to: identity).properties)
                == #"{"plan":"pro","Mail":"[redacted]"}"#)
        #expect(result.userID == "u" && result.anonymousID == .number(1))
    }

    @Test("However deep values are nested, what cannot be looked at is not sent")
    func depth() {
        func nested(_ levels: Int) -> Payload {
            (1..<levels).reduce(["mail": "bob@x.org"]) { inner, _ in ["a": .array([.object(inner)])] }
        }
        let policy = PrivacyPolicy(patterns: .all)
        let shallow = json(policy.applied(to: .sample(payload: nested(40))).payload)
        #expect(shallow.contains(#""mail":"[email]""#))
        let deep = policy.applied(to: .sample(payload: nested(2_000)))
        #expect(json(deep.payload).contains("[redacted]"))
        #expect(!json(deep.payload).contains("bob"))
        #expect(json(policy.applied(to: deep).payload) == json(deep.payload))
    }
}
