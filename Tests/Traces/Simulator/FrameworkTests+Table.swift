/// Each transition with its reports, the pages that the shortest journey with it counts, and the frameworks that report so.
extension FrameworkTests {
    static let table = """
        launch | home.willAppear tabs.willAppear home.didAppear tabs.didAppear | home | uikit
        launch | scene.background home.willAppear tabs.willAppear scene.foreground scene.active home.didAppear tabs.didAppear | home | uikit-cold-start
        launch | home.didAppear | home | swiftui swift-cross-ui adwaita-for-swift kept-nodes android flutter web
        launch | home.didAppear cart.didAppear | home cart | swiftui-tabs-of-ios-17
        launch | home.didAppear home.didAppear | home | swiftui-double-appear
        launch | tabs.didAppear home.didAppear | home | react-navigation
        launch | home.didAppear scene.active | home | gtkstack
        launch | home.willAppear home.didAppear | home | adwnavigationview qt-stackview
        launchInBackground | scene.background home.willAppear home.didAppear | | uikit adwnavigationview
        launchInBackground | scene.background home.didAppear | | web
        push | home.willDisappear item.willAppear home.didDisappear item.didAppear | home item | uikit
        push | item.didAppear home.didDisappear | home item | swiftui adwleaflet
        push | item.didAppear item.didAppear home.didDisappear | home item | swiftui-double-appear
        push | item.didAppear item.didDisappear item.didAppear home.didDisappear | home item item | swiftui-navigation-link
        push | home.willDisappear item.willAppear item.didAppear home.didDisappear home.didDisappear item.didAppear | home item | swiftui-in-uikit
        push | item.didAppear home.didDisappear home.destroy | home item | swift-cross-ui kept-nodes
        push | item.didAppear | home item | adwaita-for-swift
        push | home.didDisappear item.didAppear | home item | android flutter react-navigation web web-soft-navigation
        push | item.willAppear home.willDisappear home.didDisappear item.didAppear | home item | adwnavigationview
        push | item.willAppear home.willDisappear item.didAppear home.didDisappear | home item | qt-stackview
        push | item.willAppear item.didAppear home.willDisappear home.didDisappear | home item | qt-stackview-immediate
        pushBeforeFirstLayout | item.willAppear stack.willAppear item.didAppear stack.didAppear | item | uikit
        pushBeforeFirstLayout | home.willAppear home.willDisappear item.willAppear stack.willAppear home.didDisappear item.didAppear stack.didAppear | item | uikit-17
        pop | item.willDisappear home.willAppear item.didDisappear home.didAppear item.destroy | home item home | uikit qt-stackview
        pop | home.didAppear item.didDisappear item.destroy | home item home | swiftui adwleaflet
        pop | home.didAppear item.didDisappear item.destroy item.didAppear | home item home | swiftui-late-appear
        pop | item.willDisappear home.willAppear home.didAppear item.didDisappear item.didDisappear home.didAppear item.destroy | home item home | swiftui-in-uikit
        pop | home#2.didAppear item.didDisappear item.destroy | home item home | swift-cross-ui kept-nodes
        pop | item.destroy | home item | adwaita-for-swift
        pop | item.didDisappear home.didAppear item.destroy | home item home | android flutter react-navigation web web-soft-navigation
        pop | home.willAppear item.willDisappear item.didDisappear home.didAppear item.destroy | home item home | adwnavigationview
        popCancelled | item.willDisappear home.willAppear home.willDisappear home.didDisappear item.willAppear item.didAppear | home item | uikit
        popCancelled | | home item | android flutter react-navigation
        popCancelled | home.willAppear item.willDisappear item.didAppear home.didDisappear | home item | adwnavigationview
        popToRoot | item.willDisappear home.willAppear item.didDisappear home.didAppear item.destroy category.destroy | home category item home | uikit
        replaceTop | home.willDisappear item.willAppear home.didDisappear item.didAppear home.destroy | home item | uikit qt-stackview
        replaceTop | home.didDisappear item.didAppear home.destroy | home item | compose flutter web web-soft-navigation
        replaceTop | home.willDisappear home.didDisappear item.willAppear item.didAppear home.destroy | home item | adwnavigationview
        replaceBelowTop | home.destroy | home item | uikit flutter adwnavigationview
        selectNewTab | cart.willAppear home.willDisappear home.didDisappear cart.didAppear | home cart | uikit
        selectNewTab | cart.didAppear | home cart | swiftui-tabs-of-ios-13
        selectTab | home.willAppear cart.willDisappear cart.didDisappear home.didAppear | home cart home | uikit
        selectTab | home.didAppear cart.didDisappear | home cart home | swiftui kept-nodes gtkstack gtkstack-crossfade gtknotebook
        selectTab | | home cart | swiftui-tabs-of-ios-13
        selectTab | cart.didDisappear home.didAppear | home cart home | android flutter react-navigation gtknotebook-2 adwviewstack
        turnPage | tomorrow.willAppear today.willDisappear tomorrow.didAppear today.didDisappear | today tomorrow | uikit
        turnPage | tomorrow.willAppear today.willDisappear today.didDisappear tomorrow.didAppear | today tomorrow | uikit-page-curl
        turnPage | today.didDisappear tomorrow.didAppear | today tomorrow | android
        turnPageCancelled | tomorrow.willAppear today.willDisappear today.willAppear today.didAppear tomorrow.willDisappear tomorrow.didDisappear | today | uikit
        turnPageCancelled | tomorrow.willAppear today.willDisappear tomorrow.willDisappear today.willAppear tomorrow.didDisappear today.didAppear | today | uikit-page-curl
        turnPageCancelled | | today | android
        present fullScreen | home.willDisappear item.willAppear item.didAppear home.didDisappear | home item | uikit
        present fullScreen | item.didAppear | home item | swiftui-cover
        present fullScreen | item.didAppear home.didDisappear | home item | swiftui-cover-that-hides kept-nodes
        dismiss fullScreen | item.willDisappear home.willAppear home.didAppear item.didDisappear item.destroy | home item home | uikit
        dismiss fullScreen | item.didDisappear item.destroy | home item | swiftui-cover
        dismiss fullScreen | home.didAppear item.didDisappear item.destroy | home item home | swiftui-cover-that-hides kept-nodes
        present sheet | item.willAppear item.didAppear | home item | uikit
        present sheet | item.didAppear | home item | swiftui kept-nodes compose flutter react-navigation
        dismiss sheet | item.willDisappear item.didDisappear item.destroy | home item | uikit
        dismiss sheet | item.didDisappear item.destroy | home item | swiftui kept-nodes compose flutter react-navigation
        dismissCancelled sheet | item.willDisappear item.willAppear item.didAppear | home item | uikit
        dismissCancelled sheet | | home item | uikit-modal-in-presentation
        present overFullScreen | item.willAppear item.didAppear | home item | uikit
        dismiss overFullScreen | item.willDisappear item.didDisappear item.destroy | home item | uikit
        present popover | item.willAppear item.didAppear | home item | uikit
        dismiss popover | item.willDisappear item.didDisappear item.destroy | home item | uikit
        present alert | item.willAppear item.didAppear | home item | uikit
        present alert | | home | android
        dismiss alert | item.willDisappear item.didDisappear item.destroy | home item | uikit
        dismiss alert | | home | android
        addChild | legend.willAppear legend.didAppear | chart dashboard legend | uikit
        addChild | legend.didAppear | chart dashboard legend | swiftui
        addChild | legend.didAppear | dashboard chart legend | kept-nodes android
        removeChild | chart.willDisappear chart.didDisappear chart.destroy | chart dashboard | uikit
        removeChild | chart.destroy | chart dashboard | uikit-deallocated
        removeChild | chart.didDisappear chart.destroy | chart dashboard | swiftui gtkstack
        removeChild | chart.didDisappear chart.destroy | dashboard chart | kept-nodes android
        addChildCancelled | legend.willAppear legend.willDisappear legend.didDisappear legend.destroy | chart dashboard | uikit
        addChildCancelled | legend.willAppear legend.didDisappear legend.didAppear legend.destroy | chart dashboard legend | uikit-swizzling-race
        addChildCancelled | | chart dashboard | swiftui
        removeChildCancelled | chart.willDisappear chart.willAppear chart.didAppear | chart dashboard | uikit
        replaceRoot | login.willDisappear home.willAppear login.didDisappear home.didAppear login.destroy | login home | uikit
        replaceRoot | home.didAppear login.didDisappear login.destroy | login home | swiftui kept-nodes
        replaceRoot | login.didDisappear home.didAppear login.destroy | login home | swiftui-identity-transition
        enterBackground | scene.inactive scene.background | home | uikit
        enterBackground | scene.background | home | web
        enterForeground | scene.foreground scene.active | home | uikit
        enterForeground | scene.foreground | home | web
        disconnect | second.inactive second.close item.destroy scene.active | home item | uikit
        disconnect | item.didDisappear item.destroy second.close scene.active | home item | gtkstack
        appearAgain | home.didAppear | home | uikit
        appearAgain | | home | swiftui kept-nodes android
        showPane | | message | uikit-split-view-of-ios-10 swiftui-scroll-view
        showPane | list.willAppear list.didAppear | message list | uikit-drawer adwnavigationview
        showPane | list.didAppear | message list | swiftui-list swiftui-lazy-stack
        hidePane | list.willDisappear | message | uikit-split-view-of-ios-10
        hidePane | | message list | uikit-drawer swiftui-lazy-stack
        hidePane | list.didDisappear | message list | swiftui-list
        hidePane | | message | swiftui-scroll-view
        hidePane | list.willDisappear list.didDisappear | message list | adwnavigationview
        pushDuringPush | home.willDisappear item.willAppear reviews.willAppear home.didDisappear item.didAppear item.didAppear | home item | uikit-unbalanced
        pushDuringPush | home.didDisappear reviews.didAppear | home reviews | compose flutter react-navigation web-soft-navigation
        pushDuringPush | item.willAppear home.willDisappear home.didDisappear reviews.willAppear item.willDisappear item.didDisappear reviews.didAppear | home reviews | adwnavigationview
        openScene | scene.inactive second.foreground item.willAppear second.active item.didAppear scene.background | home item | uikit-scene-replaced
        openScene | second.background item.didAppear | home | web-tab-behind
        recreate | home#2.didAppear home.didDisappear home.destroy | home home | swiftui kept-nodes
        recreate | home.didDisappear home#2.didAppear home.destroy | home home | swiftui-identity-transition
        recreate | home#2.didAppear home.destroy | home home | swiftui-missing-disappear
        recreate | | home | android flutter
        replaceRootTabs | login.didAppear cart.didDisappear home.didAppear cart.didAppear cart.destroy home.destroy | home cart login home cart | swiftui-phantom-appear
        replaceRootStack | home.didAppear terms.didDisappear login.didAppear terms.destroy login.destroy | login terms home login | swiftui-phantom-appear
        replaceRootStack | home.didAppear terms.didDisappear terms.didAppear terms.didDisappear terms.destroy login.destroy | login terms home terms | swiftui-stack-of-ios-18-0
        deepPush | category.didAppear item.didAppear home.didDisappear | home category item | swiftui-deep-push-of-ios-18-4
        popToPassed | category.attach item.didDisappear item.destroy | home category item | swiftui-deep-push-of-ios-18-4
        present dialog | item.didAppear | home item | android flutter
        present dialog | item.didAppear scene.inactive | home item | gtkstack
        dismiss dialog | item.didDisappear item.destroy | home item | android flutter
        dismiss dialog | item.didDisappear item.destroy scene.active | home item | gtkstack
        hideWindow | home.didDisappear scene.background | home | web
        hideWindow | home.didDisappear | home | gtkstack
        showWindow | scene.foreground home.didAppear | home home | web
        showWindow | home.didAppear | home home | gtkstack
        minimise | scene.inactive | home | gtkstack
        restore | scene.active | home | gtkstack
        selectTabAndBack | cart.didAppear home.didDisappear home.didAppear cart.didDisappear | home cart home | gtkstack-crossfade gtkstack-interrupted
        """
}
