import PageViewLifecycle
import TestSupport
import Testing

@testable import PageViewAutomation

/// Identity (AP-010, AP-011): a token identifies a component, and an address or a name does not.
/// The engine keeps no object of the app alive.
@Suite(.watched)
struct IdentityTests {
    private final class Page: AnalyticsPage {
        let pageViewNotifier: PageViewNotifier
        private let handle: ComponentHandle

        init(_ name: String, in engine: PageViewEngine) {
            pageViewNotifier = PageViewNotifier(PageViewEvent(name: PageName(rawValue: name)))
            handle = ComponentHandle(engine.makeComponent(), of: engine.lifecycle)
            engine.declare(self, for: handle.id)
        }

        func appear() { handle.report(.didAppear) }
    }

    private let stage = Stage()

    @Test("An object at a reused address is another component")
    func addressUsedAgainIsAnotherComponent() {
        var addresses: Set<ObjectIdentifier> = []
        for number in 1...1_000 {
            let page = Page("page \(number)", in: stage.engine)
            addresses.insert(ObjectIdentifier(page))
            page.appear()
        }
        // The test is meaningful only if addresses were reused.
        #expect(addresses.count < 1_000)
        #expect(stage.recorder.names == (1...1_000).map { "page \($0)" })
        #expect(stage.recorder.pageViews.allSatisfy { $0.id.appearance?.ordinal == 1 })
        #expect(Set(stage.recorder.pageViews.map(\.id)).count == 1_000)
        #expect(stage.recorder.leaves.count == 1_000)
    }

    @Test("The engine rejects the tokens of another notifier")
    func tokenOfAnotherNotifierIsRefused() {
        let foreign = LifecycleNotifier()
        stage.engine.report(.didAppear, of: foreign.makeComponent())
        stage.engine.report(.active, of: foreign.makeScene())
        let own = stage.page("own").component
        stage.engine.report(.attach(own, to: foreign.makeScene()))
        stage.engine.report(.didAppear, of: own)
        #expect(stage.recorder.diagnostics == [.foreignIdentity, .foreignIdentity, .foreignIdentity])
        #expect(stage.recorder.names == ["own"])
        // The engine rejects a declaration in a foreign scene as a whole, so the component stays detached.
        stage.engine.report(.detach, of: own)
        stage.engine.report(.didAppear, of: own)
        stage.engine.report(.create(own, in: foreign.makeScene(), parent: nil, attached: true))
        #expect(stage.recorder.names == ["own"])
        #expect(stage.engine.currentPage(in: foreign.makeScene()) == nil)
        #expect(!stage.engine.isLive(foreign.makeComponent()))
        // An unknown component in a foreign scene gets one diagnostic, and is not created.
        let unknown = stage.engine.lifecycle.makeComponent()
        stage.engine.report(.attach(unknown, to: foreign.makeScene()))
        #expect(stage.recorder.diagnostics.count == 5)
        #expect(stage.engine.core.query { $0.status(of: unknown) == nil })
    }

    @Test("A token of another notifier never refers to a local component in the same slot")
    func foreignTokenInTheSamePlace() {
        let own = stage.page("own").component
        let foreign = LifecycleNotifier().makeComponent()
        #expect((foreign.index, foreign.generation) == (own.index, own.generation))
        stage.engine.report(.didAppear, of: own)
        do { _ = ComponentHandle(foreign, of: stage.engine.lifecycle) }
        #expect(stage.engine.isLive(own) && stage.recorder.diagnostics.isEmpty)
        #expect(!stage.engine.isLive(foreign))
        #expect(!stage.engine.lifecycle.isInUse(foreign))
        stage.engine.report(.destroy, of: foreign)
        #expect(stage.engine.isLive(own))
        #expect(stage.engine.lifecycle.isInUse(own))
        #expect(stage.recorder.diagnostics == [.foreignIdentity])
    }

    @Test("A parent that reuses its child's slot stays live, and the child is rejected as destroyed")
    func parentInThePlaceOfItsChild() {
        var model = Rules.started()
        let (child, parent) = (model.componentID(0), model.componentID(0, generation: 1))
        model.apply(
            .create(
                component: child, scene: nil, .init(page: "child", isReady: true, parent: parent, isAttached: false)))
        model.report(.didAppear, of: parent)
        let isLive = model.isLive(parent)
        #expect(isLive)
        #expect(model.all == [.diagnostic(Diagnostic(kind: .eventAfterDestroy, component: child, time: .zero))])
    }

