/// The C interface of the page-view engine.
///
/// A UI framework reports what appears and disappears. The engine emits one page view for each appearance of a ready page.
///
/// Terms: an appearance is one stay of a component in front of the user. It begins when the framework has reported PV_DID_APPEAR,
/// the component is in a window, no container hides it, and its scene is in the foreground. It is live until it ends. The engine
/// counts a live appearance, at most once, as soon as its page is ready and its scene is in the foreground: it emits the page view.
///
/// Two ways to report: a framework with callbacks reports what appears and disappears, by `pv_component_report`. A framework
/// that keeps its navigation as a value, such as a router, states what exists in each scene, by `pv_show`.
///
/// Turns: a toolkit that reports synchronously can navigate twice before it paints. The page in between must not count. So the
/// adapter of such a toolkit calls `pv_turn_begin` before each report about a component. It reports events of scenes without
/// it.
///
/// Threads: any thread may call every function, also from inside a callback, unless the function says otherwise. A thread needs a
/// stack of 256 KB for a payload of 500 levels, and of 64 KB for one of 100 levels. A signal handler must call no function of the
/// library, because the thread that it interrupts may hold a lock. The same applies to a child process after `fork`, until it
/// calls `exec`.
///
/// Handles: engines, scenes, components, pages, payloads, receivers, turns, and recordings are numbers, never pointers. The
/// library rejects a number that it did not issue, and a number whose object has ended. Such a number never causes a crash and
/// never reaches another object. Zero stands for no object; in a scene or a component, both members are zero. A parameter
/// accepts zero if its name ends with `_or_none`; a field, if its comment states so. A handle is valid only in the process that
/// created it.
///
/// Containers: a component can be inside another one, its container. A container hides everything inside it while it has no
/// window, and after it has disappeared. While one of its parts is selected, it hides its other parts (rules AP-014, AP-017). A
/// container about which the framework reports nothing hides nothing. A dialog that lies over a page is not inside that page;
/// it has a higher level.
///
/// Texts: UTF-8 with a length in bytes. They may contain zero bytes, and need no zero byte at their end. The library copies each
/// text and each array during the call. A text or a struct that a callback receives is borrowed: it is valid until the callback
/// returns.
///
/// Errors: each function that can fail returns a status. A function that fails changes nothing and writes no output, unless the
/// function or the status states otherwise. A pointer to an output may be null, except for a new engine, page, payload, or
/// turn.
///
/// Diagnostics: a report that a UI framework should not send, such as a second PV_DID_APPEAR, is not an error. The function
/// returns PV_OK, and receivers get a record of the kind PV_DIAGNOSTIC.
///
/// Times: nanoseconds. The parameter `at` is the time of a report. PV_NOW stands for the present time of the engine's clock,
/// which starts at zero when the library is first used. An adapter with a clock of its own passes its times in every call, and
/// never PV_NOW. If a time is earlier than the last one, the engine uses the last one. If `at` is not PV_NOW, it also emits a
/// diagnostic (rule ORD-006).
///
/// The rules, such as ORD-006, are in the folder `Specs` of the project.
#ifndef PAGEVIEW_H
#define PAGEVIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version of this interface. A later library with the same number only adds functions, enumerators, and fields at the end of
/// structs that begin with `size`.
#define PV_API_VERSION 1

// MARK: Status

/// The result of a call. Later versions may add values.
typedef int32_t pv_status;
enum {
    /// The call was applied.
    PV_OK = 0,
    /// A required pointer is null.
    PV_ERROR_NULL = 1,
    /// A handle is zero, was never issued, or belongs to an object that has ended. After a report about a component that has
    /// ended, the engine emits the diagnostic `eventAfterDestroy` (rule AP-010). An interaction causes no diagnostic (rule
    /// PV-005).
    PV_ERROR_HANDLE = 2,
    /// The handles in the call belong to different engines.
    PV_ERROR_FOREIGN_HANDLE = 3,
    /// A text is not UTF-8.
    PV_ERROR_TEXT = 4,
    /// A number is not a value of its enumeration or outside its documented range, a struct has an unknown size, or the text of
    /// a PV_DECIMAL is invalid.
    PV_ERROR_VALUE = 5,
    /// The name of the page is empty or blank. The engine rejects the report and emits the diagnostic `emptyPageName` (rule
    /// RD-009).
    PV_ERROR_BLANK_NAME = 6,
    /// Values are nested deeper than 500 levels, a payload has more than 1,000,000 values, a text has 2 GiB or more, or the
    /// texts of a payload together have 2 GiB or more. A list with more than 2^27 entries also gives this status.
    PV_ERROR_TOO_LARGE = 7,
    /// The caller's buffer is too small. The output contains the required size.
    PV_ERROR_BUFFER = 8,
    /// The file exists already, the system could not create it, or the library has no recordings on this system.
    PV_ERROR_FILE = 9,
    /// There are too many objects of this kind: the limit is 2^27.
    PV_ERROR_LIMIT = 10,
};

/// Returns the name of a status, such as `"PV_ERROR_TEXT"`. The text ends with a zero byte and lives as long as the program.
const char *pv_status_name(pv_status status);

/// Returns the version of the library: the `PV_API_VERSION` of the header that the library was built with.
int32_t pv_api_version(void);

// MARK: Texts, handles and times

