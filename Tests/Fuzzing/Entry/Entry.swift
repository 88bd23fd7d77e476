// What libFuzzer calls, over and over, with bytes that it has made up. `.scripts/fuzz` builds it, together with the
// properties; the package knows nothing of it, because a fuzzer brings a `main` of its own.

/// Which reader, by the name that the program was called by.
private let target: FuzzTarget = {
    let name = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        fatalError("expected to be called \(FuzzTarget.allCases.map(\.rawValue)), found \(name)")
    }
    return target
}()

/// Checks one input; a property that does not hold ends the program, which is how the fuzzer learns of it.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    do {
        try target.check(bytes)
    } catch {
        fatalError("\(target): \(error)")
    }
    return 0
}
