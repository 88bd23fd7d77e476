extension Row {
    /// A page view on its way through a tracker to its providers.
    static let tracker = Row(id: "tracker", title: "6. Track through the tracker") { context in
        context.options.isExact
            ? [] : [.unmeasured("tracker", "one page view to one provider", "there is no tracker yet")]
    }
}
