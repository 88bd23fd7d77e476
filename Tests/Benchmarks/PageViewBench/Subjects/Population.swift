import PageViewAutomation

/// A subject with pages that appear one after another, and the payload that each is ready with.
struct Population<Subject: PageViewSubject> {
    let tally = Tally()
    let subject: Subject
    let pages: [Subject.Page]
    let values: Subject.Values
    private var time: Int64 = 0

    init(_ type: Subject.Type, pages count: Int) {
        let subject = Subject(tally)
        self.subject = subject
        // As many names as an app has, whatever the number of its pages.
        pages = (0..<count).map { subject.makePage("page-name-\($0 % 200)") }
        values = Subject.values(Self.payload)
    }

    static var payload: [(String, AnalyticsValue)] { [("items", 12), ("currency", "EUR"), ("isMember", true)] }

    /// Lets the first pages appear, become ready and disappear. They have to be pending.
    mutating func appear(_ count: Int) {
        for index in 0..<count {
            subject.appear(pages[index], values, at: time)
            time += 3_000
        }
    }

    /// Makes the first pages pending again.
    mutating func reset(_ count: Int) {
        for index in 0..<count { subject.pending(pages[index], at: time) }
    }

    /// Lets the first page appear and be made pending again, so many times.
    mutating func appearAgain(_ count: Int) {
        let page = pages[0]
        for _ in 0..<count {
            subject.appear(page, values, at: time)
            subject.pending(page, at: time + 2_000)
            time += 3_000
        }
    }
}
