import AnalyticsJSON
import Glibc
import PageViewLifecycle
import PageViewTracking

/// A provider that inserts each event into a database of SQLite, the usual alternative to a journal.
///
/// A transaction of its own keeps each event, in the mode WAL with `synchronous=FULL`: an event that `receive` has accepted
/// survives a power cut. The row has the bytes of the event in a journal. The library is loaded at run time, because the package
/// has no dependencies.
final class SQLiteProvider: TrackingProvider {
    /// The functions of the library that are used.
    @safe private struct Library: Sendable {
        typealias Open =
            @convention(c) @Sendable (
                UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>
            ) -> Int32
        typealias Execute =
            @convention(c) @Sendable (
                OpaquePointer?, UnsafePointer<CChar>, OpaquePointer?, OpaquePointer?, OpaquePointer?
            ) -> Int32
        typealias Prepare =
            @convention(c) @Sendable (
                OpaquePointer?, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<OpaquePointer?>, OpaquePointer?
            ) -> Int32
        typealias Bind =
            @convention(c) @Sendable (
                OpaquePointer?, Int32, UnsafePointer<UInt8>?, Int32, OpaquePointer?
            ) -> Int32
        typealias Call = @convention(c) @Sendable (OpaquePointer?) -> Int32

        let open: Open
        let execute: Execute
        let prepare: Prepare
        let bind: Bind
        let step: Call
        let reset: Call
        let finalize: Call
        let close: Call

        /// Loads the library; returns `nil` if the system has none.
        init?() {
            guard let library = unsafe dlopen("libsqlite3.so.0", RTLD_NOW) else { return nil }
            guard let open = unsafe dlsym(library, "sqlite3_open"), let execute = unsafe dlsym(library, "sqlite3_exec"),
                let prepare = unsafe dlsym(library, "sqlite3_prepare_v2"),
                let bind = unsafe dlsym(library, "sqlite3_bind_text"), let step = unsafe dlsym(library, "sqlite3_step"),
                let reset = unsafe dlsym(library, "sqlite3_reset"),
                let finalize = unsafe dlsym(library, "sqlite3_finalize"),
                let close = unsafe dlsym(library, "sqlite3_close")
            else { return nil }
            unsafe self.open = unsafeBitCast(open, to: Open.self)
            unsafe self.execute = unsafeBitCast(execute, to: Execute.self)
            unsafe self.prepare = unsafeBitCast(prepare, to: Prepare.self)
            unsafe self.bind = unsafeBitCast(bind, to: Bind.self)
            unsafe self.step = unsafeBitCast(step, to: Call.self)
            unsafe self.reset = unsafeBitCast(reset, to: Call.self)
            unsafe self.finalize = unsafeBitCast(finalize, to: Call.self)
            unsafe self.close = unsafeBitCast(close, to: Call.self)
        }
    }

    private struct State {
        var database: Int
        var statement: Int
        var writer = JSONWriter()
        var count = 0
    }

    let delivery = ProviderDelivery.inline
    private let library: Library
    private let state: Protected<State>

    /// Creates a database at a path; returns `nil` if the system has no SQLite.
    ///
    /// - Throws: An error if SQLite rejects a step.
    init?(_ path: String) throws {
        guard let library = Library() else { return nil }
        self.library = library
        var database: OpaquePointer?
        var statement: OpaquePointer?
        let setUp = """
            PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE events(id INTEGER PRIMARY KEY, event TEXT);
            """
        guard unsafe library.open(path, &database) == 0, unsafe library.execute(database, setUp, nil, nil, nil) == 0,
            unsafe library.prepare(database, "INSERT INTO events(event) VALUES(?)", -1, &statement, nil) == 0
        else { throw ChildProcess.Failure(description: "expected a database at \(path), found an error of SQLite") }
        state = Protected(
            State(database: Int(bitPattern: database), statement: Int(bitPattern: statement)))
    }

    deinit {
        state.withLock { state in
            unsafe _ = library.finalize(OpaquePointer(bitPattern: state.statement))
            unsafe _ = library.close(OpaquePointer(bitPattern: state.database))
        }
    }

    /// The number of inserted events.
    var count: Int { state.withLock { $0.count } }

    func receive(_ event: TrackedEvent) throws {
        let isInserted = state.withLock { state in
            state.writer.removeAll()
            event.write(to: &state.writer)
            let statement = unsafe OpaquePointer(bitPattern: state.statement)
            let isInserted = state.writer.buffer.withWritten { bytes in
                unsafe bytes.withUnsafeBufferPointer { bytes in
                    unsafe library.bind(statement, 1, bytes.baseAddress, Int32(bytes.count), nil) == 0
                        // 101 is SQLITE_DONE.
                        && library.step(statement) == 101
                }
            }
            unsafe _ = library.reset(statement)
            if isInserted { state.count += 1 }
            return isInserted
        }
        guard isInserted else { throw ChildProcess.Failure(description: "expected an inserted row, found an error") }
    }
}
