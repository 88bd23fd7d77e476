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
    private struct Library: @unchecked Sendable {
        // Safe because the pointers are to functions, which never change.
        typealias Open = @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>) -> Int32
        typealias Execute = @convention(c) (
            OpaquePointer?, UnsafePointer<CChar>, OpaquePointer?, OpaquePointer?, OpaquePointer?
        ) -> Int32
        typealias Prepare = @convention(c) (
            OpaquePointer?, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<OpaquePointer?>, OpaquePointer?
        ) -> Int32
        typealias Bind = @convention(c) (OpaquePointer?, Int32, UnsafePointer<UInt8>?, Int32, OpaquePointer?) -> Int32
        typealias Call = @convention(c) (OpaquePointer?) -> Int32

        let open: Open
        let execute: Execute
        let prepare: Prepare
        let bind: Bind
        let step: Call
        let reset: Call
        let finalize: Call
        let close: Call

        init?() {
            guard let library = unsafe dlopen("libsqlite3.so.0", RTLD_NOW) else { return nil }
            func function<Function>(_ name: String, _ type: Function.Type) -> Function? {
                unsafe dlsym(library, "sqlite3_" + name).map { unsafe unsafeBitCast($0, to: type) }
            }
            guard let open = function("open", Open.self), let execute = function("exec", Execute.self),
                let prepare = function("prepare_v2", Prepare.self), let bind = function("bind_text", Bind.self),
                let step = function("step", Call.self), let reset = function("reset", Call.self),
                let finalize = function("finalize", Call.self), let close = function("close", Call.self)
            else { return nil }
            unsafe (self.open, self.execute, self.prepare, self.bind) = unsafe (open, execute, prepare, bind)
            unsafe (self.step, self.reset, self.finalize, self.close) = unsafe (step, reset, finalize, close)
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
