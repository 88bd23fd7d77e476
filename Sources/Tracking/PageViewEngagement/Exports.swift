@_exported public import PageViewTracking
