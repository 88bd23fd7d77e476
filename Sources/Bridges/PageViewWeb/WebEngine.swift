import PageViewAutomation
import PageViewLifecycle

/// An engine of the web module: the rules, and the memory that JavaScript reads and writes.
///
/// JavaScript identifies components and scenes by numbers; see `Handle`. It passes the address of the engine in each call, so the
/// module needs no global variable.
@safe struct WebEngine: ~Copyable {
    /// The first property, so that its address is the address of the engine.
    var output = Output()
    var rules: Rules
    /// The generation of the last component of each slot.
    var generations: [UInt32] = []
    /// The slots of destroyed components, which new components may use.
    var freeSlots: [UInt32] = []
    var entries: [Rules.Input.ShownEntry] = []
    var sceneCount: UInt32 = 1
    /// The pages that JavaScript may refer to by their address.
    var pages: [PageContext] = []
    var pageSize = 0
    var nameCounts = NameCounts()
    /// The text buffer, through which texts pass between JavaScript and the module.
    var text: UnsafeMutableBufferPointer<UInt8> = unsafe .init(start: nil, count: 0)
    /// The number of records that JavaScript has got. They stay in the outbox, so their pages exist while JavaScript reads them.
    var writtenCount = 0

    init(number: UInt32) {
        rules = Rules(policy: .standard, mainScene: SceneID(index: 0, issuer: number, tag: 0))
        rules.wanted = []
        output.scene = Handle.number(of: rules.mainScene)
    }

    var number: UInt32 { rules.mainScene.issuer }
}

/// The errors of calls, which JavaScript throws. A call with an error has changed nothing.
///
/// `sharedTexts` contains the messages in this order.
enum CallError: Int32, Error {
    case component = -1
    case scene = -2
    case parent = -3
    case time = -4
    case nextPageView = -5
    case tooManyComponents = -6
}

/// Numbers for components and scenes: exact in JavaScript, never 0, and different for each engine of a page.
///
/// The number of a component is `engine · 2⁴⁴ + generation · 2²² + slot + 1`. The number of a scene is
/// `-(engine · 2⁴⁴ + index + 1)`.
enum Handle {
    static var slotBits: UInt64 { 22 }
    static var engineBits: UInt64 { 44 }
    static var slotLimit: Int { 1 << 22 }
    static var generationLimit: UInt32 { 1 << 22 }

    static func number(of component: ComponentID) -> Double {
        let (engine, generation) = (UInt64(component.issuer) << engineBits, UInt64(component.generation) << slotBits)
        return Double(engine | generation | UInt64(component.index)) + 1
    }

    static func number(of scene: SceneID) -> Double {
        -1 - Double(UInt64(scene.issuer) << engineBits | UInt64(scene.index))
    }

    /// Returns the fields of a positive number; `nil` for a number that is no handle.
    static func bits(_ number: Double) -> UInt64? {
        number >= 1 && number <= 9_007_199_254_740_992 && number == number.rounded(.down) ? UInt64(number - 1) : nil
    }
}

extension WebEngine {
    /// Returns the identity of a component that this engine created, even if it is destroyed.
    func component(_ number: Double, _ error: CallError = .component) throws(CallError) -> ComponentID {
        guard let bits = Handle.bits(number), bits >> Handle.engineBits == self.number else { throw error }
        let index = UInt32(truncatingIfNeeded: bits) & UInt32(Handle.slotLimit - 1)
        let generation = UInt32(truncatingIfNeeded: bits >> Handle.slotBits) & (Handle.generationLimit - 1)
        guard Int(index) < generations.count, generation <= generations[Int(index)] else { throw error }
        return ComponentID(index: index, generation: generation, issuer: self.number, tag: 0)
    }

    /// Returns the identity of a scene that this engine created; `nil` for 0.
    func scene(_ number: Double) throws(CallError) -> SceneID? {
        if number == 0 { return nil }
        guard let bits = Handle.bits(-number), bits >> Handle.engineBits == self.number else { throw .scene }
        let index = bits & (1 << Handle.engineBits - 1)
        guard index < sceneCount else { throw .scene }
        return SceneID(index: UInt32(truncatingIfNeeded: index), issuer: self.number, tag: 0)
    }

    mutating func makeScene() -> Double {
        sceneCount += 1
        return Handle.number(of: SceneID(index: sceneCount - 1, issuer: self.number, tag: 0))
    }

    /// Issues the identity of a component, in a free slot or in a new one.
    ///
    /// JavaScript stores one name for each slot. So no component gets a slot whose destroyed component a record may still name.
    mutating func makeComponent() throws(CallError) -> ComponentID {
        let position = freeSlots.lastIndex { !rules.mayName(component(inSlot: $0)) }
        if let position {
            let index = freeSlots.remove(at: position)
            generations[Int(index)] += 1
            return component(inSlot: index)
        }
        guard generations.count < Handle.slotLimit else { throw .tooManyComponents }
        generations.append(0)
        return component(inSlot: UInt32(generations.count - 1))
    }