/// A text in UTF-8. `bytes` may be null if `length` is 0. An optional text with null `bytes` is no text. With other `bytes` and
/// a length of 0, it is an empty text.
typedef struct pv_text {
    const char *bytes; ///< The first byte.
    size_t length; ///< The number of bytes.
} pv_text;

/// `PV_TEXT("home")`: a text from a literal. A pointer does not compile, because its length is unknown. For a C string `name`,
/// set `bytes` to `name` and `length` to `strlen(name)`.
/// `PV_NO_TEXT`: no text, for an optional text. A text is optional if the name of the parameter ends with `_or_none`, or if the
/// comment of the field states so.
#ifdef __cplusplus
#define PV_TEXT(literal) (pv_text{"" literal, sizeof("" literal) - 1})
#define PV_NO_TEXT (pv_text{nullptr, 0})
#else
#define PV_TEXT(literal) ((pv_text){"" literal, sizeof("" literal) - 1})
#define PV_NO_TEXT ((pv_text){NULL, 0})
#endif

/// An engine.
typedef uint64_t pv_engine;
/// An immutable page: a name, and optionally a context. The context is a second name, such as the part of the app that shows the
/// page. The parameter `void *context` of a callback is something else: a pointer that the library only passes on.
typedef uint64_t pv_page;
/// Immutable named values.
typedef uint64_t pv_payload;
/// A subscription of a callback.
typedef uint64_t pv_receiver;
/// An object that makes the reports of each turn of an event loop one update.
typedef uint64_t pv_turn;
/// A running recording of an engine's inputs in a file.
typedef uint64_t pv_recording;

/// A scene: a window that holds components. Its handle ends with the engine. Two handles are equal if both members are equal.
typedef struct pv_scene {
    pv_engine engine; ///< The engine that contains the scene.
    uint64_t number; ///< The number of the scene in its engine. Treat it as opaque.
} pv_scene;

/// A component: anything that a UI framework shows, such as a widget or a screen. Its handle ends with PV_DESTROY, and no other
/// component gets the same handle. Two handles are equal if both members are equal.
typedef struct pv_component {
    pv_engine engine; ///< The engine that contains the component.
    uint64_t number; ///< The number of the component in its engine. Treat it as opaque.
} pv_component;

/// A time in nanoseconds of the engine's clock, or of the adapter's own clock. It may be negative.
typedef int64_t pv_time;
/// The time of the call: the engine reads its clock.
#define PV_NOW INT64_MIN

// MARK: Values

/// The kinds of values. The kind determines which member of `pv_value.as` is set.
typedef int32_t pv_value_kind;
enum {
    PV_NULL = 0, ///< The JSON value `null`. No member is set.
    PV_BOOL = 1, ///< `boolean`.
    PV_INT = 2, ///< `integer`.
    PV_DOUBLE = 3, ///< `number`. JSON has no NaN and no infinity; writers of JSON write `null` for them.
    PV_DECIMAL = 4, ///< `text`: an exact decimal number, such as the amount of money `-12.50`. At most 38 digits, no exponent.
    PV_STRING = 5, ///< `text`: a string.
    PV_ARRAY = 6, ///< `array`: a list of values.
    PV_OBJECT = 7, ///< `object`: named values.
};

struct pv_field;
/// A value in a payload: any JSON value.
typedef struct pv_value {
    pv_value_kind kind;
    union {
        bool boolean; ///< The value of a PV_BOOL.
        int64_t integer; ///< The value of a PV_INT.
        double number; ///< The value of a PV_DOUBLE.
        pv_text text; ///< The text of a PV_STRING or a PV_DECIMAL.
        /// The items of a PV_ARRAY. `items` may be null if `count` is 0.
        struct {
            const struct pv_value *items;
            size_t count;
        } array;
        /// The named values of a PV_OBJECT. `fields` may be null if `count` is 0.
        struct {
            const struct pv_field *fields;
            size_t count;
        } object;
    } as;
} pv_value;

/// A named value.
typedef struct pv_field {
    pv_text name; ///< The name, which may be empty.
    pv_value value; ///< The value.
} pv_field;

/// Creates a page. Destroy it with `pv_page_destroy`. Engines and threads can share a page.
///
/// `page` must not be null. This function accepts a blank name. An engine rejects it when a call uses the page (rule RD-009).
pv_status pv_page_create(pv_text name, pv_text context_or_none, pv_page *page);
/// Ends the handle. Components and records that use the page keep it.
pv_status pv_page_destroy(pv_page page);

/// Creates a payload of `count` named values. If a name occurs twice, its last value applies. Destroy the payload with
/// `pv_payload_destroy`. Engines and threads can share it. `payload` must not be null.
pv_status pv_payload_create(const pv_field *fields, size_t count, pv_payload *payload);
/// Ends the handle. Components and records that use the payload keep it.
pv_status pv_payload_destroy(pv_payload payload);

// MARK: Engines

/// Whether a page that was counted counts again (rule POL-001).
typedef int32_t pv_choice;
enum {
    /// No: the appearance continues. The default.
    PV_CONTINUES = 0,
    /// Yes: if the appearance was counted, it ends, and a new one begins.
    PV_COUNTS = 1,
};

