// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple's documentation describes the declarations that equal those of Xcode.

// The part of Xcode's manifest language that the manifest of an app uses. It has no behavior.

public import PackageDescription

extension Product {
    public static func iOSApplication(
        name: String, targets: [String], bundleIdentifier: String? = nil, teamIdentifier: String? = nil,
        displayVersion: String? = nil, bundleVersion: String? = nil, appIcon: AppIcon? = nil,
        accentColor: AccentColor? = nil, supportedDeviceFamilies: [DeviceFamily],
        supportedInterfaceOrientations: [InterfaceOrientation], additionalInfoPlistContentFilePath: String? = nil
    ) -> Product { .executable(name: name, targets: targets) }
}

public enum AppIcon {
    public enum Placeholder { case box }
    case placeholder(icon: Placeholder)
}

public enum AccentColor {
    public enum Preset { case blue }
    case presetColor(Preset)
}

public enum DeviceFamily { case pad, phone }

public enum InterfaceOrientation { case portrait, landscapeLeft, landscapeRight }
