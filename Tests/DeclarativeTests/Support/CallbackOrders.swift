extension CallbackOrder {
    /// Each by itself, and everything that goes together.
    static let several: [CallbackOrder] = [
        [], .disappearsFirst, .innermostFirst, .repeatsAppear, .comesAndGoes, .dropsHidden, .withoutPasses,
        [.disappearsFirst, .innermostFirst, .repeatsAppear, .comesAndGoes, .dropsHidden],
        [.innermostFirst, .repeatsAppear, .dropsHidden, .withoutPasses],
    ]
}