/// The options of an engine. `pv_engine_options options = PV_ENGINE_OPTIONS;` sets the defaults.
typedef struct pv_engine_options {
    /// `sizeof(pv_engine_options)`.
    size_t size;
    /// Whether a page counts again after a cancelled transition away from it (rule POL-002).
    pv_choice cancelled_disappearance;
    /// Whether a page counts again when the page above it ends and reveals it (rule POL-003).
    pv_choice reveal;
    /// Whether the current page of a scene counts again when the scene comes back from the background (rule POL-004).
    pv_choice foreground;
    /// Not used. It occupies the padding of the first version of the struct, whose bytes have no defined value.
    int32_t reserved;
    /// The shortest time in the background, in nanoseconds, after which the page counts again. It applies only if `foreground`
    /// is PV_COUNTS. A negative time gives PV_ERROR_VALUE.
    int64_t foreground_minimum_nanoseconds;
} pv_engine_options;
#define PV_ENGINE_OPTIONS { sizeof(pv_engine_options), PV_CONTINUES, PV_CONTINUES, PV_CONTINUES, 0, 0 }

/// Creates and starts an engine. `options` may be null, for the defaults; `engine` must not be null. Destroy the engine with
/// `pv_engine_destroy`.
pv_status pv_engine_create(const pv_engine_options *options, pv_engine *engine);
/// Ends the engine and all handles of its scenes, components, receivers, turns, and recordings. Emits no records. Does not
/// wait: a callback on another thread may still run. To get page leaves and to wait for callbacks, call `pv_engine_stop` first.
/// Pages and payloads stay.
pv_status pv_engine_destroy(pv_engine engine);
/// Ends every live appearance, and waits until a callback on another thread has returned. The engine then emits nothing until it
/// starts again (rule ORD-005). A call inside a callback of any engine does not wait. The caller must hold no lock that a
/// callback acquires.
pv_status pv_engine_stop(pv_engine engine, pv_time at);
/// Starts the engine again after a stop (rule ORD-005). No effect on an engine that runs.
///
/// `counts_visible`: whether each page that is visible begins an appearance now. Otherwise it begins one at its next
/// PV_DID_APPEAR.
pv_status pv_engine_start(pv_engine engine, bool counts_visible, pv_time at);
/// Reads the engine's clock: the time that PV_NOW stands for.
pv_status pv_engine_now(pv_engine engine, pv_time *now);

// MARK: Scenes

/// A framework's report about a scene.
typedef int32_t pv_scene_event;
enum {
    // names: SceneEvent
    /// The user can see the scene.
    PV_SCENE_FOREGROUND = 0,
    /// The user can no longer see the scene. Its appearances continue. Pages that appear or become ready in it are counted when
    /// it comes back to the foreground.
    PV_SCENE_BACKGROUND = 1,
    /// The scene has the user's attention. It moves to the front of all scenes (rule QU-004).
    PV_SCENE_ACTIVE = 2,
    /// The scene has lost the user's attention. It stays visible.
    PV_SCENE_INACTIVE = 3,
    /// The scene has closed. Its appearances end, and its components stay without a window. A later report about it begins a
    /// new scene in the foreground (rule AP-009).
    PV_SCENE_CLOSE = 4,
    // end of names
};

/// Returns the main scene, which contains each component that is in no other scene.
pv_status pv_main_scene(pv_engine engine, pv_scene *scene);
/// Creates a scene in the foreground. The framework chooses the number `tag`, and records contain it as `scene_tag`. Report
/// PV_SCENE_CLOSE when the window ends.
pv_status pv_scene_create(pv_engine engine, uint64_t tag, pv_scene *scene);
/// Reports an event of a scene.
pv_status pv_scene_report(pv_scene scene, pv_scene_event event, pv_time at);

// MARK: Components

/// A framework's report about a component (rules AP-001 to AP-014, QU-008).
typedef int32_t pv_component_event;
enum {
    // names: ComponentEvent
    /// A transition that may bring the component in front of the user has begun.
    PV_WILL_APPEAR = 0,
    /// The component is in front of the user. An appearance begins once it is in a window in the foreground, and no container
    /// hides it.
    PV_DID_APPEAR = 1,
    /// A transition that may hide the component has begun. It can still be cancelled.
    PV_WILL_DISAPPEAR = 2,
    /// The component is no longer in front of the user. Its appearance ends.
    PV_DID_DISAPPEAR = 3,
    /// The component is in the window of its scene.
    PV_ATTACH = 4,
    /// The component has left the window of its scene. Its appearance ends.
    PV_DETACH = 5,
    /// The component is destroyed. The engine rejects all later reports about it (rule AP-010).
    PV_DESTROY = 6,
    /// The container of the component shows this part and none of its other parts, such as the selected tab (rule AP-014).
    PV_SELECT = 7,
    /// The container of the component no longer shows only this part. The report has no effect on a part that is not selected.
    PV_DESELECT = 8,
    /// The user turned to the component, such as a pane. Its pages become the newest ones of their scene (rule QU-008).
    PV_FOCUS = 9,
    // end of names
};

/// The state of a page.
typedef int32_t pv_page_state;
enum {
    /// The default: the state does not change. A component whose state was never set is ready.
    PV_STATE_DEFAULT = 0,
    /// The content is incomplete: the engine does not count the page, and the page has no payload.
    PV_STATE_PENDING = 1,
    /// The content is complete: the engine counts the page once it is in front of the user.
    PV_STATE_READY = 2,
};