    @Test("A component ends with its page leave when another one takes its slot without a destroy")
    func placeTakenEndsTheOldOne() {
        var model = Rules.started()
        let (old, new) = (model.componentID(0), model.componentID(0, generation: 1))
        model.declare("old", for: old)
        model.report(.didAppear, of: old)
        model.report(.didAppear, of: new)
        let leaves = model.all.compactMap { if case .pageLeave(let leave) = $0 { leave } else { nil } }
        #expect(leaves.map(\.outcome) == [.counted])
        #expect(leaves.first?.component == old)
        #expect(model.currentPage == nil)
        #expect(model.isLive(new) && !model.isLive(old))
    }

    @Test("A call with a foreign scene acts as if it named no scene and emits one diagnostic (AP-011)")
    func foreignSceneIsLeftOut() {
        let foreign = LifecycleNotifier().makeScene()
        let home = stage.page("home").component
        stage.engine.report(.didAppear, of: home)
        let interaction = stage.engine.recordInteraction("tap", in: foreign)
        #expect(interaction.page?.component == home && interaction.scene == stage.engine.mainScene)
        #expect(stage.recorder.diagnostics == [.foreignIdentity])
        #expect(stage.recorder.records.contains(.interaction(interaction)))
        let referrer = stage.engine.handle(DeepLink(url: "shop://item"), in: foreign)
        #expect(referrer?.id.component == home)
        #expect(stage.recorder.diagnostics.count == 2)
        stage.engine.discardDeepLink(in: foreign)
        #expect(stage.recorder.diagnostics.count == 3)
        #expect(stage.engine.deepLink(in: stage.engine.mainScene) == nil)
        stage.engine.handle(DeepLink(url: "shop://receipt"), in: foreign)
        stage.engine.recordPageView("receipt", in: foreign)
        #expect(stage.recorder.diagnostics.count == 5)
        let receipt = stage.recorder.pageViews.last
        #expect(receipt?.page == "receipt" && receipt?.scene == stage.engine.mainScene)
        #expect(receipt?.deepLink?.link.url == "shop://receipt")
    }

    @Test("A lifecycle notifier does not keep an engine's core alive")
    func lifecycleKeepsNoEngineAlive() {
        let lifecycle = LifecycleNotifier()
        weak var core: EngineCore?
        do {
            let engine = PageViewEngine(observing: lifecycle)
            core = engine.core
            #expect(core != nil)
            withExtendedLifetime(engine) {}
        }
        #expect(core == nil)
        lifecycle.report(.scene(lifecycle.mainScene, .active))
    }

    @Test("A receiver may call the engine from its deinitializer")
    func receiverGoesOutsideTheLock() {
        final class Farewell: PageViewReceiver {
            let onEnd: @Sendable () -> Void
            init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }
            func receive(_ record: EngineRecord) {}
            deinit { onEnd() }
        }
        let subscription = stage.engine.addReceiver(
            Farewell { [weak engine = stage.engine] in engine?.recordInteraction("farewell") })
        stage.engine.removeReceiver(subscription)
        let names = stage.recorder.records.compactMap { record -> String? in
            if case .interaction(let interaction) = record { interaction.name } else { nil }
        }
        #expect(names == ["farewell"])
    }

    @Test("An engine created later rejects components that were destroyed before")
    func lateEngineKnowsWhoIsGone() {
        let lifecycle = LifecycleNotifier()
        let gone = lifecycle.makeComponent()
        let stays = lifecycle.makeComponent()
        lifecycle.report(.component(gone, .destroy))
        let recorder = Recorder()
        let engine = PageViewEngine(observing: lifecycle, receivers: [recorder])
        for component in [gone, stays] {
            engine.declare(PageViewNotifier("page"), for: component)
            lifecycle.report(.component(component, .didAppear))
        }
        #expect(!engine.isLive(gone))
        #expect(recorder.pageViews.map(\.component) == [stays])
        #expect(recorder.diagnostics == [.eventAfterDestroy, .eventAfterDestroy])
        withExtendedLifetime(engine) {}
    }
}