    private func component(inSlot index: UInt32) -> ComponentID {
        ComponentID(index: index, generation: generations[Int(index)], issuer: number, tag: 0)
    }

    /// Frees the slots of destroyed components, unless they have used all their generations.
    mutating func freeDestroyed() {
        for component in rules.takeFreed() where component.generation + 1 < Handle.generationLimit {
            freeSlots.append(component.index)
        }
    }

    func isDestroyed(_ number: Double) throws(CallError) -> Bool { rules.isDestroyed(try component(number)) }

    // MARK: Pages and text

    /// Returns the page at an address that JavaScript got from `makePage`; `nil` for 0.
    func page(_ address: UInt32) -> PageContext? {
        address == 0 ? nil : unsafe unsafeBitCast(address, to: PageContext.self)
    }

    func address(of page: PageContext) -> UInt32 { unsafe unsafeBitCast(page, to: UInt32.self) }

    /// Creates a page from the text buffer. The page exists while `pages` or the rules contain it.
    ///
    /// An app can create any number of pages. So a full `pages` is emptied, which releases the pages that only JavaScript uses.
    mutating func makePage() -> UInt32 {
        if pages.count >= 1_000 || pageSize >= 1_000_000 { (pages, pageSize) = ([], 0) }
        let (name, context) = readTexts()
        let page = PageContext(name: PageName(name), context: context.map { ContextName(rawValue: $0) })
        pages.append(page)
        pageSize += Int(output.textLength) + max(0, Int(output.secondTextLength))
        output.pageCount = Int32(pages.count)
        return address(of: page)
    }

    /// Returns the texts in the text buffer. The output contains their lengths.
    func readTexts() -> (String, String?) {
        let (first, second) = (Int(output.textLength), Int(output.secondTextLength))
        return (string(from: 0, first), second < 0 ? nil : string(from: first, second))
    }

    private func string(from start: Int, _ length: Int) -> String {
        let bytes = unsafe UnsafeBufferPointer(rebasing: text[start..<(start + length)])
        // JavaScript writes only valid UTF-8.
        return unsafe String(copying: UTF8Span(unchecked: Span(_unsafeElements: bytes)))
    }

    /// Makes the text buffer at least this large. Returns its address.
    ///
    /// A buffer above 64 KiB is replaced, so a single large text does not keep its memory.
    mutating func reserveText(_ size: Int) -> UnsafeMutablePointer<UInt8>? {
        if unsafe size > text.count || text.count > 65_536 {
            unsafe text.deallocate()
            unsafe text = .allocate(capacity: max(size, 1_024))
            output.text = UInt32(UInt(bitPattern: unsafe text.baseAddress))
        }
        return unsafe text.baseAddress
    }

    /// Writes texts to the text buffer, one after another, and their lengths to the output.
    mutating func writeTexts(_ first: String, _ second: String?) {
        let (firstBytes, secondBytes) = (first.utf8Span.span, (second ?? "").utf8Span.span)
        if let start = unsafe reserveText(firstBytes.count + secondBytes.count) {
            for index in firstBytes.indices { unsafe start[index] = firstBytes[index] }
            for index in secondBytes.indices { unsafe start[firstBytes.count + index] = secondBytes[index] }
        }
        output.textLength = Int32(firstBytes.count)
        output.secondTextLength = second == nil ? -1 : Int32(secondBytes.count)
    }

    // MARK: Payloads

    /// Returns the number for a new payload of a component: the one of its two numbers that the rules do not hold.
    func newPayload(for component: ComponentID) -> Payload {
        let first = Int32(truncatingIfNeeded: component.index) * 2 + 2
        return Payload(number: rules.payload(ofSlot: component.index)?.number == first ? first + 1 : first)
    }

    /// Writes those of the two numbers of a component that the rules do not hold.
    ///
    /// A newer component that uses the slot has the same numbers.
    mutating func releasePayloads(of component: ComponentID) {
        let first = Int32(truncatingIfNeeded: component.index) * 2 + 2
        let isReleased = component == self.component(inSlot: component.index) && rules.isDestroyed(component)
        let held = isReleased ? nil : rules.payload(ofSlot: component.index)?.number
        output.releasedPayload = held == first ? 0 : first
        output.secondReleasedPayload = held == first + 1 ? 0 : first + 1
    }
}

extension Payload {
    /// The payload of a page view by hand or of an interaction, which no component holds.
    static var ofCall: Payload { Payload(number: 1) }
}