/// The declared properties of a component. `pv_declaration declaration = PV_DECLARATION;` declares nothing: a new component is in
/// the main scene, in its window, in no container, and is not a page.
typedef struct pv_declaration {
    /// `sizeof(pv_declaration)`.
    size_t size;
    /// The scene of the component. Zeros: the main scene for a new component, no change for one that exists.
    pv_scene scene;
    /// The container of the component. Zeros: none for a new component, no change for one that exists. A container never covers
    /// the pages inside it (rule QU-002), but can hide them.
    pv_component container;
    /// The page. 0: a new component is not a page, no change for one that exists.
    pv_page page;
    /// The state of the page.
    pv_page_state state;
    /// The payload of a ready page. 0: none for a new component, no change for one that exists. A pending page has none.
    pv_payload payload;
    /// Whether the component is in the window of its scene: 1 yes, 0 no, -1 yes for a new component and no change for one that
    /// exists. A component without a window begins no appearance, and hides everything inside it.
    int32_t attached;
    /// Not used. It occupies the padding of the first version of the struct, whose bytes have no defined value.
    int32_t reserved;
    /// Whether the component is a container that shows one part at a time: the one that appeared last (rule AP-014). 1 yes, 0 no,
    /// -1 no for a new component and no change for one that exists.
    int32_t exclusive;
    /// Whether `level` is set. Otherwise a new component has the level of its container, and one that exists keeps its own.
    bool has_level;
    /// The level: a page with a higher one lies over the pages with a lower one, whichever appeared first (rule QU-009). The main
    /// content has the level 0; a modal dialog has a higher one.
    int32_t level;
} pv_declaration;
#define PV_DECLARATION { sizeof(pv_declaration), {0, 0}, {0, 0}, 0, PV_STATE_DEFAULT, 0, -1, 0, -1, false, 0 }

/// Creates a component (rule AP-001). `declaration` may be null. The framework chooses the number `tag`, and records contain it
/// as `component_tag`. Report PV_DESTROY when the framework's object ends. The function sets `component` before it delivers
/// records.
///
/// If the page's name is blank, the engine creates the component without the page and emits a diagnostic. The status is PV_OK.
pv_status pv_component_create(
    pv_engine engine, const pv_declaration *declaration, uint64_t tag, pv_time at, pv_component *component);
/// Declares properties of a component that exists. To take it out of its container, call `pv_component_move`.
///
/// If the page's name is blank, the engine applies everything but the page and emits a diagnostic. The status is PV_OK.
pv_status pv_component_declare(pv_component component, const pv_declaration *declaration, pv_time at);
/// Reports an event of a component.
pv_status pv_component_report(pv_component component, pv_component_event event, pv_time at);
/// Reports that the component is in the window of this scene from now on. If it was in another scene, its appearance there ends.
/// PV_ATTACH reports the same for the scene that the component already belongs to.
pv_status pv_component_attach(pv_component component, pv_scene scene, pv_time at);
/// Reports that the component is inside another one from now on; zeros take it out of its container (rule QU-002).
pv_status pv_component_move(pv_component component, pv_component container_or_none, pv_time at);
/// Sets the component's page to pending. 0 keeps the page; another page replaces it. If the component is not a page, the state
/// applies to the first page that it declares.
pv_status pv_component_pending(pv_component component, pv_page page_or_none, pv_time at);
/// Sets the component's page to ready, with a payload or none. 0 keeps the page; another page replaces it. If the page is in
/// front of the user and not counted yet, the engine counts it now. A payload of 0 removes the last payload.
pv_status pv_component_ready(pv_component component, pv_page page_or_none, pv_payload payload_or_none, pv_time at);
/// Sets the component's page to ready with these values. Equals `pv_component_ready` with a payload that exists for this call.
pv_status pv_component_ready_with(
    pv_component component, pv_page page_or_none, const pv_field *fields, size_t count, pv_time at);

/// Selects the component in its container. Equals `pv_component_report` with PV_SELECT. If the selected part is destroyed or moves
/// to another container, the container hides all its parts: then select the next one.
pv_status pv_component_select(pv_component component, pv_time at);
/// Ends the selection of the component in its container. Equals `pv_component_report` with PV_DESELECT.
pv_status pv_component_deselect(pv_component component, pv_time at);
/// Brings the component to the front of its scene. Equals `pv_component_report` with PV_FOCUS.
pv_status pv_component_focus(pv_component component, pv_time at);

// MARK: Updates

/// Begins an update (rule AP-015). Call `pv_commit` even if your code fails in between. Until the matching `pv_commit`, reports
/// change facts, but no appearance begins, ends or counts. The commit decides by the facts at that time. Updates nest. An
/// update concerns the whole engine, also the reports of other threads. `pv_engine_stop` ends it. Without a commit, the engine
/// decides nothing. Three calls do not wait for the commit: PV_SCENE_BACKGROUND first decides what came before it,
/// PV_SCENE_CLOSE ends what is in the scene, and `pv_page_view_record` counts at once.
pv_status pv_begin(pv_engine engine, pv_time at);
/// Ends the last update that began. Without an open update, the engine emits the diagnostic `commitWithoutBegin`.
pv_status pv_commit(pv_engine engine, pv_time at);

