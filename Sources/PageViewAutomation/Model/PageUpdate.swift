/// What a page says of itself.
package struct PageUpdate: Sendable {
    /// What it is called; `nil` leaves that as it is.
    package var page: PageContext?
    /// Whether it is ready; `nil` leaves that as it is.
    package var isReady: Bool?
    /// Its payload; `nil` leaves that as it is. A page that is pending has none.
    package var payload: Payload?
    /// Whether a blank name refuses all of it, or the name alone.
    package var isRefusedWhole: Bool

    package init(page: PageContext?, isReady: Bool?, payload: Payload?, isRefusedWhole: Bool = true) {
        self.page = page
        self.isReady = isReady
        self.payload = payload
        self.isRefusedWhole = isRefusedWhole
    }
}

extension PageUpdate {
    /// What a notifier says; a page without a payload is pending.
    init(heard page: PageContext, _ payload: Payload?) {
        self.init(page: page, isReady: payload != nil, payload: payload)
    }

    init(_ state: PageState) {
        self.init(page: state.pageContext, isReady: state.event != nil, payload: state.event?.payload ?? [:])
    }
}
