#include "PageViews.h"

#include <QApplication>
#include <QWindow>
#include <QWindowStateChangeEvent>

#include "Payload.h"

namespace {

void check(pv_status status) {
    if (status != PV_OK) qWarning("page views: expected PV_OK, found %s", pv_status_name(status));
}

bool operator==(pv_scene a, pv_scene b) { return a.number == b.number; }

/// The window that a window belongs to: the one of its parent, or the one that it is transient for. Null for a window of its own.
QWidget *owner(const QWidget *window) {
    if (window->parentWidget()) return window->parentWidget()->window();
    const QWindow *const handle = window->windowHandle();
    const QWindow *const below = handle ? handle->transientParent() : nullptr;
    return below ? QWidget::find(below->winId()) : nullptr;
}

/// The number of windows that modal dialogs block, from a window down to the one that owns them all.
int level(const QWidget *window) {
    const QWidget *const below = owner(window);
    return below ? level(below) + window->isModal() : 0;
}

} // namespace

// MARK: Turns

PageViews::PageViews(pv_engine engine, QObject *parent) : QObject(parent), engine(engine) {
    // Widgets post their repaint with the same priority. So the turn ends together with the repaint, after calls that the app has
    // queued: they can navigate before the repaint. A nested event loop ends the turn too.
    const auto schedule = [](pv_turn, void *pages) {
        QCoreApplication::postEvent(static_cast<PageViews *>(pages), new QEvent(QEvent::User), Qt::LowEventPriority);
    };
    check(pv_turn_create(engine, schedule, this, nullptr, &turn));
}

PageViews::~PageViews() { pv_turn_destroy(turn); }

void PageViews::customEvent(QEvent *) { pv_turn_end(turn); }

/// Calls a function of the engine in the update of this turn. An engine that has ended gets no calls.
template <class... Parameters, class... Arguments>
void PageViews::call(pv_status (*function)(Parameters...), Arguments... arguments) {
    if (pv_turn_begin(turn) == PV_OK) check(function(arguments...));
}

void PageViews::report(pv_component component, pv_component_event event) {
    call(pv_component_report, component, event, PV_NOW);
}

void PageViews::report(pv_scene scene, pv_scene_event event) {
    // An event of a scene begins no update. In an update, the pages of a restored window would begin as if the app had navigated.
    const pv_status status = pv_scene_report(scene, event, PV_NOW);
    if (status != PV_ERROR_HANDLE) check(status);
}

// MARK: Pages

void PageViews::add(QWidget *widget, const Names &names, pv_page_state state, quint64 tag) {
    const pv_component before = pages.value(widget).component;
    if (before.number != 0) {
        report(before, PV_DESTROY);
    } else {
        widget->installEventFilter(this);
        connect(widget, &QObject::destroyed, this, [this](QObject *widget) {
            report(pages.take(widget).component, PV_DESTROY);
        });
    }
    const QByteArray name = names.name.toUtf8(), context = names.context.toUtf8();
    pv_declaration declaration = PV_DECLARATION;
    // A widget without a parent has no scene yet.
    declaration.attached = 0;
    declaration.state = state;
    check(pv_page_create(text(name), context.isEmpty() ? PV_NO_TEXT : text(context), &declaration.page));
    Page page;
    call(pv_component_create, engine, &declaration, tag, PV_NOW, &page.component);
    check(pv_page_destroy(declaration.page));
    pages[widget] = page;
    update(widget);
    forEachVisiblePage(widget, [&](QWidget *inside) { place(inside); });
}

void PageViews::setPending(QWidget *widget) {
    call(pv_component_pending, pages.value(widget).component, pv_page(0), PV_NOW);
}

void PageViews::setReady(QWidget *widget, const QVariantMap &payload) {
    const Payload values(payload);
    call(pv_component_ready_with, pages.value(widget).component, pv_page(0), values.fields(), values.count(), PV_NOW);
}

bool PageViews::eventFilter(QObject *object, QEvent *event) {
    const auto widget = static_cast<QWidget *>(object);
    if (windows.contains(object)) windowDidChange(widget, event);
    // A minimised window also sends `Hide` to its pages, but they stay visible to Qt. A hidden page can get `Hide` again. So the
    // event is only the occasion to read `isVisible`.
    if (event->type() == QEvent::Show || event->type() == QEvent::Hide) update(widget);
    return false;
}

