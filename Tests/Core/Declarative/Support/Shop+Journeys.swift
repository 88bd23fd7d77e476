extension Shop {
    /// Applies one random action of the user, or one random change of the data.
    mutating func change(by random: inout some RandomNumberGenerator) {
        // The login cover closes soon, because it hides all other pages.
        if cover != nil, Bool.random(using: &random) { cover = nil }
        let item = Int.random(in: 1...3, using: &random)
        switch Int.random(in: 0..<16, using: &random) {
        case 0, 1: tab = tab == "home" ? "search" : "home"
        case 2, 3: paths[tab, default: []].append(item)
        case 4, 5: _ = paths[tab, default: []].popLast()
        case 6: paths[tab] = Bool.random(using: &random) ? [] : [item, item + 1]
        case 7: sections = [[1, 2], [2, 1], [1], [3, 1, 2], []].randomElement(using: &random) ?? []
        case 8: isBannerShown.toggle()
        case 9: sheet = sheet == nil || Bool.random(using: &random) ? item : nil
        case 10: cover = cover == nil ? item : nil
        case 11: generation += 1
        case 12: isSale.toggle()
        default:
            let page = ["home", "search", "section \(item)", "item \(item)", "filter \(item)"].randomElement(
                using: &random)
            if let page, loaded.insert(page).inserted == false, item == 1 { loaded.remove(page) }
        }
    }
}
