/// What a page says of itself.
package struct PageUpdate {
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
    init(_ state: PageState) {
        self.init(page: state.pageContext, isReady: state.event != nil, payload: state.event?.payload ?? [:])
    }
}
