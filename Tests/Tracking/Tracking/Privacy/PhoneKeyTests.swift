import PageViewTracking
import TestSupport
import Testing

/// A value is searched together with its key (rule PR-006).
@Suite(.watched)
struct PhoneKeyTests {
    private let policy = PrivacyPolicy(patterns: .all)

    private func value(_ value: AnalyticsValue, under key: String) -> AnalyticsValue? {
        let event = policy.applied(to: .sample(payload: Payload([(key, value)])))
        #expect(policy.applied(to: event) == event)
        return event.payload[key]
    }

    @Test(
        "Digits under a key for phone numbers are redacted: in properties, JSON text, links and words",
        arguments: [
            "phone", "tel", "msisdn", "contactPhone", "phone number", "phone_number", "PHONE", "mobilePhone", "mobile",
            "Mobil", "customerphone", "work_phone", "phone2", "phone_home", "billing.phone", "shipping-phone", "phones",
            "userTel", "user[phone]", "phone_e164", "phoneRaw", "landline", "Phone #", "Telefon", "Telefonnummer",
            "Handy", "Handynummer", "Tel.-Nr.", "téléphone", "TÉLÉPHONE", "te\u{301}le\u{301}phone",
            "téléphone portable", "teléfono", "móvil", "telefono", "cellulare",
            "telefone", "celular", "telefoon", "Cep telefonu", "telefon numarası", "電話", "電話番号", "电话", "手机号码",
            "联系电话", "전화", "휴대폰 번호", "телефон", "Номер телефона", "Телефон",
        ])
    func keys(key: String) {
        for number in ["01701234567", "415 5552671", "612 34 56", "+49 170 1234567"] {
            #expect(value(.string(number), under: key) == "[phone]", "\(key) \(number)")
            #expect(value([.string(number), "home"], under: key) == ["[phone]", "home"])
            #expect(redacted("{\"\(key)\":\"\(number)\"}") == "{\"\(key)\":\"[phone]\"}")
            #expect(redacted("{\"a\":{\"\(key)\": [\"\(number)\"]}}").contains("[\"[phone]\"]"))
            #expect(redacted("x:/?\(key)=\(number)&a=1") == "x:/?\(key)=[phone]&a=1")
            #expect(redacted("\(key): \(number).") == "\(key): [phone].")
        }
        for number: AnalyticsValue in [4_155_552_671, .double(4_155_552_671), .int(4_917_012_345_678)] {
            #expect(value(number, under: key) == "[phone]")
        }
    }

    @Test("Redaction finds user properties and links of a messenger")
    func others() {
        let identity = UserIdentity(
            anonymousID: .number(1), properties: ["phone": "01701234567", "plan": "01701234567"])
        let result = policy.applied(to: identity).properties
        #expect(result["phone"] == "[phone]" && result["plan"] == "01701234567")
        #expect(redacted("https://wa.me/491701234567?text=hi") == "https://wa.me/[phone]?text=hi")
        #expect(value("mobile 01701234567 or 0171-7654321", under: "phone") == "mobile [phone] or [phone]")
        #expect(
            PrivacyPolicy(patterns: .emailAddresses).applied(to: .sample(payload: ["phone": 4_155_552_671])).payload[
                "phone"] == 4_155_552_671)
    }

    @Test(
        "Other keys, and other values, stay",
        arguments: [
            "telemetry", "telegram", "hotel", "hotel number", "intel", "phone_model", "phoneId", "phone_number_id",
            "headphones_id", "headphones", "iPhone", "microphone", "smartphone", "mobile_id", "mobileVersion", "cellId",
            "cellular_bytes", "smsCount", "order number", "Bestellnummer", "no", "number", "[phone]", "[phone] 2",
            "phone_order_no", "portability", "",
        ])
    func otherKeys(key: String) {
        #expect(value("01701234567", under: key) == "01701234567")
        #expect(value(4_155_552_671, under: key) == 4_155_552_671)
        #expect(redacted("{\"\(key)\":\"01701234567\"}") == "{\"\(key)\":\"01701234567\"}")
        for other: AnalyticsValue in [
            true, "iPhone 12", "iPhone15,3", "SM-G960F", "2026-03-01", 15, 123_456, -4_155_552_671, 10.99, "17.5.1",
            "33683027-087a-4bc0",
        ] {
            #expect(value(other, under: "phone") == other, "\(other)")
        }
    }
}
