@_exported public import PageViewAutomation
