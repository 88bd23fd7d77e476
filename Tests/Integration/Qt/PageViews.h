#pragma once

#include <QHash>
#include <QPointer>
#include <QVariantMap>
#include <QWidget>
#include <pageview.h>

/// An adapter: it reports to an engine when Qt widgets that are pages appear, disappear, and are destroyed.
///
///     PageViews pages(engine);
///     pages.add(item, {"item", "shop"}, PV_STATE_PENDING);
///     pages.setReady(item, {{"cents", 8950}});
///
/// | Qt | the engine receives |
/// | --- | --- |
/// | `Show` of a page that is visible now | its scene, its container and its level, PV_DID_APPEAR |
/// | `Hide` of a page that is not visible now | PV_DID_DISAPPEAR |
/// | the signal `destroyed` of a page, of a window | PV_DESTROY, PV_SCENE_CLOSE |
/// | `WindowActivate`, `WindowDeactivate` of a window | PV_SCENE_ACTIVE, PV_SCENE_INACTIVE |
/// | `WindowActivate` beside another visible window of the scene | PV_FOCUS of its pages |
/// | `WindowStateChange` of a window | PV_SCENE_BACKGROUND if it is minimised, PV_SCENE_FOREGROUND if it is restored |
///
/// Each window without an owner has a scene. A dialog with a parent belongs to the scene of its parent's window, modal or not. The
/// level of a modal dialog is above the pages of that window. A modeless dialog has their level.
///
/// All reports about pages in one turn of the event loop are one update. The update ends together with Qt's repaint. So a page
/// that the app replaces before Qt paints it does not count.
///
/// All functions run on Qt's thread. The adapter may end before or after its widgets, and before or after its engine.
class PageViews : public QObject {
public:
    /// The name of a page and, if it has one, its context.
    struct Names {
        QString name, context;
    };

    explicit PageViews(pv_engine engine, QObject *parent = nullptr);
    /// Commits what the present turn has reported.
    ~PageViews() override;

    /// Declares that a widget is a page until the widget is destroyed.
    ///
    /// If the widget is a page already, it shows another page from now on, which counts as a new one.
    void add(QWidget *widget, const Names &names, pv_page_state state = PV_STATE_READY, quint64 tag = 0);
    /// Sets a page to pending. Call it before the page is shown: `showEvent` runs after the page has appeared.
    void setPending(QWidget *widget);
    /// Sets a page to ready, with a payload.
    void setReady(QWidget *widget, const QVariantMap &payload = {});

    /// Begins a transition that can be cancelled. Call it before `to` is shown. Until the transition ends, pages in `to` do not
    /// appear. Qt reports no difference between a page that slides in and one that has arrived.
    void beginTransition(QWidget *to);
    /// Ends the transition. In the same turn, hide the page that the user does not see any more: `to` if it is cancelled.
    void endTransition(bool isCompleted);

    /// Returns the scene of a window.
    pv_scene scene(QWidget *window);

    bool eventFilter(QObject *object, QEvent *event) override;

protected:
    void customEvent(QEvent *event) override;

private:
    struct Page {
        pv_component component{};
        bool isVisible = false;
        /// Whether another page contains the page.
        bool isInside = false;
        /// Whether the page is part of `to` in a transition that has not ended.
        bool isArriving = false;
    };

    template <class... Parameters, class... Arguments>
    void call(pv_status (*function)(Parameters...), Arguments... arguments);
    void update(QWidget *widget);
    void place(QWidget *widget);
    void report(pv_component component, pv_component_event event);
    void report(pv_scene scene, pv_scene_event event);
    void windowDidChange(QWidget *window, QEvent *event);
    template <class Action> void forEachVisiblePage(QWidget *root, Action action);

    const pv_engine engine;
    QHash<const QObject *, Page> pages;
    /// The scene of each window that contains pages. A window with an owner has none.
    QHash<const QObject *, pv_scene> windows;
    QPointer<QWidget> to;
    pv_turn turn = 0;
};