void PageViews::update(QWidget *widget) {
    const auto page = pages.find(widget);
    if (page == pages.end() || page->isVisible == widget->isVisible()) return;
    page->isVisible = widget->isVisible();
    // A page whose transition has not ended has not appeared, so it cannot disappear.
    const bool hasAppeared = !page->isVisible && !page->isArriving;
    page->isArriving = page->isVisible && to && (to == widget || to->isAncestorOf(widget));
    if (hasAppeared) return report(page->component, PV_DID_DISAPPEAR);
    if (!page->isVisible) return;
    place(widget);
    if (!page->isArriving) report(page->component, PV_DID_APPEAR);
}

/// Reports the scene, the container and the level of a page. A parent of the page may have moved since it was visible.
void PageViews::place(QWidget *widget) {
    Page &page = pages[widget];
    pv_declaration declaration = PV_DECLARATION;
    declaration.scene = scene(widget->window());
    declaration.attached = 1;
    declaration.has_level = true;
    declaration.level = level(widget->window());
    // The page of a dialog is not inside the page that is the parent of the dialog.
    for (QWidget *inside = widget; !inside->isWindow() && declaration.container.number == 0;) {
        inside = inside->parentWidget();
        declaration.container = pages.value(inside).component;
    }
    const bool isInside = declaration.container.number != 0;
    if (page.isInside && !isInside) call(pv_component_move, page.component, pv_component{}, PV_NOW);
    page.isInside = isInside;
    call(pv_component_declare, page.component, &declaration, PV_NOW);
}

// MARK: Transitions

void PageViews::beginTransition(QWidget *to) { this->to = to; }

void PageViews::endTransition(bool isCompleted) {
    if (isCompleted) {
        forEachVisiblePage(to, [this](QWidget *widget) {
            pages[widget].isArriving = false;
            report(pages.value(widget).component, PV_DID_APPEAR);
        });
    }
    to = nullptr;
}

template <class Action> void PageViews::forEachVisiblePage(QWidget *root, Action action) {
    if (!root) return;
    QList<QWidget *> all{root};
    for (QWidget *widget : root->findChildren<QWidget *>()) all.prepend(widget);
    for (QWidget *widget : all) {
        if (widget->window() == root->window() && pages.value(widget).isVisible) action(widget);
    }
}

// MARK: Windows

pv_scene PageViews::scene(QWidget *window) {
    if (!windows.contains(window)) {
        windows[window] = {};
        window->installEventFilter(this);
        connect(window, &QObject::destroyed, this, [this](QObject *window) {
            const pv_scene scene = windows.take(window);
            if (scene.number != 0) report(scene, PV_SCENE_CLOSE);
        });
        if (window->isActiveWindow()) report(scene(window), PV_SCENE_ACTIVE);
    }
    if (QWidget *const below = owner(window)) return scene(below);
    pv_scene scene = windows.value(window);
    if (scene.number == 0) {
        call(pv_scene_create, engine, quint64(0), &scene);
        windows[window] = scene;
        if (window->isMinimized()) report(scene, PV_SCENE_BACKGROUND);
    }
    return scene;
}

void PageViews::windowDidChange(QWidget *window, QEvent *event) {
    switch (event->type()) {
    case QEvent::WindowActivate:
        report(scene(window), PV_SCENE_ACTIVE);
        for (QWidget *other : QApplication::topLevelWidgets()) {
            if (other == window || !other->isVisible() || !windows.contains(other) || !(scene(other) == scene(window))) continue;
            // The user turned from one window of the scene to another, such as from a modeless dialog.
            return forEachVisiblePage(window, [this](QWidget *page) { report(pages.value(page).component, PV_FOCUS); });
        }
        return;
    case QEvent::WindowDeactivate: {
        // A dialog is activated before the window that owns it is deactivated, and both have one scene.
        QWidget *const now = QApplication::activeWindow();
        if (now && windows.contains(now) && scene(now) == scene(window)) return;
        return report(scene(window), PV_SCENE_INACTIVE);
    }
    case QEvent::WindowStateChange: {
        const bool was = static_cast<QWindowStateChangeEvent *>(event)->oldState() & Qt::WindowMinimized;
        const pv_scene own = windows.value(window);
        if (was == window->isMinimized() || own.number == 0) return;
        return report(own, was ? PV_SCENE_FOREGROUND : PV_SCENE_BACKGROUND);
    }
    default: return;
    }
}
