import NavigationSimulator
import PageViewTracking
import TestSupport
import Testing

/// The false positives of redaction on texts with numbers and symbols, but without personal data (rule PR-004).
@Suite(.watched)
struct FalsePositiveTests {
    /// Patterns: `#` is a digit, `N` is 1 to 9, `H` a hexadecimal digit, and `W` a letter, digit or `-`. `M`, `D` and `S` are the
    /// two digits of a month, of a day, and of hours, minutes or seconds.
    private static let patterns = #"""
        fractions: {"v":0.N###############} ¦ {"v":-N##.##############} ¦ [0.0##############,N.###############]
        times after a key: ?id=##MD-SSS ¦ ?id=2#####-0##### ¦ order=2###MD-SSS ¦ a=20##MD-SSS&b=1
        Amazon: order ###-#######-####### ¦ ?o=###-#######-#######
        eBay: order ##-#####-##### ¦ {"order":"0#-#####-#####"}
        Shopify, Etsy, Zalando: order #N### ¦ gid://shopify/Order/N############ ¦ #N######### ¦ 1010##########
        AliExpress: order 80############## ¦ {"id":81##############} ¦ 30N#############
        versions: v#.##.###-beta.##+N####### ¦ 1.N#.####.##### ¦ 3.#.#+202#MDSSS
        hashes: HHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHH ¦ sha HHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHH
        UUID, nanoid: HHHHHHHH-HHHH-4HHH-aHHH-HHHHHHHHHHHH ¦ WWWWWWWWWWWWWWWWWWWWW
        coordinates: N#.######,N#.###### ¦ -N#.######, 1##.###### ¦ @5#.#######,13.#######,17z
        coordinates: [N.###############,-N#.##############]
        times: 202#-M-DTS:S:S.######Z ¦ 202#MD_SSS ¦ 202#MDSSS ¦ 17######## ¦ 17########### ¦ 17#################
        times: 202#-M-D S:S:S,###
        addresses: 1##.1#.2##.##:80## ¦ 022.037.254.0## ¦ 10.#.1##.###/24 ¦ 2001:0db8:HHHH:HHHH::HHHH
        prices, builds: $N,###.## ¦ N.###.###,## € ¦ +N##.## ¦ 10.0.N####.#### ¦ 202#MD.# ¦ (N#######)
        ISBN: 978N######### ¦ 978-3-##-######-# ¦ # #### #### # ¦ #-####-####-# ¦ 978 0 #### #### #
        EAN: N############ ¦ # ###### ###### ¦ {"gtin":"4############"}
        dates: on 20##-M-D at S:S ¦ D.M.20## S:S:S, 1.M.20## - D.M.20## ¦ 20##-M-D S-S-S ¦ 20##MD SSS ¦ 20## M D S S S
        dates: a_20##MD_SSS.jpg ¦ D.M.20## S:S:S+02:00 ¦ S:S - S:S, D/M ¦ 17########.######
        orders: ord-####-N#### ¦ order+N####### ¦ order N########## ¦ invoice 2026/N####
        orders: ticket N######, N###### and N###### ¦ /orders/N###-N####/items/## ¦ sku N##.N##.N# ¦ serial N###-N###
        orders: order N####: # items ¦ id=N###########;ref=N######## ¦ case N##/N#, # #.#
        amounts and rows: N##.## + N#,## € = eur N#.###,##, ## % ¦ $N#,###.## or N# ###,## kr ¦ [##,N##,N###,#,N#####]
        amounts and rows: ##;N##;N####;# ¦ N# | N## | N### | # ¦ N##\#tN###\#t## ¦ 0.N# 0.N### 1.0#
        amounts and rows: aN##bN###cN######## ¦ utc+0#30, +0#:00, +N### -N### lines
        amounts and rows: thread 0xHHHHHHHH at N##:N#, error -N### ¦ N#/N# (## %), N## k/s
        links: https://x.org/a?page=40&id=N#### ¦ https://x.org/N##/N####?a=N##&amp;b=N#### ¦ x:/?q=a+b+N##+N####
        links: x:/?size=40px&top=2E&w=N## ¦ https://x.org/a%20b?x=N###%2CN##&y=%5B##%5D ¦ git@2.# x@N###
        links: a=20&b=3DN##&c=5F&d=N### ¦ {"id":N####,"n":[N##,##,N##]} ¦ &#8364;N## &copy; 20##
        sentences: ## of N## items, N### left after ## days ¦ rooms N## to N## on floor ##, for # people
        sentences: score ##:##, ##-##, N## points ¦ pages ##-N##, chapter ##.## ¦ N# N## N### ¦ N# x N## x N### mm
        sentences: +## °C, -## °C, +N## m ¦ battery ##% (N### mv), rssi -## ¦ N N## N## people, N.N##.N## pieces
        sentences: N#### berlin, nY 1N###-N###, 10117 x N### ab ¦ 1Z######### and tbaHN#########
        parcels: 93## #### #### #### #### ## ¦ 0034 #### #### #### #### ¦ 1Z### ### ## #### #### ¦ RR#########FR
        parcels: 1Z ### ### ## #### #### ¦ 0### #### #### ##
        """#.split(separator: "\n").map { line in
            let row = line.split(separator: ": ", maxSplits: 1)
            return (kind: String(row[0]), patterns: row[1].split(separator: " ¦ ").map(String.init))
        }

    @Test("Redaction changes at most 0.1 % of texts of each kind", arguments: patterns.indices)
    func rate(index: Int) {
        var random = SplitMix(seed: UInt64(2_027 + index))
        func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
        func padded(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        func text(_ character: Character) -> String {
            switch character {
            case "#": "\(below(10))"
            case "N": "\(1 + below(9))"
            case "H": String(below(16), radix: 16)
            case "W": String(Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-")[below(63)])
            case "M": padded(1 + below(12))
            case "D": padded(1 + below(28))
            case "S": padded(below(24))
            default: String(character)
            }
        }
        let (kind, patterns) = Self.patterns[index]
        let count = TestDepth.number(200, proof: 20_000)
        var changed: [String] = []
        for round in 0..<count {
            let source = patterns[round % patterns.count].map(text).joined()
            if redacted(source) != source { changed.append(source) }
        }
        #expect(changed.count * 1_000 <= count, "\(kind): \(changed.prefix(5))")
    }
}
