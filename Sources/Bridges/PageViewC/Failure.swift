package import CPageView

struct Failure: Error {
    let status: pv_status

    private init(_ status: Int) { self.status = pv_status(truncatingIfNeeded: status) }

    static var null: Failure { Failure(PV_ERROR_NULL) }
    static var handle: Failure { Failure(PV_ERROR_HANDLE) }
    static var foreignHandle: Failure { Failure(PV_ERROR_FOREIGN_HANDLE) }
    static var text: Failure { Failure(PV_ERROR_TEXT) }
    static var value: Failure { Failure(PV_ERROR_VALUE) }
    static var blankName: Failure { Failure(PV_ERROR_BLANK_NAME) }
    static var tooLarge: Failure { Failure(PV_ERROR_TOO_LARGE) }
    static var buffer: Failure { Failure(PV_ERROR_BUFFER) }
    static var file: Failure { Failure(PV_ERROR_FILE) }
    static var limit: Failure { Failure(PV_ERROR_LIMIT) }
}

@inline(__always)
func status(_ body: () throws(Failure) -> Void) -> pv_status {
    do throws(Failure) {
        try body()
        return pv_status(PV_OK)
    } catch {
        return error.status
    }
}

/// Converts an enumerator to the integer type of a field or parameter.
@inline(__always)
func number<Number: FixedWidthInteger>(_ enumerator: Int) -> Number { Number(truncatingIfNeeded: enumerator) }

/// Returns the name of a status. The text is never freed.
@c @implementation
package func pv_status_name(_ status: pv_status) -> UnsafePointer<CChar>? {
    let name: StaticString =
        switch Int(status) {
        case PV_OK: "PV_OK"
        case PV_ERROR_NULL: "PV_ERROR_NULL"
        case PV_ERROR_HANDLE: "PV_ERROR_HANDLE"
        case PV_ERROR_FOREIGN_HANDLE: "PV_ERROR_FOREIGN_HANDLE"
        case PV_ERROR_TEXT: "PV_ERROR_TEXT"
        case PV_ERROR_VALUE: "PV_ERROR_VALUE"
        case PV_ERROR_BLANK_NAME: "PV_ERROR_BLANK_NAME"
        case PV_ERROR_TOO_LARGE: "PV_ERROR_TOO_LARGE"
        case PV_ERROR_BUFFER: "PV_ERROR_BUFFER"
        case PV_ERROR_FILE: "PV_ERROR_FILE"
        case PV_ERROR_LIMIT: "PV_ERROR_LIMIT"
        default: "unknown status"
        }
    // Proof: the compiler puts a zero byte behind the bytes of a static string, and never frees them. Both types are bytes.
    return unsafe UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
}

@c @implementation
package func pv_api_version() -> Int32 { PV_API_VERSION }
