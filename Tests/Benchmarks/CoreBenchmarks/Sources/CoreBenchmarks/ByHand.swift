import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A hand-written tracker: a dictionary of the visible pages behind a lock, and closures for views and leaves.
///
/// It does less than an engine. It has no scenes, containers, current page, ordered delivery or links, and it does not
/// distinguish duplicates from cancelled swipes.
final class HandWrittenTracker<Guard: LockedPages> {
    private let pages = Guard()
    private let didView: (String, [String: String]) -> Void
    private let didLeave: (String, Int64) -> Void

    init(didView: @escaping (String, [String: String]) -> Void, didLeave: @escaping (String, Int64) -> Void) {
        self.didView = didView
        self.didLeave = didLeave
    }

    func didAppear(_ page: Int, _ name: String) {
        pages.withLock { shown in
            if shown[page] == nil { shown[page] = ShownPage(name: name, since: now) }
        }
    }

    func ready(_ page: Int, _ payload: [String: String]) {
        let name = pages.withLock { shown -> String? in
            guard let entry = shown[page], !entry.isCounted else { return nil }
            shown[page]?.isCounted = true
            return entry.name
        }
        if let name { didView(name, payload) }
    }

    func didDisappear(_ page: Int) {
        let left = pages.withLock { $0.removeValue(forKey: page) }
        if let left, left.isCounted { didLeave(left.name, now - left.since) }
    }

    private var now: Int64 { nanoseconds(of: CLOCK_MONOTONIC) }
}

struct ShownPage {
    let name: String
    let since: Int64
    var isCounted = false
}

/// A dictionary of pages and its lock.
protocol LockedPages: AnyObject {
    init()
    func withLock<Result: Sendable>(_ body: (inout [Int: ShownPage]) -> Result) -> Result
}

/// The dictionary behind a POSIX mutex.
final class PagesBehindPOSIXMutex: LockedPages {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var shown: [Int: ShownPage] = [:]

    init() { pthread_mutex_init(mutex, nil) }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    func withLock<Result: Sendable>(_ body: (inout [Int: ShownPage]) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&shown)
    }
}

/// The dictionary behind a class around the system's fastest lock: a futex on Linux, `os_unfair_lock` on Apple's systems.
final class PagesBehindSystemLock: LockedPages {
    private let shown = Mutex<[Int: ShownPage]>([:])

    func withLock<Result: Sendable>(_ body: (inout [Int: ShownPage]) -> Result) -> Result {
        shown.withLock { body(&$0) }
    }
}

/// A hand-written tracker with an array of open views, on one thread. Each report searches the array from its start.
///
/// Datadog's RUM views handler has this structure. A duplicate of the newest view finds that view and changes nothing.
final class ArrayHandler {
    private struct OpenView {
        let identity: ObjectIdentifier
        let name: String
        let path: String
        let attributes: [String: String]
    }

    private var views: [OpenView] = []
    private let didStart: (String) -> Void

    init(didStart: @escaping (String) -> Void) { self.didStart = didStart }

    func didAppear(_ component: AnyObject, _ name: String) {
        let identity = ObjectIdentifier(component)
        if let view = views.first(where: { $0.identity == identity }) {
            show(view)
        } else {
            show(OpenView(identity: identity, name: name, path: "Shop/" + name, attributes: [:]))
        }
    }

    private func show(_ view: OpenView) {
        if view.identity == views.last?.identity { return }
        didStart(view.name)
        views.removeAll { $0.identity == view.identity }
        views.append(view)
    }
}
