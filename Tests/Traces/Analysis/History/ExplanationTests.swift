import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

@testable import TraceAnalysis

/// The sentences that explain a trace.
@Suite(.watched)
struct ExplanationTests {
    /// Traces, whose lines are separated by semicolons. Below each trace are sentences that explain it, in order.
    private static let table = """
        0 didAppear a; 1 didDisappear a
            no page a/1: appeared at 0 (AP-002), is not a page, so it does not count (AP-001), disappeared at 1 (AP-006)
        0 create a page=a; 0 didAppear a
            counted a/1: a appeared at 0 (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), is live at the end of the trace
        0 create a page=a state=pending; 1 didAppear a; 1.5 ready a; 3 detach a
            counted a/1: a appeared at 1 (AP-002), waited 0.5 s to be ready and was counted at 1.5 as page view 1 (RD-002), as the first of its scene (PV-003), lost its window at 3 (AP-006), after 2 s in front of the user (PV-007)
        0 didAppear a; 2 create a page=a; 3 destroy a
            counted a/1: a appeared at 0 (AP-002), became a page 2 s later (AP-001) and was counted at 2 as page view 1 (RD-002), as the first of its scene (PV-003), was destroyed at 3 (AP-006), after 3 s in front of the user (PV-007)
        0 create a page=a state=pending; 1 didAppear a; 2 didDisappear a
            not counted a/1: a appeared at 1 (AP-002), disappeared at 2 (AP-006), before it was ready, so it does not count (RD-004), after 1 s in front of the user (PV-007)
        0 create a page=a state=pending; 1 didAppear a
            waiting a/1: a appeared at 1 (AP-002), waits to be ready at the end of the trace (RD-002)
        0 create a page=a attached=false; 1 didAppear a; 2 attach a; 3 sceneClose
            counted a/1: a was reported as shown at 1 without a window (AP-002), got its window at 2 and so appeared (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), ended with its scene at 3 (AP-009), after 1 s in front of the user (PV-007)
        0 create a page=a attached=false; 0 sceneBackground; 1 didAppear a; 2 didDisappear a
            not counted a: a was reported as shown at 1 without a window and in the background (AP-002), disappeared at 2 without having been visible, so it does not count (AP-002)
        0 create a page=a attached=false; 1 didAppear a
            waiting a: a was reported as shown at 1 without a window (AP-002), waits to be visible at the end of the trace (AP-002)
        0 create a page=a; 0 sceneBackground; 1 didAppear a; 2 sceneForeground; 3 sessionEnd
            counted a/1: a was reported as shown at 1 in the background (AP-002), came to the foreground at 2 and so appeared (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), ended with its session at 3 (TR-002), after 1 s in front of the user (PV-007)
        0 create a page=a state=pending; 1 didAppear a; 2 sceneBackground; 3 ready a; 4 sceneForeground; 5 attach a scene=b
            counted a/1: a appeared at 1 (AP-002), became ready in the background and was counted at 4, on its return, as page view 1 (RD-005), as the first of its scene (PV-003), was in the background from 2 to 4, which does not end the appearance (AP-007), moved to another window at 5 (AP-006), after 2 s in front of the user (PV-007)
        0 create a page=a state=pending; 0 didAppear a; 1 sceneBackground; 2 ready a; 3 detach a
            not counted a/1: a appeared at 0 (AP-002), was in the background from 1 to 3, which does not end the appearance (AP-007), became ready at 2, in the background (RD-005), lost its window at 3 (AP-006), before it was ready in front of the user, so it does not count (PV-007), after 1 s in front of the user (PV-007)
        0 create a page=a state=pending; 0 didAppear a; 1 sceneBackground; 2 ready a; 3 pending a; 4 ready a; 5 pending a; 6 didDisappear a
            not counted a/1: a appeared at 0 (AP-002), was in the background from 1 to 6, which does not end the appearance (AP-007), became ready at 2, in the background (RD-005), disappeared at 6 (AP-006), before it was ready in front of the user, so it does not count (PV-007), after 1 s in front of the user (PV-007)
        0 create a page=a; 0 didAppear a; 1 sceneBackground; 100 sceneClose
            counted a/1: a appeared at 0 (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), was in the background from 1 to 100, which does not end the appearance (AP-007), ended with its scene at 100 (AP-009), after 1 s in front of the user (PV-007)
        0 create a page=a state=pending; 0 didAppear a; 1 sceneBackground; 2 ready a
            waiting a/1: a appeared at 0 (AP-002), was in the background from 1 on, which does not end the appearance (AP-007), is ready, and waits for its scene to come to the foreground (RD-005)
        0 didAppear a; 3 create a page=a state=pending; 4 sceneBackground; 60 sceneForeground; 61 ready a
            counted a/1: a appeared at 0 (AP-002), became a page 3 s later, at 3 (AP-001), waited 58 s more to be ready and was counted at 61 as page view 1 (RD-002), as the first of its scene (PV-003), was in the background from 4 to 60, which does not end the appearance (AP-007), is live at the end of the trace
        0 didAppear a; 1 sceneBackground; 2 create a page=a; 3 sceneForeground
            counted a/1: a appeared at 0 (AP-002), became a page 2 s later, at 2 (AP-001), was ready and was counted at 3, on its return, as page view 1 (RD-005), as the first of its scene (PV-003), was in the background from 1 to 3, which does not end the appearance (AP-007), is live at the end of the trace
        0 create a page=a attached=false; 0 didAppear a; 1 sceneBackground; 2 attach a; 4 sceneForeground
            counted a/1: a was reported as shown at 0 without a window (AP-002), from 1 on without a window and in the background (AP-002), from 2 on in the background (AP-002), came to the foreground at 4 and so appeared (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), is live at the end of the trace
        0 create a page=a; 0 sceneBackground; 1 didAppear a; 2 detach a; 3 sceneForeground
            waiting a: a was reported as shown at 1 in the background (AP-002), from 2 on without a window and in the background (AP-002), from 3 on without a window (AP-002), waits to be visible at the end of the trace (AP-002)
        0 create a page=a scene=one; 1 sceneBackground one; 2 didAppear a; 3 create a scene=two; 4 didDisappear a
            counted a/1: a was reported as shown at 2 in the scene one in the background (AP-002), moved to the window of two at 3 and so appeared (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of the scene two (PV-003), disappeared at 4 (AP-006), after 1 s in front of the user (PV-007)
        0 create a page=a; 0 didAppear a; 0 create b page=b scene=two; 1 didAppear b
            counted b/1: b appeared at 1 in the scene two (AP-002), was ready and was counted at once as page view 2 (RD-002), as the first of the scene two (PV-003), is live at the end of the trace
        0 create a page=a; 1 didAppear a; 2 willDisappear a; 3 didAppear a
            counted a/1: a appeared at 1 (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), appeared again at 3 without disappearing, which is the same visit (AP-004), is live at the end of the trace
        0 create a page=a state=pending; 1 didAppear a; 2 record a
            counted a/1: a appeared at 1 (AP-002), was counted by hand at 2 as page view 1 (RD-011), as the first of its scene (PV-003), is live at the end of the trace
        0 create d page="item 1"; 0 didAppear d; 5 ready d page="item 2"; 9 didDisappear d
            counted d/1: item 1 appeared at 0 (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), was called item 2 at 5, which is the same visit (PV-004), disappeared at 9 (AP-006), after 9 s in front of the user (PV-007)
        0 create d page=a; 0 didAppear d; 1 ready d page=a; 2 pending d page=b; 3 ready d page=" "; 4 ready d page=b; 5 create d page=c; 6 ready d page=a
            counted d/1: a appeared at 0 (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), was called b at 2, c at 5 and a at 6, which is the same visit (PV-004), is live at the end of the trace
        1 record page=a
            counted manual/1: a was counted by hand at 1 as page view 1, without an appearance (RD-011), as the first of its scene (PV-003)
        0 create a page=a; 1 deepLink app://a source=mail; 2 didAppear a
            link app://a: was opened from mail at 1 before any page (PV-006), was carried by a/1 (PV-006)
        0 create a page=a; 0 didAppear a; 1 didDisappear a; 2 deepLink app://a
            link app://a: was opened at 2 with the last page, a/1, as its referrer (PV-006), waits at the end of the trace for a page that appears in its scene by 32 (PV-009)
        0 create a page=a; 0 didAppear a; 2 deepLink app://a; 3 deepLink app://b; 4 sceneBackground
            link app://a: was opened at 2 on a/1 (PV-006), was replaced at 3 by the link app://b (PV-006)
            link app://b: was opened at 3 on a/1 (PV-006), was dropped at 4, when its scene went to the background (PV-006)
        0 deepLink app://a; 1 create a page=a state=pending; 2 didAppear a
            link app://a: was opened at 0 before any page (PV-006), waits at the end of the trace for a page that appears in any scene by 30 (PV-009)
        0 create a page=a; 0 didAppear a; 2 deepLink app://a page=shop
            link app://a: was opened at 2 on a/1 (PV-006), waits at the end of the trace for the page shop to appear in its scene after it (PV-009)
        0 deepLink app://a page=shop expires=5; 1 create a page=shop scene=b; 2 didAppear a
            link app://a: was opened at 0 in the scene main before any page (PV-006), to the page shop (PV-009), was carried by a/1 (PV-006)
        0 deepLink app://a expires=1; 2 create a page=a; 3 didAppear a
            link app://a: was opened at 0 before any page (PV-006), was dropped at 3: no page that may carry it had appeared by 1 (PV-009)
        1 interaction tap
            interaction tap: was recorded at 1, without a page: its scene had no current page (PV-005)
        0 create a page=a; 0 didAppear a; 1 interaction tap
            interaction tap: was recorded at 1, on a/1, the current page of its scene (PV-005)
        0 create a page=a; 0 didAppear a; 1 interaction tap component=a
            interaction tap: was recorded at 1 with a, on a/1, the page of the component itself (PV-005)
        0 create a page=a; 0 didAppear a; 0 create b parent=a; 1 interaction tap component=b
            interaction tap: was recorded at 1 with b, on a/1, the nearest page around the component (PV-005)
        0 create b; 0 create a page=a parent=b; 0 didAppear a; 1 interaction tap component=b
            interaction tap: was recorded at 1 with b, on a/1, the page in front inside the component (PV-005)
        0 create a page=a; 0 didAppear a; 0 create b; 1 interaction tap component=b
            interaction tap: was recorded at 1 with b, on a/1, the current page of its scene, because b has no page in front inside or around it (PV-005)
        0 create a page=a; 0 didAppear a; 1 interaction tap component=b
            interaction tap: was recorded at 1 with b, on a/1, the current page of its scene, because no component of this name exists (PV-005)
        0 create a page=a; 1 begin; 1 didAppear a; 1 interaction tap
            interaction tap: was recorded at 1, without a page: its scene had no current page before the update (PV-005)
        0 create a page=a; 0 didAppear a; 4 record a page=again
            not counted a: record of a at 4, line 3, counted nothing: the appearance has already been counted, as a/1 (RD-011)
        0 deepLink app://a; 1 discardDeepLink
            link app://a: was opened at 0 before any page (PV-006), was discarded at 1 (PV-006)
        0 create a page=a scene=left; 0 didAppear a; 1 deepLink app://a; 2 deepLink app://b scene=main; 3 discardDeepLink
            link app://a: was opened at 1 in the scene left on a/1 (PV-006), was discarded at 3 (PV-006)
        0 create a page=a scene=left; 0 didAppear a; 1 deepLink app://a; 2 discardDeepLink main; 3 discardDeepLink other
            link app://a: was opened at 1 on a/1 (PV-006), waits at the end of the trace for a page that appears in its scene by 31 (PV-009)
        0 create a page=a; 0 didAppear a; 5 ready a page=b
            diagnostic a: ready of a at 5, line 3, counts nothing: the component was counted as a and now declares b; another page needs another component (PV-004) [renamedWhileCounted]
        0 deepLink app://a; 1 sceneClose
            link app://a: was opened at 0 before any page (PV-006), was dropped at 1 with its scene (PV-006)
        0 deepLink app://a; 1 sessionEnd
            link app://a: was opened at 0 before any page (PV-006), was dropped at 1 with its session (TR-002)
        0 create a page=a scene=left; 0 didAppear a; 1 deepLink app://a scene=right
            link app://a: was opened at 1 in the scene right with a/1 in the scene left as its referrer (PV-006), waits at the end of the trace for a page that appears in its scene by 31 (PV-009)
        0 create a page=a; 1 didAppear a; 1 didAppear a
            diagnostic a: didAppear of a at 1, line 3, changed nothing: the component is already in front of the user (AP-004) [duplicateDidAppear]
        0 create a page=a attached=false; 1 didAppear a; 2 didAppear a
            diagnostic a: didAppear of a at 2, line 3, changed nothing: the component is already reported as shown, and is not visible yet (AP-002) [duplicateDidAppear]
        0 create a attached=false; 1 didAppear a; 2 willAppear a
            diagnostic a: willAppear of a at 2, line 3, announced nothing: the component is already reported as shown (LC-002) [unexpectedWillAppear]
        1 willAppear a; 2 willAppear a
            diagnostic a: willAppear of a at 2, line 2, announced nothing: an appearance is already announced (LC-002) [unexpectedWillAppear]
        1 didAppear a; 2 willDisappear a; 3 willDisappear a
            diagnostic a: willDisappear of a at 3, line 3, announced nothing: a disappearance is already announced (LC-002) [unexpectedWillDisappear]
        0 create a page=a; 0 didAppear a; 1 sceneBackground; 2 willAppear a; 3 didAppear a
            diagnostic a: willAppear of a at 2, line 4, announced nothing: the component is already reported as shown (LC-002) [unexpectedWillAppear]
        0 create a page=a; 0 didAppear a; 1 sceneBackground; 2 didAppear a
            diagnostic a: didAppear of a at 2, line 4, changed nothing: the component is already reported as shown (AP-004) [duplicateDidAppear]
        0 create c; 1 destroy c; 2 create c page=c; 3 didAppear c; 4 didAppear c
            diagnostic c~2: didAppear of c~2 at 4, line 5, changed nothing: the component is already in front of the user (AP-004) [duplicateDidAppear]
        3 create a page=" "
            diagnostic a: create of a at 3, line 1, was applied without its page: the name is blank (RD-009) [emptyPageName]
        3 ready a page=" "
            diagnostic a: ready of a at 3, line 1, was rejected: the page has a blank name (RD-009) [emptyPageName]
        -5 create a page=a
            diagnostic a: create of a at 0, line 1, has the time -5, before the beginning of a trace, so the time 0 applies (ORD-006) [timeWentBack]
        5 create a page=a; 3.5 didAppear b
            diagnostic b: didAppear of b at 5, line 2, has the time 3.5, earlier than the event before it, so the time 5 applies (ORD-006) [timeWentBack]
        5 create a; note "it flickered"
            note line 2: it flickered
        note "it flickered"
            note line 1: it flickered
        0 create h page=h scene=a; 0 didAppear h; 0 sceneBackground b; 0 create x page=x scene=a attached=false; 1 didAppear x; 2 attach x scene=b; 4 sceneClose b
            not counted x: x was reported as shown at 1 in the scene a without a window (AP-002), from 2 on in the scene b in the background (AP-002), ended with its scene at 4 without having been visible, so it does not count (AP-002)
        0 create h page=h; 0 didAppear h; 0 sceneBackground b; 0 create x page=x scene=b; 4 didAppear x; 5 create x scene=c attached=false; 6 sceneClose b; 7 sceneClose c
            not counted x: x was reported as shown at 4 in the scene b in the background (AP-002), from 5 on in the scene c without a window (AP-002), ended with its scene at 7 without having been visible, so it does not count (AP-002)
        0 create a page=a scene=two attached=false; 1 didAppear a; 2 attach a scene=main
            counted a/1: a was reported as shown at 1 in the scene two without a window (AP-002), moved to the window of main at 2 and so appeared (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of the scene main (PV-003), is live at the end of the trace
        0 create y page=y attached=false; 0 sceneBackground; 1 didAppear y; 2 attach y; 3 detach y; 4 sceneForeground
            waiting y: y was reported as shown at 1 without a window and in the background (AP-002), from 2 on in the background (AP-002), from 3 on without a window and in the background (AP-002), from 4 on without a window (AP-002), waits to be visible at the end of the trace (AP-002)
        0 create y page=y attached=false; 0 sceneBackground; 1 didAppear y; 2 attach y; 3 detach y; 4 sceneForeground; 5 sceneBackground; 6 attach y; 7 sceneForeground
            counted y/1: y was reported as shown at 1 without a window and in the background (AP-002), which changed 5 times from 2 to 6, and was then in the background (AP-002), came to the foreground at 7 and so appeared (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), is live at the end of the trace
        0 create tabs; 0 didAppear tabs; 0 create feed page=feed parent=tabs; 0 didAppear feed; 0 create item page=item parent=tabs; 0 select feed; 1 didAppear item
            waiting item: item was reported as shown at 1 (AP-002), is not in front at the end of the trace: its container tabs shows feed (AP-014)
        0 create tabs; 0 didAppear tabs; 0 create feed page=feed parent=tabs; 0 didAppear feed; 0 create item page=item parent=tabs; 0 select feed; 1 didAppear item; 2 select item; 3 didDisappear item
            counted item/1: item was reported as shown at 1 hidden by its container tabs, which shows feed (AP-014), was shown by its container tabs at 2 and so appeared (AP-014), was ready and was counted at once as page view 2 (RD-002), after feed/1 (PV-003), disappeared at 3 (AP-006), after 1 s in front of the user (PV-007)
        0 create tabs; 0 didAppear tabs; 0 create feed page=feed parent=tabs; 0 didAppear feed; 0 create item page=item parent=tabs; 0 select feed; 1 didAppear item; 2 select item
            waiting feed: feed was still reported as shown at 2 (AP-002), is not in front at the end of the trace: its container tabs shows item (AP-014)
        0 create tabs; 0 didAppear tabs; 0 create feed page=feed parent=tabs; 0 didAppear feed; 0 create item page=item parent=tabs; 0 select feed; 1 didAppear item; 2 destroy feed
            waiting item: item was reported as shown at 1 hidden by its container tabs, which shows feed (AP-014), from 2 on hidden by its container tabs, which shows none of its parts (AP-014), waits to be visible at the end of the trace (AP-002)
        0 create tabs; 0 didAppear tabs; 0 create feed page=feed parent=tabs; 0 didAppear feed; 0 create item page=item parent=tabs; 0 select feed; 1 didAppear item; 2 detach tabs
            counted feed/1: feed appeared at 0 (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), was hidden at 2 by its container tabs, which is in no window (AP-006), after 2 s in front of the user (PV-007)
        0 create box; 0 didAppear box; 1 didDisappear box; 1 create a page=a parent=box attached=false; 2 didAppear a; 3 sceneBackground
            waiting a: a was reported as shown at 2 without a window and hidden by its container box, which has disappeared (AP-002) (AP-017), from 3 on without a window and in the background and hidden by its container box, which has disappeared (AP-002) (AP-017), waits to be visible at the end of the trace (AP-002)
        0 create box; 0 didAppear box; 0 create view parent=box; 0 didAppear view; 1 didDisappear box; 2 didAppear box
            no page view/1: appeared at 0 (AP-002), is not a page, so it does not count (AP-001), was hidden at 1 by its container box, which has disappeared (AP-006)
        0 create a page=a; 1 begin; 1 didAppear a
            waiting a: a was reported as shown at 1 in an update (AP-015), waits for the commit of an update at the end of the trace (AP-015)
        0 create a page=a state=pending; 0 didAppear a; 1 begin; 1 ready a
            waiting a/1: a appeared at 0 (AP-002), waits for the commit of an update at the end of the trace (AP-015)
        0 create a page=a; 1 begin; 1 didAppear a; 1 commit
            counted a/1: a appeared at 1 with the commit of an update (AP-015), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), is live at the end of the trace
        0 create a page=a; 1 begin; 1 didAppear a; 2 didDisappear a; 3 commit
            not counted a: a was reported as shown at 1 in an update (AP-015), disappeared at 3 without having been visible, so it does not count (AP-002)
        1 begin; 1 didAppear view; 2 commit; 3 begin; 3 didDisappear view; 4 commit
            no page view/1: was reported as shown at 1 in an update (AP-015), appeared at 2 with the commit of an update (AP-015), is not a page, so it does not count (AP-001), disappeared at 4 (AP-006)
        0 show [a page=a]
            counted a/1: a appeared at 0 with a list of its scene (AP-016), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), is live at the end of the trace
        0 create d page=n; 0 didAppear d; 1 ready d page=n1; 2 ready d page=n2
            counted d/1: n appeared at 0 (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), was called n1 at 1 and n2 at 2, which is the same visit (PV-004), is live at the end of the trace
        0 create d page=n; 0 didAppear d; 1 ready d page=n1; 2 ready d page=n2; 3 create d page=n3
            counted d/1: n appeared at 0 (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), was called n1 at 1, n2 at 2 and n3 at 3, which is the same visit (PV-004), is live at the end of the trace
        0 create d page=n; 0 didAppear d; 1 ready d page=n1; 2 ready d page=n2; 3 ready d page=n3; 4 ready d page=n4
            counted d/1: n appeared at 0 (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), was renamed 4 times, first n1 at 1 and last n4 at 4, which is the same visit (PV-004), is live at the end of the trace
        0 create d page=item state=pending; 0 didAppear d; 2 pending d page=item2; 4 ready d page=item4
            counted d/1: item4 appeared at 0 (AP-002), was called item until 2 and item2 until 4 (PV-004), waited 4 s to be ready and was counted at 4 as page view 1 (RD-002), as the first of its scene (PV-003), is live at the end of the trace
        0 create d page=item attached=false; 1 didAppear d; 2 ready d page=list
            waiting d: list was reported as shown at 1 without a window (AP-002), was called item until 2 (PV-004), waits to be visible at the end of the trace (AP-002)
        0 create d page=n state=pending; 0 didAppear d; 1 pending d page=n1; 2 pending d page=n2; 3 pending d page=n3; 4 pending d page=n4; 5 didDisappear d
            not counted d/1: n4 appeared at 0 (AP-002), had 4 names before, first n until 1 and last n3 until 4 (PV-004), disappeared at 5 (AP-006), before it was ready, so it does not count (RD-004), after 5 s in front of the user (PV-007)
        trace policy.cancelledDisappearance=counts; 0 create x page=x scene=b; 0 didAppear x; 0 didAppear z; 1 willDisappear x; 2 didAppear x
            counted x/2: x appeared again at 2 in the scene b after a cancelled transition, which this policy counts (POL-002), was ready and was counted at once as page view 2 (RD-002), after x/1 (PV-003), is live at the end of the trace
        trace policy.cancelledDisappearance=counts; 0 create a page=a; 1 didAppear a; 2 willDisappear a; 3 didAppear a
            counted a/1: a appeared at 1 (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), was replaced by a new visit at 3 (POL-001), after 2 s in front of the user (PV-007)
            counted a/2: a appeared again at 3 after a cancelled transition, which this policy counts (POL-002), was ready and was counted at once as page view 2 (RD-002), after a/1 (PV-003), is live at the end of the trace
        trace policy.reveal=counts; 0 create a page=a; 1 didAppear a; 2 create b page=b; 2 didAppear b; 3 didDisappear b
            counted a/1: a appeared at 1 (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), was replaced by a new visit at 3 (POL-001), after 2 s in front of the user (PV-007)
            counted a/2: a was revealed at 3, which this policy counts (POL-003), was ready and was counted at once as page view 3 (RD-002), after b/1 (PV-003), is live at the end of the trace
        trace policy.foreground=counts; 0 create a page=a; 1 didAppear a; 2 sceneBackground; 3 sceneForeground
            counted a/1: a appeared at 1 (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), was in the background from 2 to 3, which does not end the appearance (AP-007), was replaced by a new visit at 3 (POL-001), after 1 s in front of the user (PV-007)
            counted a/2: a returned with its scene at 3, which this policy counts (POL-004), was ready and was counted at once as page view 2 (RD-002), after a/1 (PV-003), is live at the end of the trace
        0 create item-1 page=item state=pending; 0 didAppear item-1; 0 create item-2 page=item state=pending; 0.5 ready item-2; 1 deepLink app://x
            waiting item-1/1: item appeared at 0 (AP-002), waits to be ready at the end of the trace (RD-002)
            never shown item-2: item was declared and became ready at 0.5, but was never shown (AP-002); item-1/1 was shown as the same page and was never ready: the framework probably made the view twice, so report ready of the component that it shows (RD-001)
            link app://x: was opened at 1 on item-1/1 (PV-006), waits at the end of the trace for a page that appears in its scene by 31 (PV-009)
        0 create item page=item state=pending scene=left session=s; 1 ready item page=product session=s; 2 create home page=home scene=right session=s; 2 didAppear home session=s; 3 destroy item session=s; 4 sessionEnd session=s
            never shown item: product was declared and became ready at 1 in the scene left, but was never shown (AP-002), was destroyed at 3; expected didAppear of item if the user saw it, found none (AP-002)
            counted home/1: home appeared at 2 in the scene right (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of the scene right (PV-003), ended with its session at 4 (TR-002), after 2 s in front of the user (PV-007)
        """

