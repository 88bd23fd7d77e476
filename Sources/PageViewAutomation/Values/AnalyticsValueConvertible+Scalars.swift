#if !hasFeature(Embedded)
extension String: AnalyticsValueConvertible {
    /// A text.
    public var analyticsValue: AnalyticsValue? { .string(self) }
}

extension Substring: AnalyticsValueConvertible {
    /// A text.
    public var analyticsValue: AnalyticsValue? { .string(String(self)) }
}

extension Bool: AnalyticsValueConvertible {
    /// A truth value.
    public var analyticsValue: AnalyticsValue? { .bool(self) }
}

extension Double: AnalyticsValueConvertible {
    /// A number.
    public var analyticsValue: AnalyticsValue? { .double(self) }
}

extension Float: AnalyticsValueConvertible {
    /// A number: the one that its shortest decimal says, so that 4.4 stays 4.4.
    public var analyticsValue: AnalyticsValue? { .double(Double(description) ?? Double(self)) }
}

extension DecimalNumber: AnalyticsValueConvertible {
    /// A number, digit for digit.
    public var analyticsValue: AnalyticsValue? { .decimal(self) }
}

extension AnalyticsValueConvertible where Self: BinaryInteger {
    /// A whole number; one that 64 bits with a sign do not hold stands digit for digit.
    public var analyticsValue: AnalyticsValue? {
        Int64(exactly: self).map(AnalyticsValue.int) ?? DecimalNumber(String(self)).map(AnalyticsValue.decimal)
    }
}

extension Int: AnalyticsValueConvertible {}
extension Int8: AnalyticsValueConvertible {}
extension Int16: AnalyticsValueConvertible {}
extension Int32: AnalyticsValueConvertible {}
extension Int64: AnalyticsValueConvertible {}
extension UInt: AnalyticsValueConvertible {}
extension UInt8: AnalyticsValueConvertible {}
extension UInt16: AnalyticsValueConvertible {}
extension UInt32: AnalyticsValueConvertible {}
extension UInt64: AnalyticsValueConvertible {}
#endif
