#if !hasFeature(Embedded)
import PageViewAutomation

// The compiler also checks this module for the system on which the package is developed. A payload has values there, so a value
// stands in for the number that it has in WebAssembly.
extension Payload {
    init(number: Int32) { self = number == 0 ? [:] : ["number": .int(Int64(number))] }

    var number: Int32 {
        guard case .int(let number)? = self["number"] else { return 0 }
        return Int32(number)
    }
}
#endif
