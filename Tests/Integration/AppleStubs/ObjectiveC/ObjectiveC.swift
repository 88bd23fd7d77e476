// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple's documentation describes the declarations that equal those of Apple's SDK.

// The part of the Objective-C runtime that the adapters use, with replaceable methods of one class.

/// A selector of one word, as C functions take it.
public struct Selector: ExpressibleByStringLiteral, Hashable, Sendable {
    let number: Int
    public init(_ name: String) { number = ReplaceableMethods.number(of: name) }
    public init(stringLiteral name: String) { self.init(name) }
}

public typealias IMP = OpaquePointer
public typealias Method = OpaquePointer

public enum objc_AssociationPolicy: UInt, Sendable {
    case OBJC_ASSOCIATION_RETAIN_NONATOMIC
}

/// An object that stores associated objects.
public protocol AssociatedObjects: AnyObject {
    var associatedObjects: [UnsafeRawPointer: Any] { get set }
}

public func objc_setAssociatedObject(
    _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) {
    (object as? any AssociatedObjects)?.associatedObjects[key] = value
}

public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
    (object as? any AssociatedObjects)?.associatedObjects[key]
}

public func class_getInstanceMethod(_ type: AnyClass?, _ selector: Selector) -> Method? {
    ReplaceableMethods.method(of: selector)
}

public func method_getImplementation(_ method: Method) -> IMP { ReplaceableMethods.implementation(of: method) }

@discardableResult
public func method_setImplementation(_ method: Method, _ implementation: IMP) -> IMP {
    ReplaceableMethods.replace(method, implementation)
}

// Apple's declaration takes `Any`. Swift on Linux has blocks, but cannot convert one to `Any`.
public func imp_implementationWithBlock(_ block: @escaping ReplaceableMethods.Block) -> IMP {
    ReplaceableMethods.implementation(block)
}
