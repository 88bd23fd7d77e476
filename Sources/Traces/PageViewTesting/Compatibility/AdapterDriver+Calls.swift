import PageViewAutomation

/// The calls of a check (TS-009). Each changes the expected windows as the adapter must change the engine.
extension AdapterDriver {
    /// Makes a page, without showing it.
    func makePage(_ name: String, isPending: Bool = false) async throws -> Checked {
        let context = PageContext(name: PageName(rawValue: name))
        let notifier =
            isPending ? PageViewNotifier(pending: context) : PageViewNotifier(PageViewEvent(pageContext: context))
        let page = Checked(name, notifier: notifier, isReady: !isPending)
        pages.append(page)
        try await call("makePage(_:)", name) {
            page.page = try await adapter.makePage(notifier)
            return true
        }
        return page
    }

    /// Makes a page, and shows it.
    func showPage(_ name: String) async throws -> Checked {
        let page = try await makePage(name)
        try await show(page)
        return page
    }

    func show(_ page: Checked) async throws {
        try await call("show(_:)", page.name) {
            try await adapter.show(frameworkPage(of: page))
            return true
        } change: {
            $0.first.stack.append(page)
        }
    }

    func hide(_ page: Checked) async throws {
        try await call("hide(_:)", page.name) {
            try await adapter.hide(frameworkPage(of: page))
            return true
        } change: {
            $0.first.stack.removeAll { $0 === page }
        }
    }

    /// Removes a page permanently. The driver releases the framework's page.
    func remove(_ page: Checked) async throws {
        try await call("remove(_:)", page.name) {
            try await adapter.remove(frameworkPage(of: page))
            page.page = nil
            return true
        } change: {
            $0.first.stack.removeAll { $0 === page }
        }
    }

    /// Removes a page; hides it if the framework cannot remove it.
    func removeOrHide(_ page: Checked) async throws {
        do { try await remove(page) } catch is CannotBeDone { try await hide(page) }
    }

    func cancelHide(_ page: Checked) async throws {
        try await call("cancelHide(_:)", page.name) { try await adapter.cancelHide(frameworkPage(of: page)) }
    }

    func cancelShow(_ page: Checked) async throws {
        try await call("cancelShow(_:)", page.name) { try await adapter.cancelShow(frameworkPage(of: page)) }
    }

    func enterBackground() async throws {
        try await see("enterBackground()", { try await adapter.enterBackground() }) { $0.isInForeground = false }
    }

    func enterForeground() async throws {
        try await see("enterForeground()") {
            try await adapter.enterForeground()
            return true
        } change: {
            $0.isInForeground = true
        }
    }

    /// Sends the app to the background and returns, twice.
    func visitBackground() async throws {
        for _ in 1...2 {
            try await enterBackground()
            try await enterForeground()
        }
    }

    func lock() async throws {
        try await see("lock()", { try await adapter.lock() }) { $0.isLocked = true }
    }

    func unlock() async throws {
        try await see("unlock()") {
            try await adapter.unlock()
            return true
        } change: {
            $0.isLocked = false
        }
    }

    /// Calls a method that hides the first window from the user, or shows it again. What happens below a lock may go unreported.
    private func see(
        _ method: String, _ body: () async throws -> Bool,
        change: @escaping (inout ExpectedWindows<Adapter.Page>.Window) -> Void
    ) async throws {
        let mustReport = hasShownPage && (!windows.first.isLocked || method == "unlock()")
        try await call(method, mustReport: mustReport, body) { change(&$0.first) }
    }

    func cover(with page: Checked) async throws {
        try await call("cover(with:)", page.name) {
            try await adapter.cover(with: frameworkPage(of: page))
        } change: {
            $0.first.sheet = page
        }
    }

    func coverFully(with page: Checked) async throws {
        try await call("coverFully(with:)", page.name) {
            try await adapter.coverFully(with: frameworkPage(of: page))
        } change: {
            $0.first.sheet = page
            $0.first.isCovered = true
        }
    }