    @Test("Each way to begin, wait, count and end has a sentence that cites its rules", arguments: examples(table))
    func sentences(trace: String, sentences: [String]) throws {
        let explanations = try explained(trace).map { "\($0.verdict.title) \($0.subject): \($0.text)" }
        #expect(explanations.filter { sentences.contains($0) } == sentences, "\(explanations.joined(separator: "\n"))")
    }

    @Test("The explanation of each diagnostic that a trace can cause cites one rule")
    func everyKindOfDiagnosticHasARule() throws {
        let causedByNoTrace: [Diagnostic.Kind] = [
            .sharedNotifier, .computedNotifier, .replacedNotifier, .foreignIdentity,
        ]
        let kinds = Diagnostic.Kind.allCases.filter { !causedByNoTrace.contains($0) }
        // The examples of the specification.
        let explanations = try chapters().flatMap { SpecificationDocument($0).examples }
            .filter { $0.text.contains("expect diagnostic") }.flatMap { try explained($0.text) }
        let diagnostics = explanations.filter { $0.verdict == .diagnostic }
        for kind in kinds {
            let own = diagnostics.filter { $0.text.hasSuffix("[\(kind.rawValue)]") }
            #expect(!own.isEmpty, "\(kind.rawValue)")
            for explanation in own { #expect(explanation.rules.count == 1, "\(explanation.text)") }
        }
    }

    @Test("The explanation escapes control characters in names")
    func namesAreHarmless() throws {
        let explanations = try explained(
            #"0 create "a\u001b[31m\n" page="\u202eb\u0007""# + "\n" + #"0 didAppear "a\u001b[31m\n""#)
        var writer = ExplanationWriter()
        writer.fitColumns(to: explanations.map(\.item))
        for explanation in explanations { writer.writeLine(explanation) }
        let text = String(decoding: writer.takeBytes(), as: UTF8.self)
        #expect(text.hasPrefix(#"0  counted      a\u{1B}[31m\u{A}/1  \u{202E}b\u{7} appeared at 0"#))
        #expect(text.unicodeScalars.filter { $0.value < 0x20 }.map(\.value) == [0x0A])
    }

    @Test("A sentence sums up repetitions and stays below 500 bytes")
    func repetitionsAreSummedUp() throws {
        let count = TestDepth.number(400, proof: 4_000)
        let ways: [(line: (Int) -> String, sum: String)] = [
            (
                { "\(10 * $0) sceneBackground\n\(10 * $0 + 4) sceneForeground\n" },
                "was in the background \(count) times, from 10 to \(10 * count + 4), for \(4 * count) s in total, "
                    + "which does not end the appearance (AP-007)"
            ),
            (
                { "\($0) willDisappear a\n\($0) didAppear a\n" },
                "appeared again \(count) times without disappearing, from 1 to \(count), which is the same visit (AP-004)"
            ),
            (
                { "\($0) ready a page=p\($0)\n" },
                "was renamed \(count) times, first p1 at 1 and last p\(count) at \(count), which is the same visit (PV-004)"
            ),
        ]
        for way in ways {
            let lines = (1...count).map(way.line).joined()
            let explanations = try explained("0 create a page=a\n0 didAppear a\n" + lines)
            // All renames together cause one diagnostic.
            #expect(explanations.count { $0.verdict != .diagnostic } == 1 && explanations.count <= 2)
            #expect(explanations[0].text.contains(way.sum), "\(explanations[0].text.prefix(1_000))")
            #expect(explanations[0].text.utf8.count < 500)
        }
        let open = try explained(
            "0 create a page=a\n0 didAppear a\n"
                + (1...4).map { "\($0) sceneForeground\n\($0).5 sceneBackground\n" }.joined())
        #expect(
            open[0].text.contains(
                "4 times, from 1.5 on, for 1.5 s without the last stay, which does not end the appearance"))
    }
}
