#if canImport(UIKit) && !os(watchOS)
public import UIKit

/// The view controllers of this platform: those of UIKit.
public typealias PlatformViewController = UIViewController
#elseif canImport(AppKit) && !canImport(UIKit)
public import AppKit

/// The view controllers of this platform: those of AppKit.
public typealias PlatformViewController = NSViewController
#endif