/// Arranges that the event loop calls `pv_turn_end(turn)` once, after the events of the present turn and before the toolkit
/// paints. GTK: `g_idle_add_full` with G_PRIORITY_HIGH_IDLE. Qt: `QCoreApplication::postEvent` with `Qt::LowEventPriority`. The
/// library calls the function on the thread that calls `pv_turn_begin`, outside every lock.
typedef void (*pv_schedule)(pv_turn turn, void *context);
/// Creates a turn: an object that makes the reports of each turn of an event loop one update. Destroy it with `pv_turn_destroy`.
///
/// When this object or the engine ends, the library calls `release` once with `context`, on any thread. `release` may be
/// null. If `pv_turn_create` fails, the library does not call `release`. `turn` and `schedule` must not be null.
pv_status pv_turn_create(
    pv_engine engine, pv_schedule schedule, void *context, void (*release)(void *context), pv_turn *turn);
/// Begins the update of this turn, and calls `schedule`. No effect if the turn already has an update. Call it before each
/// report about a component, such as its creation, its declaration or its move, and before `pv_show` if the app can state two
/// lists before it paints. Do not call `pv_commit` for this update.
///
/// A deep link in a turn precedes all pages that begin in it, also a page that the app leaves for the page of the link. So open
/// the link in a turn of its own, before the app navigates, or give it a target.
pv_status pv_turn_begin(pv_turn turn);
/// Commits the update of this turn. No effect without one.
pv_status pv_turn_end(pv_turn turn);
/// Commits the update of this turn, and ends the object.
pv_status pv_turn_destroy(pv_turn turn);

// MARK: Lists of what exists

/// A page or a container in a list for `pv_show` (rule AP-016). A zeroed entry with a size and a key is a visible container.
typedef struct pv_entry {
    /// `sizeof(pv_entry)`.
    size_t size;
    /// The identity of the entry in its scene: the key of the screen, not of the place where it is shown. No two entries of a list
    /// have the same key, also if they have components. Two screens of one item need two keys, such as `item/42` and `item/42#2`.
    pv_text key;
    /// A component of the caller that the entry stands for, of this scene or of another one. Zeros: the component that the library
    /// creates for the key.
    pv_component component_or_none;
    /// The tag of the component that the library creates for a new key. Records contain it as `component_tag`.
    uint64_t tag;
    /// The page. 0: a new entry is not a page, no change for one that exists.
    pv_page page;
    /// The payload of a ready page. 0: none for a new entry, no change for one that exists.
    pv_payload payload;
    /// The state of the page.
    pv_page_state state;
    /// Whether the entry exists without being shown. A hidden entry hides everything inside it.
    bool is_hidden;
    /// Whether `level` is set; see `pv_declaration`.
    bool has_level;
    /// The key of the entry that contains this one. No text, or a key that the list does not contain: none.
    pv_text container_key_or_none;
    /// A component of the caller that contains the entry, in place of `container_key_or_none`. Zeros: none.
    pv_component container_or_none;
    /// The level (rule QU-009).
    int32_t level;
} pv_entry;

/// States what exists in a scene, from the bottom to the top (rule AP-016). `entries` may be null if `count` is 0.
///
/// The engine compares the list with the last one of the scene. It creates components for new keys, and destroys the components
/// of entries that are left out, also those of the caller. So a list without an entry, or a list before the scene is built
/// again, makes each entry of the next list a new page. The order of the list is the order of its visible entries: the last one
/// is in front. An equal list changes nothing, but a recording contains each call. Visible entries appear, others disappear.
/// The call is one update. An entry that repeats a key is ignored, with the diagnostic `duplicateKey`. Records contain the
/// component of an entry as `id.component`. Its handle ends when a list leaves the entry out. The handle of a component that
/// the library created also ends with the scene.
pv_status pv_show(pv_scene scene, const pv_entry *entries, size_t count, pv_time at);

// MARK: Calls of the app

/// Records an interaction of the user with the current page of a scene (rule PV-005). A scene of zeros means
/// the scene of the current page, or else of the last page, or else the main scene.
pv_status pv_interaction_record(
    pv_engine engine, pv_text name, pv_payload properties_or_none, pv_scene scene_or_none, pv_time at);
/// Records an interaction of the user with a component, such as a pane. It concerns the current page inside the component or,
/// without one, the page around it, or else the current page of its scene (rule PV-005). If the component has ended, the engine
/// records the interaction as one without a component, and the status is PV_ERROR_HANDLE.
pv_status pv_component_interaction_record(
    pv_component component, pv_text name, pv_payload properties_or_none, pv_time at);
/// Records a page view by hand (rule RD-011): of a component, or of a page alone. The page and the payload apply to this page
/// view only. If the component is live and counted already, the call has no effect. Without a page, the engine uses the page of
/// the component; if there is none, it emits the diagnostic `recordWithoutPage`. If there is no component either, the status is
/// PV_ERROR_HANDLE. `scene_or_none` applies to a page alone; zeros mean the same as in `pv_interaction_record`.
pv_status pv_page_view_record(
    pv_engine engine, pv_component component_or_none, pv_page page_or_none, pv_payload payload_or_none,
    pv_scene scene_or_none, pv_time at);