    func dismiss(_ page: Checked) async throws {
        try await call("dismiss(_:)", page.name) {
            do { try await adapter.dismiss(frameworkPage(of: page)) } catch is CannotBeDone { return false }
            page.page = nil
            return true
        } change: {
            $0.first.sheet = nil
            $0.first.isCovered = false
        }
    }

    /// Opens a sheet, or a page on the full screen, and closes it.
    func visitCover(_ name: String, isFullScreen: Bool = false) async throws {
        let page = try await makePage(name)
        if isFullScreen { try await coverFully(with: page) } else { try await cover(with: page) }
        try await dismiss(page)
    }

    func cancelDismiss(_ page: Checked) async throws {
        try await call("cancelDismiss(_:)", page.name) { try await adapter.cancelDismiss(frameworkPage(of: page)) }
    }

    func update() async throws {
        try await call("update()") { try await adapter.update() }
    }

    func replace(_ page: Checked, with other: Checked) async throws {
        try await call("replace(_:with:)", "\(page.name), with: \(other.name)") {
            try await adapter.replace(frameworkPage(of: page), with: frameworkPage(of: other))
        } change: {
            $0.first.stack.removeAll { $0 === page }
            $0.first.stack.append(other)
        }
    }

    func showInSecondWindow(_ page: Checked) async throws {
        try await call("showInSecondWindow(_:)", page.name) {
            try await adapter.showInSecondWindow(frameworkPage(of: page))
        } change: {
            $0.second = ExpectedWindows.Window(stack: [page])
        }
    }

    func pushInSecondWindow(_ page: Checked) async throws {
        try await call("pushInSecondWindow(_:)", page.name) {
            try await adapter.pushInSecondWindow(frameworkPage(of: page))
        } change: {
            $0.second.stack.append(page)
        }
    }

    func closeSecondWindow() async throws {
        try await call("closeSecondWindow()") {
            try await adapter.closeSecondWindow()
        } change: {
            $0.second = ExpectedWindows.Window()
        }
    }

    func moveToSecondWindow(_ page: Checked) async throws {
        try await call("moveToSecondWindow(_:)", page.name) {
            try await adapter.moveToSecondWindow(frameworkPage(of: page))
        } change: {
            $0.first.stack.removeAll { $0 === page }
            $0.second = ExpectedWindows.Window(stack: [page])
        }
    }

    func insert(_ page: Checked, into container: Checked) async throws {
        try await call("insert(_:into:)", "\(page.name), into: \(container.name)") {
            try await adapter.insert(frameworkPage(of: page), into: frameworkPage(of: container))
        } change: { _ in
            container.content.append(page)
        }
    }

    func select(_ page: Checked, in container: Checked) async throws {
        try await call("select(_:in:)", "\(page.name), in: \(container.name)") {
            try await adapter.select(frameworkPage(of: page), in: frameworkPage(of: container))
        } change: { _ in
            container.content = [page]
        }
    }

    func prepare(_ page: Checked) async throws {
        try await call("prepare(_:)", page.name) { try await adapter.prepare(frameworkPage(of: page)) }
    }

    /// Goes to a page in the kept view. A page with the same name and `id` stays as it is.
    func showInPlace(_ name: String, id: String? = nil) async throws {
        let page = Checked(name, id: id, isReady: true)
        let context = PageContext(name: PageName(rawValue: name))
        try await call("showInPlace(_:id:)", name + (id.map { ", id: \($0)" } ?? "")) {
            try await adapter.showInPlace(context, id: id)
        } change: {
            if let kept = $0.first.stack.last, kept.name == name, kept.id == id { return }
            $0.first.stack = [page]
        }
    }

    /// Shows a state of a page in the kept view. The same page keeps its appearance.
    func showInPlace(_ name: String, price: AnalyticsValue?) async throws {
        let context = PageContext(name: PageName(name))
        let payload = price.map { Payload([("price", $0)]) }
        let state =
            payload.map { PageState.ready(PageViewEvent(pageContext: context, payload: $0)) } ?? .pending(context)
        try await call("showInPlace(_:id:)", "\(name), \(price.map { "price: \($0)" } ?? "pending")") {
            try await adapter.showInPlace(state, id: nil)
        } change: {
            if $0.first.stack.last?.name != name { $0.first.stack = [Checked(name, isReady: false)] }
            guard let kept = $0.first.stack.last else { return }
            kept.isReady = payload != nil
            kept.payload = payload ?? [:]
        }
    }

