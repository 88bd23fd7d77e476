// All modules use these declarations, which have package access, so they need not import the module.
@_exported public import PageViewSystem
