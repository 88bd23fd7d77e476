import CAllocationHook
import Glibc
import PageViewBench

let counter = AllocationCounter(
    start: { allocation_hook_start() },
    stop: {
        var own = allocation_counts()
        var all = allocation_counts()
        unsafe allocation_hook_stop(&own, &all)
        return (.init(own), .init(all))
    },
    track: { allocation_hook_track() },
    live: {
        var live = live_bytes()
        unsafe allocation_hook_live(&live)
        return .init(requested: Int(live.requested), usable: Int(live.usable))
    },
    untrack: { allocation_hook_untrack() })

exit(Bench.run(Array(CommandLine.arguments.dropFirst()), allocations: allocation_hook_is_sound() ? counter : nil))

extension AllocationCounter.Count {
    init(_ counts: allocation_counts) { self.init(calls: Int(counts.calls), bytes: Int(counts.bytes)) }
}