    /// Marks a page as ready. The app does so, not the adapter.
    func markReady(_ page: Checked) async throws {
        try await call("markReady(payload:)", page.name) {
            page.notifier?.markReady(payload: ["price": 89])
            return true
        } change: { _ in
            page.isReady = true
            page.payload = ["price": 89]
        }
    }

    // MARK: Containers that show one page at a time

    func showTabs(_ pages: [Checked], in container: Checked) async throws {
        try await call("showTabs(_:in:)", "\(names(pages)), in: \(container.name)") {
            try await adapter.showTabs(pages.map(frameworkPage), in: frameworkPage(of: container))
        } change: {
            container.content = [pages[0]]
            $0.first.stack.append(container)
        }
    }

    func push(_ page: Checked, in container: Checked) async throws {
        try await call("push(_:in:)", "\(page.name), in: \(container.name)") {
            try await adapter.push(frameworkPage(of: page), in: frameworkPage(of: container))
        } change: { _ in
            (page.below, container.content) = (container.content.last, [page])
        }
    }

    func pop(_ page: Checked, in container: Checked) async throws {
        try await call("pop(_:in:)", "\(page.name), in: \(container.name)") {
            try await adapter.pop(frameworkPage(of: page), in: frameworkPage(of: container))
        } change: { _ in
            container.content = [page.below].compactMap(\.self)
        }
    }

    func select(_ page: Checked, showing other: Checked, in container: Checked) async throws {
        try await call("select(_:showing:in:)", "\(page.name), showing: \(other.name), in: \(container.name)") {
            try await adapter.select(
                frameworkPage(of: page), showing: frameworkPage(of: other), in: frameworkPage(of: container))
        } change: { _ in
            (other.below, container.content) = (page, [other])
        }
    }

    // MARK: Turns, recreation and panes

    func showInOneTurn(_ pages: [Checked]) async throws {
        try await call("showInOneTurn(_:)", names(pages)) {
            try await adapter.showInOneTurn(pages.map(frameworkPage))
        } change: {
            $0.first.stack += pages
        }
    }

    func hideInOneTurn(_ pages: [Checked]) async throws {
        try await call("hideInOneTurn(_:)", names(pages)) {
            try await adapter.hideInOneTurn(pages.map(frameworkPage))
        } change: {
            $0.first.stack.removeLast(pages.count)
        }
    }

    func hideAndShowInOneTurn(_ page: Checked) async throws {
        try await call("hideAndShowInOneTurn(_:)", page.name) {
            try await adapter.hideAndShowInOneTurn(frameworkPage(of: page))
        }
    }

    func recreate() async throws {
        try await call("recreate()") { try await adapter.recreate() }
    }

    func replaceBelowSheet(_ page: Checked, with other: Checked) async throws {
        try await call("replaceBelowSheet(_:with:)", "\(page.name), with: \(other.name)") {
            try await adapter.replaceBelowSheet(frameworkPage(of: page), with: frameworkPage(of: other))
        } change: {
            $0.first.stack = $0.first.stack.map { $0 === page ? other : $0 }
        }
    }

    func showBeside(_ page: Checked) async throws {
        try await call("showBeside(_:)", page.name) {
            try await adapter.showBeside(frameworkPage(of: page))
        } change: {
            ($0.first.beside, $0.first.isStackInFocus) = (page, false)
        }
    }

    func focus(_ page: Checked) async throws {
        try await call("focus(_:)", page.name) {
            try await adapter.focus(frameworkPage(of: page))
        } change: {
            $0.first.isStackInFocus = page !== $0.first.beside
        }
    }

    private func names(_ pages: [Checked]) -> String { pages.map(\.name).joined(separator: ", ") }
}
