// Whoever reports to an engine speaks in the terms of the lifecycle, so one import brings both.
@_exported public import PageViewLifecycle