/// Drops the deep link that the next page view of a scene would carry (rule PV-006). A scene of zeros means the same as in
/// `pv_interaction_record`.
pv_status pv_deep_link_discard(pv_engine engine, pv_scene scene_or_none, pv_time at);

// MARK: Records

/// The kinds of records, as bits.
typedef uint32_t pv_kinds;
enum {
    // names: Kinds
    /// Page views.
    PV_PAGE_VIEW = 1,
    /// Ends of appearances.
    PV_PAGE_LEAVE = 2,
    /// Interactions of the user.
    PV_INTERACTION = 4,
    /// Deep links.
    PV_DEEP_LINK = 8,
    /// Changes of the current page of a scene (rule QU-006).
    PV_CURRENT_PAGE = 16,
    /// Diagnostics of unexpected and rejected reports, for developers.
    PV_DIAGNOSTIC = 32,
    /// Every kind.
    PV_ALL_KINDS = 63,
    // end of names
};

/// The identity of a page view: a component and the number of its appearance, from 1. For a page view by hand without an
/// appearance, the component is zero, and `number` is the sequence number.
typedef struct pv_page_view_id {
    pv_component component; ///< The component that appeared.
    uint64_t component_tag; ///< The tag of the component.
    uint64_t number; ///< The number of the appearance; 0 if only the component is known.
} pv_page_view_id;

/// The name and the context of a page.
typedef struct pv_page_names {
    pv_text name; ///< The name of the page.
    pv_text context; ///< No text if the page has no context.
} pv_page_names;

/// A reference to another page: the previous one, or a referrer.
typedef struct pv_page_reference {
    pv_page_view_id id; ///< The page view or the appearance.
    pv_page_names page; ///< The name and the context of the page.
} pv_page_reference;

/// The reason why a page view was counted at its moment (rule PV-002).
typedef int32_t pv_cause;
enum {
    // names: Cause
    /// The component appeared.
    PV_CAUSE_APPEARED = 0,
    /// The page became ready.
    PV_CAUSE_READY = 1,
    /// The component got its window.
    PV_CAUSE_ATTACHED = 2,
    /// The scene came to the foreground.
    PV_CAUSE_FOREGROUNDED = 3,
    /// The appearance of the page above it ended; only if the policy `reveal` counts.
    PV_CAUSE_REVEALED = 4,
    /// A caller recorded the page view by hand.
    PV_CAUSE_MANUAL = 5,
    // end of names
};

/// The outcome of an appearance (rule PV-007).
typedef int32_t pv_outcome;
enum {
    // names: Outcome
    /// The appearance has a page view.
    PV_OUTCOME_COUNTED = 0,
    /// The appearance ended before it was counted, because its page was never ready in the foreground.
    PV_OUTCOME_NEVER_READY = 1,
    /// The framework reported PV_DID_APPEAR, but no appearance began.
    PV_OUTCOME_NEVER_VISIBLE = 2,
    // end of names
};

// The kinds of diagnostics. The record of a diagnostic contains its kind as `name`. Later versions may add kinds.
// names: Diagnostic.Kind
/// PV_DID_APPEAR of a component that is already in front of the user (AP-004).
#define PV_DIAGNOSTIC_DUPLICATE_DID_APPEAR "duplicateDidAppear"
/// PV_DID_DISAPPEAR of a component that was not in front of the user (AP-005).
#define PV_DIAGNOSTIC_DID_DISAPPEAR_WITHOUT_APPEAR "didDisappearWithoutAppear"
/// PV_WILL_APPEAR of a component that is already appearing or in front of the user (LC-002).
#define PV_DIAGNOSTIC_UNEXPECTED_WILL_APPEAR "unexpectedWillAppear"
/// PV_WILL_DISAPPEAR of a component that was not in front of the user, or a repeated one (LC-002).
#define PV_DIAGNOSTIC_UNEXPECTED_WILL_DISAPPEAR "unexpectedWillDisappear"
/// A report about a destroyed component (AP-010).
#define PV_DIAGNOSTIC_EVENT_AFTER_DESTROY "eventAfterDestroy"
/// A report with a time before the last time. The engine uses the last time (ORD-006).
#define PV_DIAGNOSTIC_TIME_WENT_BACK "timeWentBack"
/// A page with a blank name, which the engine rejected (RD-009).
#define PV_DIAGNOSTIC_EMPTY_PAGE_NAME "emptyPageName"
/// A page view by hand that names no page, for a component that is no page (RD-011).
#define PV_DIAGNOSTIC_RECORD_WITHOUT_PAGE "recordWithoutPage"
/// Another page name for a component whose counted appearance is live. The new name is not counted (PV-004).
#define PV_DIAGNOSTIC_RENAMED_WHILE_COUNTED "renamedWhileCounted"
/// A component that was declared to be its own ancestor. The engine ignored the declaration (QU-002).
#define PV_DIAGNOSTIC_PARENT_CYCLE "parentCycle"
/// PV_SELECT of a component that is in no container (AP-014).
#define PV_DIAGNOSTIC_SELECT_WITHOUT_CONTAINER "selectWithoutContainer"
/// The end of an update that has not begun (AP-015).
#define PV_DIAGNOSTIC_COMMIT_WITHOUT_BEGIN "commitWithoutBegin"
/// A component that a `show` lists twice. The engine ignored the later entry (AP-016).
#define PV_DIAGNOSTIC_DUPLICATE_KEY "duplicateKey"
/// A deep link that waited for a page longer than it may. The engine dropped it (PV-006).
#define PV_DIAGNOSTIC_DEEP_LINK_EXPIRED "deepLinkExpired"
// end of names

