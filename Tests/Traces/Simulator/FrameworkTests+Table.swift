/// The reports of each transition of each framework, and the pages that the shortest journey with it counts.
extension FrameworkTests {
    static let table = """
        # uikit
        launch | home.willAppear tabs.willAppear home.didAppear tabs.didAppear | home
        launchInBackground | scene.background home.willAppear home.didAppear |
        push | home.willDisappear item.willAppear home.didDisappear item.didAppear | home item
        pushBeforeFirstLayout | item.willAppear stack.willAppear item.didAppear stack.didAppear | item
        pop | item.willDisappear home.willAppear item.didDisappear home.didAppear item.destroy | home item home
        popCancelled | item.willDisappear home.willAppear home.willDisappear home.didDisappear item.willAppear \
        item.didAppear | home item
        popToRoot | item.willDisappear home.willAppear item.didDisappear home.didAppear item.destroy category.destroy \
        | home category item home
        replaceTop | home.willDisappear item.willAppear home.didDisappear item.didAppear home.destroy | home item
        replaceBelowTop | home.destroy | home item
        selectNewTab | cart.willAppear home.willDisappear home.didDisappear cart.didAppear | home cart
        selectTab | home.willAppear cart.willDisappear cart.didDisappear home.didAppear | home cart home
        turnPage | tomorrow.willAppear today.willDisappear tomorrow.didAppear today.didDisappear | today tomorrow
        turnPageCancelled | tomorrow.willAppear today.willDisappear today.willAppear today.didAppear \
        tomorrow.willDisappear tomorrow.didDisappear | today
        present fullScreen | home.willDisappear item.willAppear item.didAppear home.didDisappear | home item
        dismiss fullScreen | item.willDisappear home.willAppear home.didAppear item.didDisappear item.destroy | home \
        item home
        present sheet | item.willAppear item.didAppear | home item
        dismiss sheet | item.willDisappear item.didDisappear item.destroy | home item
        dismissCancelled sheet | item.willDisappear item.willAppear item.didAppear | home item
        present overFullScreen | item.willAppear item.didAppear | home item
        dismiss overFullScreen | item.willDisappear item.didDisappear item.destroy | home item
        present popover | item.willAppear item.didAppear | home item
        dismiss popover | item.willDisappear item.didDisappear item.destroy | home item
        present alert | item.willAppear item.didAppear | home item
        dismiss alert | item.willDisappear item.didDisappear item.destroy | home item
        addChild | legend.willAppear legend.didAppear | chart dashboard legend
        removeChild | chart.willDisappear chart.didDisappear chart.destroy | chart dashboard
        addChildCancelled | legend.willAppear legend.willDisappear legend.didDisappear legend.destroy | chart dashboard
        removeChildCancelled | chart.willDisappear chart.willAppear chart.didAppear | chart dashboard
        replaceRoot | login.willDisappear home.willAppear login.didDisappear home.didAppear login.destroy | login home
        enterBackground | scene.inactive scene.background | home
        enterForeground | scene.foreground scene.active | home
        disconnect | second.inactive second.close item.destroy scene.active | home item
        appearAgain | home.didAppear | home
        # uikit-17
        pushBeforeFirstLayout | home.willAppear home.willDisappear item.willAppear stack.willAppear home.didDisappear \
        item.didAppear stack.didAppear | item
        # uikit-page-curl
        turnPage | tomorrow.willAppear today.willDisappear today.didDisappear tomorrow.didAppear | today tomorrow
        turnPageCancelled | tomorrow.willAppear today.willDisappear tomorrow.willDisappear today.willAppear \
        tomorrow.didDisappear today.didAppear | today
        # uikit-cold-start
        launch | scene.background home.willAppear tabs.willAppear scene.foreground scene.active home.didAppear \
        tabs.didAppear | home
        # uikit-modal-in-presentation
        dismissCancelled sheet | | home item
        # uikit-split-view-of-ios-10
        showPane | | message
        hidePane | list.willDisappear | message
        # uikit-drawer
        showPane | list.willAppear list.didAppear | message list
        hidePane | | message list
        # uikit-deallocated
        removeChild | chart.destroy | chart dashboard
        # uikit-unbalanced
        pushDuringPush | home.willDisappear item.willAppear reviews.willAppear home.didDisappear item.didAppear \
        item.didAppear | home item
        # uikit-scene-replaced
        openScene | scene.inactive second.foreground item.willAppear second.active item.didAppear scene.background | \
        home item
        # uikit-swizzling-race
        addChildCancelled | legend.willAppear legend.didDisappear legend.didAppear legend.destroy | chart dashboard \
        legend
        # swiftui
        launch | home.didAppear | home
        push | item.didAppear home.didDisappear | home item
        pop | home.didAppear item.didDisappear item.destroy | home item home
        selectTab | home.didAppear cart.didDisappear | home cart home
        recreate | home#2.didAppear home.didDisappear home.destroy | home home
        replaceRoot | home.didAppear login.didDisappear login.destroy | login home
        present sheet | item.didAppear | home item
        dismiss sheet | item.didDisappear item.destroy | home item
        addChild | legend.didAppear | chart dashboard legend
        removeChild | chart.didDisappear chart.destroy | chart dashboard
        addChildCancelled | | chart dashboard
        appearAgain | | home
        # swiftui-identity-transition
        recreate | home.didDisappear home#2.didAppear home.destroy | home home
        replaceRoot | login.didDisappear home.didAppear login.destroy | login home
        # swiftui-tabs-of-ios-13
        selectNewTab | cart.didAppear | home cart
        selectTab | | home cart
        # swiftui-tabs-of-ios-17
        launch | home.didAppear cart.didAppear | home cart
        # swiftui-phantom-appear
        replaceRootTabs | login.didAppear cart.didDisappear home.didAppear cart.didAppear cart.destroy home.destroy | \
        home cart login home cart
        replaceRootStack | home.didAppear terms.didDisappear login.didAppear terms.destroy login.destroy | login \
        terms home login
        # swiftui-stack-of-ios-18-0
        replaceRootStack | home.didAppear terms.didDisappear terms.didAppear terms.didDisappear terms.destroy \
        login.destroy | login terms home terms
        # swiftui-deep-push-of-ios-18-4
        deepPush | category.didAppear item.didAppear home.didDisappear | home category item
        popToPassed | category.attach item.didDisappear item.destroy | home category item
        # swiftui-list
        showPane | list.didAppear | message list
        hidePane | list.didDisappear | message list
        # swiftui-lazy-stack
        showPane | list.didAppear | message list
        hidePane | | message list
        # swiftui-scroll-view
        showPane | | message
        hidePane | | message
        # swiftui-double-appear
        launch | home.didAppear home.didAppear | home
        push | item.didAppear item.didAppear home.didDisappear | home item
        # swiftui-navigation-link
        push | item.didAppear item.didDisappear item.didAppear home.didDisappear | home item item
        # swiftui-missing-disappear
        recreate | home#2.didAppear home.destroy | home home
        # swiftui-cover
        present fullScreen | item.didAppear | home item
        dismiss fullScreen | item.didDisappear item.destroy | home item
        # swiftui-cover-that-hides
        present fullScreen | item.didAppear home.didDisappear | home item
        dismiss fullScreen | home.didAppear item.didDisappear item.destroy | home item home
        # swiftui-late-appear
        pop | home.didAppear item.didDisappear item.destroy item.didAppear | home item home
        # swiftui-in-uikit
        push | home.willDisappear item.willAppear item.didAppear home.didDisappear home.didDisappear item.didAppear | \
        home item
        pop | item.willDisappear home.willAppear home.didAppear item.didDisappear item.didDisappear home.didAppear \
        item.destroy | home item home
        # swift-cross-ui
        launch | home.didAppear | home
        push | item.didAppear home.didDisappear home.destroy | home item
        pop | home#2.didAppear item.didDisappear item.destroy | home item home
        # adwaita-for-swift
        launch | home.didAppear | home
        push | item.didAppear | home item
        pop | item.destroy | home item
        # kept-nodes
        launch | home.didAppear | home
        push | item.didAppear home.didDisappear home.destroy | home item
        pop | home#2.didAppear item.didDisappear item.destroy | home item home
        selectTab | home.didAppear cart.didDisappear | home cart home
        present sheet | item.didAppear | home item
        dismiss sheet | item.didDisappear item.destroy | home item
        present fullScreen | item.didAppear home.didDisappear | home item
        dismiss fullScreen | home.didAppear item.didDisappear item.destroy | home item home
        addChild | legend.didAppear | dashboard chart legend
        removeChild | chart.didDisappear chart.destroy | dashboard chart
        replaceRoot | home.didAppear login.didDisappear login.destroy | login home
        recreate | home#2.didAppear home.didDisappear home.destroy | home home
        appearAgain | | home
        # android
        launch | home.didAppear | home
        push | home.didDisappear item.didAppear | home item
        pop | item.didDisappear home.didAppear item.destroy | home item home
        popCancelled | | home item
        present dialog | item.didAppear | home item
        dismiss dialog | item.didDisappear item.destroy | home item
        present alert | | home
        dismiss alert | | home
        recreate | | home
        turnPage | today.didDisappear tomorrow.didAppear | today tomorrow
        turnPageCancelled | | today
        selectTab | cart.didDisappear home.didAppear | home cart home
        addChild | legend.didAppear | dashboard chart legend
        removeChild | chart.didDisappear chart.destroy | dashboard chart
        appearAgain | | home
        # compose
        pushDuringPush | home.didDisappear reviews.didAppear | home reviews
        replaceTop | home.didDisappear item.didAppear home.destroy | home item
        present sheet | item.didAppear | home item
        dismiss sheet | item.didDisappear item.destroy | home item
        # flutter
        launch | home.didAppear | home
        push | home.didDisappear item.didAppear | home item
        pushDuringPush | home.didDisappear reviews.didAppear | home reviews
        pop | item.didDisappear home.didAppear item.destroy | home item home
        popCancelled | | home item
        replaceTop | home.didDisappear item.didAppear home.destroy | home item
        replaceBelowTop | home.destroy | home item
        selectTab | cart.didDisappear home.didAppear | home cart home
        present dialog | item.didAppear | home item
        dismiss dialog | item.didDisappear item.destroy | home item
        present sheet | item.didAppear | home item
        dismiss sheet | item.didDisappear item.destroy | home item
        recreate | | home
        # react-navigation
        launch | tabs.didAppear home.didAppear | home
        push | home.didDisappear item.didAppear | home item
        pushDuringPush | home.didDisappear reviews.didAppear | home reviews
        pop | item.didDisappear home.didAppear item.destroy | home item home
        popCancelled | | home item
        selectTab | cart.didDisappear home.didAppear | home cart home
        present sheet | item.didAppear | home item
        dismiss sheet | item.didDisappear item.destroy | home item
        # web
        launch | home.didAppear | home
        launchInBackground | scene.background home.didAppear |
        push | home.didDisappear item.didAppear | home item
        pop | item.didDisappear home.didAppear item.destroy | home item home
        replaceTop | home.didDisappear item.didAppear home.destroy | home item
        enterBackground | scene.background | home
        enterForeground | scene.foreground | home
        hideWindow | home.didDisappear scene.background | home
        showWindow | scene.foreground home.didAppear | home home
        # web-soft-navigation
        push | home.didDisappear item.didAppear | home item
        pop | item.didDisappear home.didAppear item.destroy | home item home
        replaceTop | home.didDisappear item.didAppear home.destroy | home item
        pushDuringPush | home.didDisappear reviews.didAppear | home reviews
        # web-tab-behind
        openScene | second.background item.didAppear | home
        # gtkstack
        launch | home.didAppear scene.active | home
        selectTab | home.didAppear cart.didDisappear | home cart home
        removeChild | chart.didDisappear chart.destroy | chart dashboard
        present dialog | item.didAppear scene.inactive | home item
        dismiss dialog | item.didDisappear item.destroy scene.active | home item
        minimise | scene.inactive | home
        restore | scene.active | home
        hideWindow | home.didDisappear | home
        showWindow | home.didAppear | home home
        disconnect | item.didDisappear item.destroy second.close scene.active | home item
        # gtkstack-crossfade
        selectTab | home.didAppear cart.didDisappear | home cart home
        selectTabAndBack | cart.didAppear home.didDisappear home.didAppear cart.didDisappear | home cart home
        # gtkstack-interrupted
        selectTabAndBack | cart.didAppear home.didDisappear home.didAppear cart.didDisappear | home cart home
        # gtknotebook
        selectTab | home.didAppear cart.didDisappear | home cart home
        # gtknotebook-2
        selectTab | cart.didDisappear home.didAppear | home cart home
        # adwviewstack
        selectTab | cart.didDisappear home.didAppear | home cart home
        # adwleaflet
        push | item.didAppear home.didDisappear | home item
        pop | home.didAppear item.didDisappear item.destroy | home item home
        # adwnavigationview
        launch | home.willAppear home.didAppear | home
        launchInBackground | scene.background home.willAppear home.didAppear |
        push | item.willAppear home.willDisappear home.didDisappear item.didAppear | home item
        pop | home.willAppear item.willDisappear item.didDisappear home.didAppear item.destroy | home item home
        popCancelled | home.willAppear item.willDisappear item.didAppear home.didDisappear | home item
        pushDuringPush | item.willAppear home.willDisappear home.didDisappear reviews.willAppear item.willDisappear \
        item.didDisappear reviews.didAppear | home reviews
        replaceTop | home.willDisappear home.didDisappear item.willAppear item.didAppear home.destroy | home item
        replaceBelowTop | home.destroy | home item
        showPane | list.willAppear list.didAppear | message list
        hidePane | list.willDisappear list.didDisappear | message list
        # qt-stackview
        launch | home.willAppear home.didAppear | home
        push | item.willAppear home.willDisappear item.didAppear home.didDisappear | home item
        pop | item.willDisappear home.willAppear item.didDisappear home.didAppear item.destroy | home item home
        replaceTop | home.willDisappear item.willAppear home.didDisappear item.didAppear home.destroy | home item
        # qt-stackview-immediate
        push | item.willAppear item.didAppear home.willDisappear home.didDisappear | home item
        """
}
