/// Traces that several tests use.
enum Traces {
    static let twoPages = """
        {"trace":1,"title":"Two pages"}
        {"t":0,"event":"create","component":"a","page":"a"}
        {"t":0.5,"event":"didAppear","component":"a"}
        {"t":1,"event":"interaction","name":"tap"}
        {"t":2,"event":"didDisappear","component":"a"}
        {"t":2,"event":"didAppear","component":"a"}

        """

    static let first =
        #"{"event":"pageView","seq":1,"t":0.5,"id":"a/1","page":{"name":"a"},"scene":"main","component":"a","appearance":1,"appearedAt":0.5,"cause":"appeared"}"#
    static let tap =
        #"{"event":"interaction","t":1,"name":"tap","properties":{},"scene":"main","page":{"name":"a"},"pageViewID":"a/1","component":"a"}"#
    static let second =
        #"{"event":"pageView","seq":2,"t":2,"id":"a/2","page":{"name":"a"},"scene":"main","component":"a","appearance":2,"appearedAt":2,"cause":"appeared","previous":{"id":"a/1","name":"a"}}"#

    static let twoPagesOutput = [first, tap, second]

    /// Returns a trace in the line notation, with one page that appears.
    static func page(_ name: String) -> String { "create \(name) page=\(name)\ndidAppear \(name)\n" }

    static func pageView(_ name: String) -> String {
        #"{"event":"pageView","seq":1,"t":0,"id":"\#(name)/1","page":{"name":"\#(name)"},"scene":"main","component":"\#(name)","appearance":1,"appearedAt":0,"cause":"appeared"}"#
    }
}