/// A deep link, and the page that the user was on.
typedef struct pv_link {
    /// The link, as the app passed it.
    pv_text url;
    /// No text if the app that opened the link is unknown.
    pv_text source;
    /// Null if the user was on no page.
    const pv_page_reference *referrer;
} pv_link;

/// One record. Members that a kind does not use are zero or null. A record and everything in it are borrowed during the callback.
typedef struct pv_record {
    /// `sizeof(pv_record)` of the library. Fields beyond it do not exist.
    size_t size;
    /// One bit of `pv_kinds`.
    pv_kinds kind;
    /// The scene in which it happened; zeros in a diagnostic.
    pv_scene scene;
    /// The tag of the scene; 0 for the main scene and in a diagnostic.
    uint64_t scene_tag;
    /// When it happened: when the page was counted, when the appearance ended, and so on.
    pv_time time;
    /// Page view, page leave: the page. Interaction, current page: the scene's current page, or no texts if it has none.
    pv_page_names page;
    /// Whether `page` and `id` are set. False in a deep link and in a diagnostic. A diagnostic about a component sets
    /// `id.component` and `id.component_tag` all the same.
    bool has_page;
    /// Page view, page leave, interaction, current page: the appearance or page view. In a diagnostic and in a page leave with
    /// PV_OUTCOME_NEVER_VISIBLE, only the component is set. A diagnostic that is about no component has zeros.
    pv_page_view_id id;
    /// Page view: its number from 1, without gaps.
    uint64_t sequence;
    /// Page view: whether `appeared_at` is set. A page view by hand without an appearance has none.
    bool has_appearance;
    /// Page view: when the appearance began.
    pv_time appeared_at;
    /// Page view: the reason of the count.
    pv_cause cause;
    /// Page view: the page counted before in the scene, or null (rule PV-003).
    const pv_page_reference *previous;
    /// Page view: the link that led here, or null. Deep link: the link.
    const pv_link *link;
    /// Page view: its payload. Interaction: its properties. Null if there are none.
    const pv_field *fields;
    /// The number of `fields`.
    size_t field_count;
    /// Page leave: how the appearance ended.
    pv_outcome outcome;
    /// Page leave: the nanoseconds that the appearance was in the foreground.
    int64_t foreground_nanoseconds;
    /// Page leave: the nanoseconds that the appearance was in the background.
    int64_t background_nanoseconds;
    /// Interaction, current page: whether the page is counted.
    bool is_counted;
    /// Interaction: its name. Diagnostic: its kind, such as PV_DIAGNOSTIC_DUPLICATE_DID_APPEAR.
    pv_text name;
    /// Page leave: the nanoseconds that the page was the current one of its scene, in the foreground.
    int64_t current_nanoseconds;
} pv_record;

/// Receives one record. The callback runs on the thread that delivers, outside every lock (rule ORD-003). Each engine delivers
/// one record at a time, in order. Records that the callback causes are delivered after it returns (rule ORD-004). The callback
/// may call every function. It must not throw a C++ exception.
typedef void (*pv_receive)(const pv_record *record, void *context);

/// Adds a callback for records of these kinds: an OR of the bits of `pv_kinds`. With 0, the callback never runs. Other bits give
/// PV_ERROR_VALUE. The engine creates no record whose kind no receiver has. The function sets `receiver` before the first call of
/// `receive`.
///
/// When the receiver is removed or the engine ends, the library calls `release` once with `context`, on any thread, after the
/// last call of `receive`. `release` may be null. If this function fails, the library does not call `release`.
pv_status pv_receiver_add(
    pv_engine engine, pv_kinds kinds, pv_receive receive, void *context, void (*release)(void *context),
    pv_receiver *receiver);
/// Removes a callback. Does not wait for a call in progress on another thread; `release` follows that call.
pv_status pv_receiver_remove(pv_receiver receiver);

// MARK: Queries

/// The answer to a query.
typedef struct pv_answer {
    /// Whether the page exists. Otherwise all other fields are zero.
    bool exists;
    /// The page. Its texts lie in the caller's buffer.
    pv_page_reference page;
    /// The scene; zeros for the page that was counted last and for a referrer.
    pv_scene scene;
    /// The tag of the scene.
    uint64_t scene_tag;
    /// Whether the page is counted; false for a referrer.
    bool is_counted;
    /// When the appearance began; 0 for the page that was counted last and for a referrer.
    pv_time began_at;
    /// The size in bytes that the texts need.
    size_t needed;
} pv_answer;

/// The queries (rules QU-001 to QU-005).
typedef int32_t pv_query;
enum {
    // names: Query
    /// The page in front of the user.
    PV_QUERY_CURRENT_PAGE = 0,
    /// The current page or, if there is none, the one that was current last.
    PV_QUERY_LAST_PAGE = 1,
    /// The page that was counted last.
    PV_QUERY_LAST_COUNTED_PAGE = 2,
    // end of names
};

