import PageViewAutomation

/// The one engine of the process.
let engine = PageViewEngine { pageView in
    print(pageView.sequence, pageView.page, pageView.cause)
    if let visit = pageView.deepLink {
        print("  by", visit.link.url, "from", visit.referrer?.page.name ?? "nowhere")
    }
}
