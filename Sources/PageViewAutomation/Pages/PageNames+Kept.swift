import PageViewLifecycle

extension PageNames {
    /// The one object of these names, which the process keeps for ever. Names are told apart by their bytes.
    static func kept(name: PageName, context: ContextName?) -> Unmanaged<PageNames> {
        #if hasFeature(Embedded)
        // Without a lock there is no table; what is compiled so is never run.
        unsafe Unmanaged.passRetained(PageNames(name: name, context: context))
        #else
        let key = Key(name: ExactName(name.rawValue), context: context.map { ExactName($0.rawValue) })
        return unsafe table.withLock { table in
            if let known = table[key] { return unsafe Unmanaged.passUnretained(known) }
            let names = PageNames(name: name, context: context)
            table[key] = names
            return unsafe Unmanaged.passUnretained(names)
        }
        #endif
    }

    #if !hasFeature(Embedded)
    private struct Key: Hashable {
        let name: ExactName
        let context: ExactName?
    }

    private static let table = Protected<[Key: PageNames]>([:])
    #endif
}
