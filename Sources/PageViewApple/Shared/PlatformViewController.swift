#if os(iOS) || os(tvOS) || os(visionOS) || UIKIT_STAND_IN
public import UIKit

/// The view controllers of this platform: those of UIKit.
public typealias PlatformViewController = UIViewController
#elseif os(macOS) || APPKIT_STAND_IN
public import AppKit

/// The view controllers of this platform: those of AppKit.
public typealias PlatformViewController = NSViewController
#endif
