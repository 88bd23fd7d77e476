// A program that uses every library; `.scripts/check` looks at what it is linked with.
import NavigationTraces
import PageViewAutomation
import PageViewLifecycle
import PageViewTesting

let engine = PageViewEngine { print($0.sequence, $0.page) }
let home = engine.makeComponent()
engine.declare(PageViewNotifier(PageViewEvent(name: "home")), for: home)
engine.report(.didAppear, of: home)
print(Timestamp.zero, TraceReader().lineNumber)
print(TestClock().now)
