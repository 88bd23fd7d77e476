extension UIFramework {
    package static let all: [UIFramework] = {
        var all: [UIFramework] = []
        for line in table.split(separator: "\n") {
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.split(separator: " ").joined(separator: " ") }
            if cells[0].hasPrefix("# ") {
                var framework = all.first { $0.name == cells[1] } ?? UIFramework(name: "")
                framework.name = String(cells[0].dropFirst(2))
                all.append(framework)
            } else {
                all[all.count - 1].read(names: cells[0], cells[1])
            }
        }
        return all
    }()

    private mutating func read(names: String, _ cell: String) {
        guard names == "properties" else {
            for name in names.split(separator: ",") {
                do {
                    try set(cell, for: String(name.drop { $0 == " " }))
                } catch { preconditionFailure("\(error)") }
            }
            return
        }
        let properties = cell.split(separator: ",").map { $0.drop { $0 == " " } }
        animationNanoseconds = (Int64(cell.prefix { $0 != " " }) ?? 0) * 1_000_000
        reportsContainers = properties.contains("containers")
        reportsChildrenFirst = properties.contains("parts first")
        reportsDestroy = properties.contains("destroy")
        keepsPages = properties.contains("keeps pages")
        appearsBeforeWindow = properties.contains("appears before window")
    }

    package static func named(_ identifier: String) -> UIFramework {
        guard let framework = UIFramework(identifier: identifier) else { preconditionFailure("no \(identifier)") }
        return framework
    }

    /// UIKit as of iOS 18.
    public static let uiKit = named("uikit")

    /// SwiftUI as of iOS 18, through `onAppear` and `onDisappear`.
    public static let swiftUI = named("swiftui")

    /// The frameworks: a heading with the name, the framework of a variant, and what differs; then a line for each order.
    ///
    /// The third cell of an order names its evidence, `run`, `read` or `assumed`, and its sources, which the chapter of the
    /// specification lists. The orders of Android, Compose, Flutter and React Navigation are those that the adapters of the guides
    /// report. What these platforms call, the guides state.
    package static let table = """
        # UIKit | | As of iOS 18. The orders omit `viewIsAppearing`, because no page view depends on it.
        properties | 350 ms, containers, parts first, destroy, keeps pages
        launch | new.willAppear ~ new.didAppear | run: APL-VIA, VAJ-17
        launchInBackground | scene.background new.willAppear new.didAppear | run: SO-BG
        push, pop, popToRoot | old.willDisappear new.willAppear ~ old.didDisappear new.didAppear | run: WL, RDK, PT, \
        DD-NAV
        pushBeforeFirstLayout | new.willAppear new.didAppear | run: VAJ-18
        popCancelled | old.willDisappear new.willAppear ~ new.willDisappear new.didDisappear old.willAppear \
        old.didAppear | run: WL, SO-POP
        replaceTop | old.willDisappear new.willAppear ~ old.didDisappear new.didAppear | assumed: CHM
        replaceBelowTop | | assumed: CHM
        selectNewTab, selectTab | new.willAppear old.willDisappear old.didDisappear new.didAppear | run: PGZ, DD-TAB
        turnPage | new.willAppear old.willDisappear ~ new.didAppear old.didDisappear | run: WL
        turnPageCancelled | new.willAppear old.willDisappear ~ old.willAppear old.didAppear new.willDisappear \
        new.didDisappear | run: WL
        present fullScreen, dismiss fullScreen | old.willDisappear new.willAppear ~ new.didAppear old.didDisappear | \
        read: WOC, MO4
        present sheet, present overFullScreen, present popover, present alert | new.willAppear ~ new.didAppear | run: \
        FIT, YPI, DD-MOD, MO4, APL-VDA, DD-ALERT
        dismiss sheet, dismiss overFullScreen, dismiss popover, dismiss alert | old.willDisappear ~ old.didDisappear \
        | run: FIT, YPI, DD-MOD, MO4, APL-VDA, DD-ALERT
        dismissCancelled sheet | old.willDisappear ~ old.willAppear old.didAppear | run: TNG, DD-MOD
        addChild | new.willAppear ~ new.didAppear | read: CHM, APL-FWD
        removeChild | old.willDisappear ~ old.didDisappear | read: CHM, APL-FWD
        addChildCancelled | new.willAppear new.willDisappear ~ new.didDisappear | read: CHM, APL-BEG, APL-END, GC-CANCEL
        removeChildCancelled | old.willDisappear old.willAppear ~ old.didAppear | read: CHM, APL-BEG, APL-END, GC-CANCEL
        replaceRoot | old.willDisappear new.willAppear old.didDisappear new.didAppear | assumed: SEN
        enterBackground | scene.inactive scene.background | assumed: DD-RVH, FPR
        enterForeground | scene.foreground scene.active | assumed: DD-RVH, FPR
        disconnect | scene.inactive scene.close | run: FOR-SCN
        appearAgain | new.didAppear | run: SO-UNB, SLD
        # UIKit 17 | UIKit | A stack's first page begins to appear and stops if a push comes before the first layout.
        pushBeforeFirstLayout | old.willAppear old.willDisappear new.willAppear old.didDisappear new.didAppear | run: \
        VAJ-17
        # UIKit, page curl | UIKit
        turnPage | new.willAppear old.willDisappear ~ old.didDisappear new.didAppear | run: WL
        turnPageCancelled | new.willAppear old.willDisappear ~ new.willDisappear old.willAppear new.didDisappear \
        old.didAppear | run: WL
        # UIKit, cold start | UIKit | A page is announced before its scene is in the foreground.
        launch | scene.background new.willAppear scene.foreground scene.active new.didAppear | run: LEM
        # UIKit, modal in presentation | UIKit | A sheet that the user cannot swipe away. Only its delegate is notified.
        dismissCancelled sheet | ~ | read: MED-SHEET
        # UIKit, split view of iOS 10 | UIKit | The list becomes visible without a report. Later UIKit reports that \
        it will disappear.
        showPane | | run: OR-29824842
        hidePane | old.willDisappear | run: OR-34186209
        # UIKit, drawer | UIKit | The container does not forward the report that the drawer closed.
        showPane | new.willAppear ~ new.didAppear | run: MMD, PKReveal
        hidePane | ~ | run: MMD, PKReveal
        # UIKit, deallocated | UIKit | A part is deallocated while it is visible.
        removeChild | old.destroy | run: FPR
        # UIKit, unbalanced | UIKit | Two pages in one animation. The first one appears twice and the second one never.
        pushDuringPush | old.willDisappear others.willAppear new.willAppear ~ old.didDisappear others.didAppear \
        others.didAppear | run: SO-UNB, SLD, PARCH
        # UIKit, scene replaced | UIKit | A new scene enters the foreground before the old one enters the background.
        openScene | oldScene.inactive scene.foreground new.willAppear scene.active ~ new.didAppear \
        oldScene.background | run: FOR-SCN
        # UIKit, swizzling race | UIKit | The two reports about a cancelled part arrive in the wrong order.
        addChildCancelled | new.willAppear new.didDisappear new.didAppear | assumed: D9
        # SwiftUI | | As of iOS 18, through `onAppear` and `onDisappear`, also for views that are not visible.
        properties | 350 ms, parts first, destroy, keeps pages, appears before window
        launch | new.didAppear | read: OSU, SQ-BP
        push, pop | new.didAppear ~ old.didDisappear | assumed: OLE, DD-SUI
        selectTab, recreate, replaceRoot | new.didAppear old.didDisappear | run: STV, OLE, OSU-T
        present sheet | new.didAppear ~ | run: DD-SUI
        dismiss sheet | ~ old.didDisappear | run: DD-SUI
        addChild | new.didAppear | run: OSU-T
        removeChild | old.didDisappear | run: OSU-T
        addChildCancelled, appearAgain | | read: OSU
        # SwiftUI, identity transition | SwiftUI | With `.transition(.identity)`, the old view disappears first.
        recreate, replaceRoot | old.didDisappear new.didAppear | run: OSU-T
        # SwiftUI, tabs of iOS 13 | SwiftUI | Each tab appears only once.
        selectNewTab | new.didAppear | run: STV
        selectTab | | run: STV
        # SwiftUI, tabs of iOS 17 | SwiftUI | The second tab appears at the launch, although it is not visible.
        launch | new.didAppear others.didAppear | run: SWP
        # SwiftUI, phantom appear | SwiftUI | Removed tabs and stacks appear once more while they leave.
        replaceRootTabs | new.didAppear old.didDisappear others.didAppear old.didAppear | run: FB13103224
        replaceRootStack | new.didAppear old.didDisappear others.didAppear | run: JPM, FAT
        # SwiftUI, stack of iOS 18.0 | SwiftUI | A removed stack's topmost page appears and disappears once more.
        replaceRootStack | new.didAppear old.didDisappear old.didAppear old.didDisappear | run: VAJ-NS
        # SwiftUI, deep push of iOS 18.4 | SwiftUI | The pages in between appear without being visible. On the way \
        back, only their windows report it.
        deepPush | others.didAppear new.didAppear ~ old.didDisappear | run: CLM
        popToPassed | new.attach ~ old.didDisappear | run: CLM
        # SwiftUI, list | SwiftUI | The rows, here panes, are reused while they scroll.
        showPane | new.didAppear | run: OLE
        hidePane | old.didDisappear | run: OLE
        # SwiftUI, lazy stack | SwiftUI | The rows appear repeatedly and rarely disappear.
        showPane | new.didAppear | run: OLE
        hidePane | | run: OLE
        # SwiftUI, scroll view | SwiftUI | The rows all appear at once and never disappear, like a view with \
        `.opacity(0)`.
        showPane, hidePane | | run: OLE
        # SwiftUI, double appear | SwiftUI | A stack inside tabs, and every page in iOS 14 and 15, appears twice.
        launch | new.didAppear new.didAppear | run: MED-2X, OMW
        push | new.didAppear new.didAppear ~ old.didDisappear | run: OMW, TNG
        # SwiftUI, navigation link | SwiftUI | The target appears, disappears and appears again.
        push | new.didAppear new.didDisappear new.didAppear ~ old.didDisappear | run: MED-2X
        # SwiftUI, missing disappear | SwiftUI | In iOS 13, a view that is replaced inside its own `onAppear` never \
        disappears.
        recreate | new.didAppear | run: CAS
        # SwiftUI, cover | SwiftUI | Nothing is reported about the page below.
        present fullScreen | new.didAppear ~ | assumed: unverified
        dismiss fullScreen | ~ old.didDisappear | assumed: unverified
        # SwiftUI, cover that hides | SwiftUI | The page below disappears.
        present fullScreen, dismiss fullScreen | new.didAppear ~ old.didDisappear | assumed: unverified
        # SwiftUI, late appear | SwiftUI | An asynchronous report arrives after its page was destroyed.
        pop | new.didAppear ~ old.didDisappear old.destroy old.didAppear | assumed: unverified
        # SwiftUI in UIKit | SwiftUI | The view controller and the view inside it both report about one page.
        push, pop | old.willDisappear new.willAppear new.didAppear ~ old.didDisappear old.didDisappear new.didAppear \
        | read: RUM-9888, FB-2181
        # Swift Cross UI | | A page is created again when the user returns to it.
        properties | 30 ms, destroy, appears before window
        launch | new.didAppear | read: SCUI
        push, pop | new.didAppear ~ old.didDisappear | read: SCUI
        # Adwaita for Swift | | Nothing is reported when a view leaves.
        properties | 250 ms, destroy, keeps pages, appears before window
        launch | new.didAppear | read: AparokshaUI
        push | new.didAppear ~ | read: AparokshaUI
        pop | ~ | read: AparokshaUI
        # Kept nodes | | The adapter reports another component for each page, because each page has its own identity \
        (DV-008).
        properties | 0 ms, destroy
        launch, present sheet, addChild | new.didAppear | run: DV
        push, pop, selectTab, present fullScreen, dismiss fullScreen, replaceRoot, recreate | new.didAppear \
        old.didDisappear | run: DV
        dismiss sheet, removeChild | old.didDisappear | run: DV
        appearAgain | | run: DV
        # Android | | Activities on a stack, and fragments in a pager. The adapter decides at the end of each turn.
        properties | 350 ms, destroy, keeps pages
        launch | new.didAppear | run: VER
        push, pop | old.didDisappear new.didAppear ~ | run: CTS, VER, TOP
        popCancelled | ~ | assumed: unverified
        present dialog, addChild | new.didAppear | run: CTS, FRT
        dismiss dialog | ~ old.didDisappear | run: CTS
        present alert, dismiss alert | | read: AND-ACT
        recreate, appearAgain | | run: VER, TX, CTS
        turnPage | ~ old.didDisappear new.didAppear | read: VP2
        turnPageCancelled | ~ | read: VP2
        selectTab | old.didDisappear new.didAppear | run: FRT
        removeChild | old.didDisappear | run: FRT
        # Compose | Android | The app owns the back stack. The adapter shows each value.
        pushDuringPush, replaceTop | old.didDisappear new.didAppear ~ | read: N3S
        present sheet | new.didAppear ~ | read: N3S
        dismiss sheet | old.didDisappear ~ | read: N3S
        # Flutter | | The adapter shows the routes that the observers of all navigators collect.
        properties | 350 ms, parts first, destroy, keeps pages
        launch | new.didAppear | read: NAV
        push, pop | old.didDisappear new.didAppear ~ | read: NAV
        pushDuringPush, replaceTop | old.didDisappear new.didAppear ~ | run: F55949, F189050, NAV, F58667
        popCancelled | ~ | read: NAV
        replaceBelowTop | | read: NAV
        selectTab | old.didDisappear new.didAppear | run: F112196, F168074
        present dialog, present sheet | new.didAppear ~ | read: RT
        dismiss dialog, dismiss sheet | old.didDisappear ~ | read: RT
        recreate | | assumed: unverified
        # React Navigation | | The adapter shows each state of the container.
        properties | 350 ms, containers, destroy, keeps pages
        launch | new.didAppear | run: EVT
        push | old.didDisappear new.didAppear ~ | run: R11931
        pushDuringPush, pop | old.didDisappear new.didAppear ~ | read: USS, NEV
        popCancelled | ~ | read: NSD
        selectTab | old.didDisappear new.didAppear | run: EVT
        present sheet | new.didAppear ~ | run: R9539
        dismiss sheet | old.didDisappear ~ | run: R9539
        # Web | | The history of a document is a stack.
        properties | 100 ms, destroy, keeps pages
        launch | new.didAppear | run: WPT-E
        launchInBackground | scene.background new.didAppear | run: NSP, WPT-VIS, WV-VIS
        push, pop, replaceTop | old.didDisappear new.didAppear | run: PH-HIST, PLA, WPT-P
        enterBackground | scene.background | run: PHJ
        enterForeground | scene.foreground | run: PHJ
        hideWindow | old.didDisappear scene.background | run: WPT-E
        showWindow | scene.foreground new.didAppear | run: WPT-E
        # Web, soft navigation | Web | A page appears at its first paint. A later page replaces one that was not \
        painted.
        push, pop, replaceTop, pushDuringPush | ~ old.didDisappear new.didAppear | read: SNV
        # Web, tab behind | Web | A page in a background tab is visible after the user switches to it.
        openScene | scene.background new.didAppear | run: PHJ
        # GtkStack | | GTK 4, without a transition effect. A widget that leaves stays mapped until its transition ends.
        properties | 318 ms, parts first, destroy, keeps pages
        launch | new.didAppear scene.active | run: 1G
        selectTab | new.didAppear old.didDisappear | run: 1G
        removeChild | old.didDisappear old.destroy | run: 1G
        present dialog | new.didAppear scene.inactive | run: 1G
        dismiss dialog | old.didDisappear old.destroy scene.active | run: 1G
        minimise | scene.inactive | run: 1G
        restore | scene.active | run: 1G
        hideWindow | old.didDisappear | run: 1G
        showWindow | new.didAppear | run: 1G
        disconnect | old.didDisappear old.destroy scene.close | run: 1G
        # GtkStack, crossfade | GtkStack | The old view disappears at the end of the transition, or when another \
        transition begins.
        selectTab | new.didAppear ~ old.didDisappear | run: 1G, GTK-STK
        selectTabAndBack | new.didAppear old.didDisappear old.didAppear ~ new.didDisappear | run: 1G, GTK-STK
        # GtkStack, interrupted | GtkStack, crossfade | The user returns during the crossfade.
        selectTabAndBack | new.didAppear ~ old.didDisappear old.didAppear ~ new.didDisappear | run: 1G
        # GtkNotebook | GtkStack | The new page is mapped first.
        selectTab | new.didAppear old.didDisappear | run: 1G
        # GtkNotebook 2 | GtkStack | In GTK 2, the old page is unmapped first.
        selectTab | old.didDisappear new.didAppear | read: GTK-NB
        # AdwViewStack | GtkStack | The old view is unmapped first.
        selectTab | old.didDisappear new.didAppear | run: 1G
        # AdwLeaflet | GtkStack | The pages lie on top of each other, and are mapped and unmapped.
        properties | 305 ms, parts first, destroy, keeps pages
        push, pop | new.didAppear ~ old.didDisappear | run: 1G
        # AdwNavigationView | | Also the split view of libadwaita.
        properties | 250 ms, parts first, destroy, keeps pages
        launch | new.willAppear new.didAppear | run: ADW-T1
        launchInBackground | scene.background new.willAppear new.didAppear | run: ADW-T1
        push, pop | new.willAppear old.willDisappear ~ old.didDisappear new.didAppear | read: ADW-SRC
        popCancelled | new.willAppear old.willDisappear ~ old.didAppear new.didDisappear | read: ADW-SRC
        pushDuringPush | others.willAppear old.willDisappear ~ old.didDisappear new.willAppear others.willDisappear ~ \
        others.didDisappear new.didAppear | read: ADW-SRC
        replaceTop | old.willDisappear old.didDisappear new.willAppear new.didAppear | run: ADW-T1
        replaceBelowTop | | run: ADW-T1
        showPane | new.willAppear new.didAppear | run: ADW-T2
        hidePane | old.willDisappear old.didDisappear | run: ADW-T2
        # Qt StackView | | Qt Quick Controls 2. The operation on the stack decides which page reports first.
        properties | 400 ms, parts first, destroy, keeps pages
        launch | new.willAppear new.didAppear | read: QT-SV
        push | new.willAppear old.willDisappear ~ new.didAppear old.didDisappear | read: QT-SV
        pop, replaceTop | old.willDisappear new.willAppear ~ old.didDisappear new.didAppear | read: QT-SV
        # Qt StackView, immediate | Qt StackView | Without an animation. One page reports all its steps before the \
        other one begins.
        push | new.willAppear new.didAppear old.willDisappear old.didDisappear | read: QT-SV
        """
}
