import PageViewAutomation

/// The one engine of the process.
let engine = PageViewEngine { pageView in
    print(pageView.sequence, pageView.page, pageView.cause)
}
