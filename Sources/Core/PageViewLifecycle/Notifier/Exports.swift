// The rest of the package uses the locks, threads and clocks too. All of their declarations have package access.
@_exported public import PageViewSystem
