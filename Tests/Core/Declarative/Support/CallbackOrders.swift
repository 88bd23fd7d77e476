extension CallbackOrder {
    /// Each difference alone, and all compatible differences together.
    static let several: [CallbackOrder] = [
        [], .disappearsFirst, .innermostFirst, .repeatsAppear, .comesAndGoes, .dropsHidden, .withoutPasses,
        [.disappearsFirst, .innermostFirst, .repeatsAppear, .comesAndGoes, .dropsHidden],
        [.innermostFirst, .repeatsAppear, .dropsHidden, .withoutPasses],
    ]
}
