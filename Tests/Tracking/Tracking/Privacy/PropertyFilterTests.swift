import NavigationSimulator
import PageViewTracking
import TestSupport
import Testing

@Suite(.watched)
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

    @Test("An allow list names top-level keys, byte for byte")
    func only() {
        #expect(
            applied(PrivacyPolicy(properties: .only(["cart", "price", "token"])))
                == #"{"cart":{"token":"t","items":[{"TOKEN":1,"id":2},7]},"price":9.5}"#)
        #expect(applied(PrivacyPolicy(properties: .only(["NAME", "id"]))) == "{}")
        #expect(applied(PrivacyPolicy(properties: .only([]))) == "{}")
        // A key in another Unicode composition is a different key.
        #expect(applied(PrivacyPolicy(properties: .only(["e\u{301}"])), ["\u{E9}": 1]) == "{}")
    }

    @Test("A deny list names keys at any depth and ignores ASCII case")
    func except() {
        #expect(
            applied(PrivacyPolicy(properties: .except(["tOKEN"])))
                == #"{"name":"x","cart":{"items":[{"id":2},7]},"tökEN":1,"price":9.5}"#)
        #expect(applied(PrivacyPolicy(properties: .except(["TÖKEN"]))) == json(payload))
        #expect(applied(PrivacyPolicy(properties: .except(["TöKen"]))).contains("tökEN") == false)
        #expect(applied(PrivacyPolicy(properties: .except([]))) == json(payload))
        // The list also matches the redacted form of a key.
        #expect(
            applied(PrivacyPolicy(properties: .except(["[email]"]), patterns: .all), ["a@x.org": 1, "b": 2])
                == #"{"b":2}"#)
    }

    @Test("A value under a redacted key is replaced at any depth, whatever its type")
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
        "A link's items are filtered as top-level properties",
        arguments: [
            ("https://x.org/a?token=1&page=2", "https://x.org/a?page=2", "https://x.org/a?token=%5Bredacted%5D&page=2"),
            ("https://x.org/a?token=1", "https://x.org/a", "https://x.org/a?token=%5Bredacted%5D"),
            ("https://x.org/a#Token=1&b=2", "https://x.org/a#b=2", "https://x.org/a#Token=%5Bredacted%5D&b=2"),
            ("app:?t%6Fken=1?2&c=3#token=4", "app:?c=3", "app:?t%6Fken=%5Bredacted%5D&c=3#token=%5Bredacted%5D"),
            ("https://x.org/token=1", "https://x.org/token=1", "https://x.org/token=1"),
            ("https://x.org/?token", "https://x.org/?token", "https://x.org/?token"),
            ("https://x.org/?&&", "https://x.org/?&&", "https://x.org/?&&"),
            ("https://x.org/?", "https://x.org/?", "https://x.org/?"), ("", "", ""),
        ])
    func links(url: String, without: String, redacted: String) {
        func applied(_ policy: PrivacyPolicy) -> [String?] {
            [EventShape.deepLink, .pageView].map { link(url, policy, in: $0) }
        }
        #expect(applied(PrivacyPolicy(properties: .except(["token"]))) == [without, without])
        #expect(applied(PrivacyPolicy(redactedKeys: ["token"])) == [redacted, redacted])
        #expect(applied(PrivacyPolicy(redactedKeys: ["other"])) == [url, url])
        #expect(applied(PrivacyPolicy(properties: .only(["page", "b", "c"]))) == [without, without])
    }

    @Test("A key that a replacement separates from the text before it is found at once")
    func keyBehindReplacement() {
        let policy = PrivacyPolicy(properties: .except(["x"]), patterns: .all)
        #expect(link("app:#+49 170 1234567x=x&bob", policy) == "app:#bob")
    }

    @Test("The source of a deep link is filtered as a link, if it has items")
    func sources() {
        let policy = PrivacyPolicy(properties: .except(["token"]))
        for (source, expected) in [("https://x.org/?token=1&page=2", "https://x.org/?page=2"), ("com.app", "com.app")] {
            let event = policy.applied(to: EventShape.deepLink.event { $0 == "source" ? source : $0 })
            #expect(event.deepLink?.source == expected)
        }
    }

    @Test(
        "A key in a link is found wherever a parser may read one",
        arguments: [
            ("x:/#/reset?token=SECRET", "x:/#/reset"), ("x:/#/reset?token=SECRET&page=2", "x:/#/reset?page=2"),
            ("x:/#?token=SECRET", "x:/#"), ("x:/?page=1?token=SECRET", "x:/?page=1"),
            ("x:/?page=1;token=SECRET", "x:/?page=1"), ("x:/?page=2&amp;token=SECRET", "x:/?page=2"),
            ("x:/?token=SECRET&amp;page=2", "x:/?page=2"), ("x:/?token[]=SECRET", "x:/"),
            ("x:/?token%5B0%5D=SECRET", "x:/"), ("x:/?user[token]=SECRET&page=2", "x:/?page=2"),
            ("x:/?%20token=SECRET", "x:/"), ("x:/?+token+=SECRET", "x:/"), ("x:/?to%00ken=SECRET", "x:/"),
            ("x:/#page#token=SECRET", "x:/#page"), ("x:/?token%3DSECRET", "x:/"), ("x:/?token%253DSECRET", "x:/"),
            ("x:/?page=%2Fin%3Ftoken%3DSECRET&b=1", "x:/?page=%2Fin&b=1"), ("x:/;token=SECRET", "x:/"),
            ("x:/#/token=SECRET", "x:/"), ("x:/?%EF%BD%94oken%EF%BC%9DSECRET", "x:/"), ("x:/？token＝SECRET", "x:/"),
            // Text that may belong to a value is removed with it.
            ("x:/?token=a;SECRET&page=2", "x:/?page=2"), ("x:/?token=a?b=SECRET#c=3", "x:/#c=3"),
            ("x:/?token=1#a?page=2", "x:/#a?page=2"), ("x:/?page=a;b?c", "x:/?page=a;b?c"),
        ])
    func keysAnywhere(url: String, result: String) {
        #expect(link(url, PrivacyPolicy(properties: .except(["Token"]))) == result)
        #expect(link(url, PrivacyPolicy(properties: .only(["page", "b", "c"]))) == result)
        #expect(link(url, PrivacyPolicy(redactedKeys: ["TOKEN"]))?.contains("SECRET") == false)
        #expect(link(url, PrivacyPolicy(redactedKeys: ["other"])) == url)
        #expect(
            link("x:/?a-b%E2%80%91c=1", PrivacyPolicy(properties: .only(["a-b\u{2011}c"]))) == "x:/?a-b%E2%80%91c=1")
        #expect(link("x:/?list[]=1", PrivacyPolicy(properties: .only(["list"]))) == "x:/?list[]=1")
    }

    @Test("A key's value is removed, whatever separators surround the key")
    func keysInAnyCompany() {
        var random = SplitMix(seed: 28)
        let pieces = [
            "?", "#", "&", ";", "&amp;", "%3F", "%23", "%26", "%3B", "%253F", "=", "%3D", "a", "page=1", "token=SECRET",
            "%74oken=SECRET", "token%3DSECRET", "/", "%", "[", "%20",
        ]
        for _ in 0..<TestDepth.number(30, proof: 300) {
            let parts = (0..<(1 + random.next() % 9)).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }
            for separator in ["?", "#", "&", ";", "%3f", "%26"] {
                let url = "x:/" + parts.joined() + separator + "token=SECRET"
                // The first `=` of an item ends its key, so a value contains no key.
                let isInValue = parts.contains { $0.contains("SECRET") }
                for policy in [
                    PrivacyPolicy(properties: .except(["token"])), PrivacyPolicy(properties: .only(["page"])),
                    PrivacyPolicy(redactedKeys: ["token"]),
                ] {
                    let result = link(url, policy) ?? "SECRET"
                    #expect(isInValue || !result.contains("SECRET"), "\(url) \(result)")
                }
            }
        }
    }

    @Test("The filters apply to user properties")
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

    @Test("A value nested too deeply to inspect is redacted")
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
