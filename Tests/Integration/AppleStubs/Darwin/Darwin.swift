// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple's documentation describes the declarations that equal those of Apple's SDK.

// Declarations of Apple's overlay that Swift cannot import from a header. Only the type checker uses this module.

@_exported public import CDarwin

public var errno: Int32 {
    get { typeChecked() }
    set { typeChecked() }
}

@discardableResult
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { typeChecked() }
@discardableResult
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { typeChecked() }
@discardableResult
public func fcntl(_ descriptor: Int32, _ command: Int32) -> Int32 { typeChecked() }
@discardableResult
public func fcntl(_ descriptor: Int32, _ command: Int32, _ value: Int32) -> Int32 { typeChecked() }
@discardableResult
public func fcntl(_ descriptor: Int32, _ command: Int32, _ pointer: UnsafeMutableRawPointer) -> Int32 { typeChecked() }

public var S_IFMT: mode_t { typeChecked() }
public var S_IFDIR: mode_t { typeChecked() }
public var S_IFREG: mode_t { typeChecked() }
public var S_IFLNK: mode_t { typeChecked() }

public var SIG_IGN: @convention(c) (Int32) -> Void { typeChecked() }

private func typeChecked() -> Never { fatalError("expected a type check, found a call") }
