#include "PageViews.h"

#include <QApplication>
#include <QWindowStateChangeEvent>

#include "Payload.h"

namespace {

void check(pv_status status) {
    if (status != PV_OK) qWarning("page views: expected PV_OK, found %s", pv_status_name(status));
}

bool operator==(pv_component a, pv_component b) { return a.number == b.number; }
bool operator==(pv_scene a, pv_scene b) { return a.number == b.number; }

} // namespace

void PageViews::add(QWidget *widget, const Names &names, pv_page_state state, quint64 tag) {
    const QByteArray name = names.name.toUtf8(), context = names.context.toUtf8();
    pv_declaration declaration = PV_DECLARATION;
    // A widget without a parent has no scene yet.
    declaration.attached = 0;
    declaration.state = state;
    check(pv_page_create(text(name), context.isEmpty() ? PV_NO_TEXT : text(context), &declaration.page));
    Page page;
    check(pv_component_create(engine, &declaration, tag, PV_NOW, &page.component));
    check(pv_page_destroy(declaration.page));

    const Page before = pages.value(widget);
    pages[widget] = page;
    if (before.component.number == 0) {
        widget->installEventFilter(this);
        connect(widget, &QObject::destroyed, this, [this](QObject *widget) {
            check(pv_component_report(pages.take(widget).component, PV_DESTROY, PV_NOW));
        });
    }
    // A receiver may delete the widget.
    const QPointer<QWidget> added = widget;
    update(widget);
    forEachVisiblePage(added, [&](QWidget *inside) { place(inside); });
    // The old page ends after the new page has appeared, so that the page below is not revealed in between.
    if (before.component.number != 0) check(pv_component_report(before.component, PV_DESTROY, PV_NOW));
}

void PageViews::setPending(QWidget *widget) {
    check(pv_component_pending(pages.value(widget).component, 0, PV_NOW));
}

void PageViews::setReady(QWidget *widget, const QVariantMap &payload) {
    const Payload values(payload);
    check(pv_component_ready_with(pages.value(widget).component, 0, values.fields(), values.count(), PV_NOW));
}

// MARK: Pages

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
    if (!page->isVisible) return report(widget, page->isArriving ? PV_WILL_DISAPPEAR : PV_DID_DISAPPEAR);
    const bool isArriving = to && (to == widget || to->isAncestorOf(widget));
    page->isArriving = isArriving;
    place(widget);
    report(widget, isArriving ? PV_WILL_APPEAR : PV_DID_APPEAR);
}

/// Reports the scene and the container of a page. A parent of the page may have moved since it was visible.
void PageViews::place(QWidget *widget) {
    Page page = pages.value(widget);
    const pv_scene scene = this->scene(widget->window());
    pv_component container{};
    // The page of a dialog is not inside the page that is the parent of the dialog.
    for (QWidget *inside = widget; !inside->isWindow() && container.number == 0;) {
        inside = inside->parentWidget();
        container = pages.value(inside).component;
    }
    const Page before = page;
    page.scene = scene;
    page.container = container;
    pages[widget] = page;
    if (!(scene == before.scene)) check(pv_component_attach(page.component, scene, PV_NOW));
    if (!(container == before.container)) check(pv_component_move(page.component, container, PV_NOW));
}

void PageViews::report(QWidget *widget, pv_component_event event) {
    check(pv_component_report(pages.value(widget).component, event, PV_NOW));
}

// MARK: Transitions

void PageViews::beginTransition(QWidget *from, QWidget *to) {
    this->from = from;
    this->to = to;
    forEachVisiblePage(from, [this](QWidget *page) { report(page, PV_WILL_DISAPPEAR); });
}

void PageViews::endTransition(bool isCompleted) {
    if (isCompleted) {
        forEachVisiblePage(to, [this](QWidget *page) {
            pages[page].isArriving = false;
            report(page, PV_DID_APPEAR);
        });
    } else {
        forEachVisiblePage(from, [this](QWidget *page) {
            report(page, PV_WILL_APPEAR);
            report(page, PV_DID_APPEAR);
        });
    }
    from = to = nullptr;
}

template <class Action> void PageViews::forEachVisiblePage(QWidget *root, Action action) {
    if (!root) return;
    QList<QPointer<QWidget>> all{root};
    for (QWidget *widget : root->findChildren<QWidget *>()) all.prepend(widget);
    const QWidget *const window = root->window();
    for (const QPointer<QWidget> &widget : all) {
        if (widget && widget->window() == window && pages.value(widget).isVisible) action(widget);
    }
}

// MARK: Windows

pv_scene PageViews::scene(QWidget *window) {
    if (!windows.contains(window)) {
        windows[window] = {};
        window->installEventFilter(this);
        connect(window, &QObject::destroyed, this, [this](QObject *window) {
            const pv_scene scene = windows.take(window);
            if (scene.number != 0) check(pv_scene_report(scene, PV_SCENE_CLOSE, PV_NOW));
        });
        if (window->isActiveWindow()) check(pv_scene_report(scene(window), PV_SCENE_ACTIVE, PV_NOW));
    }
    if (window->isModal() && window->parentWidget()) return scene(window->parentWidget()->window());
    pv_scene scene = windows.value(window);
    if (scene.number == 0) {
        check(pv_scene_create(engine, 0, &scene));
        windows[window] = scene;
        if (window->isMinimized()) check(pv_scene_report(scene, PV_SCENE_BACKGROUND, PV_NOW));
    }
    return scene;
}

void PageViews::windowDidChange(QWidget *window, QEvent *event) {
    switch (event->type()) {
    case QEvent::WindowActivate: return check(pv_scene_report(scene(window), PV_SCENE_ACTIVE, PV_NOW));
    case QEvent::WindowDeactivate: {
        // A modal dialog is activated before the window that it blocks is deactivated, and both have one scene.
        QWidget *const now = QApplication::activeWindow();
        if (now && windows.contains(now) && scene(now) == scene(window)) return;
        return check(pv_scene_report(scene(window), PV_SCENE_INACTIVE, PV_NOW));
    }
    case QEvent::WindowStateChange: {
        const bool was = static_cast<QWindowStateChangeEvent *>(event)->oldState() & Qt::WindowMinimized;
        const pv_scene own = windows.value(window);
        if (was == window->isMinimized() || own.number == 0) return;
        return check(pv_scene_report(own, was ? PV_SCENE_FOREGROUND : PV_SCENE_BACKGROUND, PV_NOW));
    }
    default: return;
    }
}