/// Returns a page of a scene or, with zeros, of the whole engine. Never waits for a callback.
///
/// Copies the names into `buffer`, which has `capacity` bytes and may be null if that is 0. The answer refers to them. If
/// `capacity` is too small, returns PV_ERROR_BUFFER and sets only `answer->needed`. 512 bytes are enough for most names.
pv_status pv_page_query(
    pv_engine engine, pv_query query, pv_scene scene_or_none, char *buffer, size_t capacity, pv_answer *answer);
/// Reports that a deep link arrived in a scene, and returns its referrer (rule PV-006). `source_or_none` is the app that
/// opened the link. A scene of zeros means the same as in `pv_interaction_record`.
///
/// The page view of the next appearance that begins within 30 seconds carries the link. If the app has shown no page yet and
/// the scene is zeros, the first page in any scene carries the link. A page that begins because its scene comes to the foreground
/// carries none. So report PV_SCENE_FOREGROUND before the page of the link.
///
/// If the buffer is too small, the engine has handled the link all the same: do not call again. `buffer` may be null.
pv_status pv_deep_link_handle(
    pv_engine engine, pv_text url, pv_text source_or_none, pv_scene scene_or_none, pv_time at, char *buffer,
    size_t capacity, pv_answer *referrer);

/// The options of a link. `pv_link_options options = PV_LINK_OPTIONS;` sets the defaults.
typedef struct pv_link_options {
    /// `sizeof(pv_link_options)`.
    size_t size;
    /// The name of the page that the link leads to: only a page view of this name carries the link. No text: any page view.
    pv_text target;
    /// How long the link waits for an appearance to begin, in nanoseconds. -1: 30 seconds or, with a target, without limit.
    int64_t expires_nanoseconds;
} pv_link_options;
#define PV_LINK_OPTIONS { sizeof(pv_link_options), {0, 0}, -1 }

/// Equals `pv_deep_link_handle`, with options for the link (rule PV-009). `options` may be null.
pv_status pv_deep_link_handle_with(
    pv_engine engine, pv_text url, pv_text source_or_none, pv_scene scene_or_none, const pv_link_options *options,
    pv_time at, char *buffer, size_t capacity, pv_answer *referrer);

// MARK: Recordings

/// Names a component (`scene.number` is 0) or a scene (`component.number` is 0) in a recording.
///
/// The function returns the length of the name in bytes. If `capacity` is large enough, it writes the name into `buffer`.
/// Otherwise the library calls it again with more capacity. The library uses its own name if the length is 0 or more than 65,536,
/// or if the name is not UTF-8. The function runs on the thread that writes the recording, outside every lock.
typedef size_t (*pv_naming)(
    pv_component component, pv_scene scene, uint64_t tag, char *buffer, size_t capacity, void *context);

/// The options of a recording. `pv_recording_options options = PV_RECORDING_OPTIONS;` sets the defaults.
typedef struct pv_recording_options {
    /// `sizeof(pv_recording_options)`.
    size_t size;
    /// The title in the first line of the trace. No text: `recorded`.
    pv_text title;
    /// Whether the recording leaves out all user data (rule RC-007): notes, payloads, properties of interactions, deep links, the
    /// calendar time, and all names, which become names such as `page-1`. Then `naming` has no effect.
    bool without_user_data;
    /// Names components and scenes; null for the library's own names, such as `home-0`.
    pv_naming naming;
    /// The context of `naming`. The library only passes it on.
    void *context;
    /// The maximum size of the file in bytes; 0 for 16 MiB. The recording drops further lines.
    uint64_t limit;
    /// May be null. The library calls it once with `context`, after the last call of `naming`, on any thread. If `naming` is null
    /// or `pv_recording_start` fails, the library does not call it.
    void (*release)(void *context);
} pv_recording_options;
#define PV_RECORDING_OPTIONS { sizeof(pv_recording_options), {0, 0}, false, 0, 0, 0, 0 }

/// Records all inputs of an engine in a new file: a trace for `pageview verify` and `pageview explain` (rule RC-005). The file
/// name extension `.trace` selects the notation for people. Any other extension selects JSON Lines.
///
/// The recording contains all names, notes, payloads, properties, and deep links as the program passed them, unless
/// `without_user_data` is set. Remove the file if the user denies consent. Only the owner of the file can read it.
///
/// The function sets `recording` before the first call of `naming`. It returns PV_ERROR_FILE if the file exists or cannot be
/// created. On Windows and WebAssembly, there are no recordings.
pv_status pv_recording_start(
    pv_engine engine, pv_text path, const pv_recording_options *options, pv_recording *recording);
/// Stops a recording and writes its last lines. If a callback is running, the library writes the lines after it returns.
///
/// `lost_lines` receives the number of lines that the system rejected or that exceeded the limit. It may be null.
pv_status pv_recording_stop(pv_recording recording, uint64_t *lost_lines);
/// Adds a line with this text to every running recording of the engine, such as the name of a test's next step.
///
/// Pass 0 as `next_page_view`. Only programs that replay a recording pass the number of the next page view (rule RC-004), which the
/// engine then uses. A number above 2^63 - 1 gives PV_ERROR_VALUE.
pv_status pv_recording_note(pv_engine engine, pv_text text, uint64_t next_page_view, pv_time at);

#ifdef __cplusplus
}
#endif

#endif
