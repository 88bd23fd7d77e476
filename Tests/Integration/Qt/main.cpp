// A small shop with Qt that a script drives. It prints its page views, compares them with the screen, and records what the
// adapter reports. No step depends on a time or on the size of a screen: each step waits for a condition.
//
//     shop TRACE [PICTURE]
#include <QApplication>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QTimer>
#include <QWindow>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>

#include "Observer.h"
#include "Shop.h"

namespace {

void check(pv_status status) {
    if (status != PV_OK) qFatal("qt: expected PV_OK, found %s", pv_status_name(status));
}

size_t name(pv_component component, pv_scene, uint64_t tag, char *buffer, size_t capacity, void *) {
    if (component.number == 0 || tag < Search || tag > Sizes) return 0;
    const size_t length = qstrlen(pageNames[tag]);
    if (length <= capacity) std::memcpy(buffer, pageNames[tag], length);
    return length;
}

/// The steps of a user. The file `journey.expect` contains the expected records of each step.
class Journey {
public:
    Journey(pv_engine engine, const QString &picture) : engine(engine), observer(engine), pages(engine), picture(picture) {}

    /// Performs all steps. The last one ends the engine.
    void run();

private:
    using Condition = std::function<bool()>;

    /// Performs a step, and waits until it is complete and the screen shows what the engine reports.
    void step(const char *name, const std::function<void()> &action, const Condition &isComplete = [] { return true; });
    void wait(const char *what, const Condition &isComplete);
    /// Whether a window is active. A window manager can ignore a request that comes too early, so the condition repeats it.
    static Condition isActive(QWidget *window);
    /// Whether a window is on the screen.
    static Condition isExposed(QWidget *window) {
        return [window] { return window->windowHandle() && window->windowHandle()->isExposed(); };
    }
    /// Runs a dialog in its own event loop until it is painted, and deletes it.
    void execute(QDialog *dialog);
    /// Sends an event of the mouse to the stack of the shop, as a finger that moves from left to right.
    void mouse(QEvent::Type type, int x);
    /// Reports a link from another app. A scene of zeros is for the app as a whole.
    void openLink(const char *url, pv_scene scene);

    void visitItems();
    void visitAccount();
    void openDialogs();
    void minimise();
    void redirect();
    void moveAndDelete();
    void reuseAddress();
    void hideAndClose();
    void endInTurns();

    const pv_engine engine;
    Observer observer;
    PageViews pages;
    const QString picture;
    Shop *shop = nullptr;
    /// A page that is shown to the end.
    std::unique_ptr<QWidget> last;
    /// The pages that are on the screen and not counted: pending, or part of a transition.
    QSet<quint64> uncounted;
};

void Journey::step(const char *name, const std::function<void()> &action, const Condition &isComplete) {
    const QByteArray note = QByteArray("step: ") + name;
    check(pv_recording_note(engine, {note.constData(), size_t(note.size())}, 0, PV_NOW));
    action();
    wait(name, isComplete);
    wait(name, [this] {
        return observer.agrees(uncounted, shop && shop->isMinimized() ? pages.scene(shop) : pv_scene{});
    });
}

void Journey::wait(const char *what, const Condition &isComplete) {
    // Delivers what was posted, as the event loop does. So each condition is evaluated at the end of a turn.
    const auto endTurn = [] {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QCoreApplication::sendPostedEvents();
    };
    QElapsedTimer timer;
    timer.start();
    for (endTurn(); !isComplete(); endTurn()) {
        if (timer.hasExpired(20'000)) {
            qFatal("qt: expected the end of the step, found none after 20 seconds: %s\n    %s", what,
                qPrintable(observer.difference()));
        }
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
    }
}

Journey::Condition Journey::isActive(QWidget *window) {
    const auto timer = std::make_shared<QElapsedTimer>();
    timer->start();
    return [=] {
        if (!window->isActiveWindow() && timer->hasExpired(500)) {
            window->activateWindow();
            timer->start();
        }
        return window->isActiveWindow();
    };
}

void Journey::mouse(QEvent::Type type, int x) {
    const bool isDown = type != QEvent::MouseButtonRelease;
    QMouseEvent event(type, QPointF(x, 250), shop->stack->mapToGlobal(QPointF(x, 250)), Qt::LeftButton,
        isDown ? Qt::LeftButton : Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(shop->stack, &event);
}

void Journey::execute(QDialog *dialog) {
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, dialog, [=] {
        if (observer.hasPainted(Sizes)) dialog->reject();
    });
    poll.start(10);
    dialog->exec();
    delete dialog;
}

void Journey::openLink(const char *url, pv_scene scene) {
    check(pv_deep_link_handle(engine, {url, qstrlen(url)}, PV_TEXT("mail"), scene, PV_NOW, nullptr, 0, nullptr));
}

void Journey::run() {
    // Wakes the loop, so that conditions without an event are evaluated again.
    QTimer tick;
    tick.start(10);
    step("a link starts the app, before there is a window", [this] { openLink("shop://search", {}); });
    step("the shop is built, and its pages are shown in a hidden window", [this] { shop = new Shop(pages); });
    step("the shop opens", [this] { shop->move(30, 40); shop->show(); }, [this] { return shop->isActiveWindow(); });
    visitItems();
    visitAccount();
    openDialogs();
    minimise();
    redirect();
    moveAndDelete();
    reuseAddress();
    hideAndClose();
    endInTurns();
}

void Journey::visitItems() {
    const auto restsOn = [this](QWidget *page) { return [this, page] { return shop->stack->restsOn(page); }; };

    uncounted = {Item};
    step("to an item, whose price is not there yet", [this] { shop->toItem->click(); }, restsOn(shop->item));
    uncounted = {};
    step("the price comes", [this] { shop->answer(8950); });
    step("a picture is taken", [this] {
        if (!picture.isEmpty() && !shop->grab().save(picture)) qFatal("qt: expected a picture, found none");
    });

    uncounted = {Search};
    step("a swipe back begins", [this] { mouse(QEvent::MouseButtonPress, 10); mouse(QEvent::MouseMove, 100); });
    uncounted = {};
    step("and is cancelled", [this] { mouse(QEvent::MouseButtonRelease, 100); }, restsOn(shop->item));
    step("a swipe back completes", [this] {
        mouse(QEvent::MouseButtonPress, 10);
        mouse(QEvent::MouseMove, 300);
        mouse(QEvent::MouseButtonRelease, 300);
    }, restsOn(shop->search));

    uncounted = {Item};
    step("to the item again", [this] { shop->toItem->click(); shop->stack->pauseHalfWay(); });
    uncounted = {};
    step("and back before the transition ends", [this] { shop->back->click(); }, restsOn(shop->search));
    step("the price comes too late", [this] { shop->answer(8950); });

    uncounted = {Item};
    step("to the item a third time", [this] { shop->toItem->click(); }, restsOn(shop->item));
    uncounted = {};
    step("and back before its price comes", [this] { shop->back->click(); }, restsOn(shop->search));
    step("the price comes too late again", [this] { shop->answer(8950); });

    step("to the item, and the price comes during the transition", [this] { shop->toItem->click(); shop->answer(8950); },
        restsOn(shop->item));
    uncounted = {Boots};
    step("the page shows another item", [this] { shop->toOtherItem->click(); });
    uncounted = {};
    step("the price of that item comes", [this] { shop->answer(12900); });
}

void Journey::visitAccount() {
    const auto show = [this](QWidget *page) {
        return [this, page] { shop->stack->slideTo(page); };
    };
    const auto restsOn = [this](QWidget *page) { return [this, page] { return shop->stack->restsOn(page); }; };

    step("to the account", show(shop->account), restsOn(shop->account));
    step("to the wishes", [this] { shop->tabs->setCurrentWidget(shop->list); });
    step("to one wish, in a stack inside the tabs", [this] { shop->list->setCurrentWidget(shop->wish); });
    step("to the search", show(shop->search), restsOn(shop->search));
    step("the tabs and the stack inside them switch while they are hidden", [this] {
        shop->tabs->setCurrentWidget(shop->orders);
        shop->list->setCurrentWidget(shop->wishes);
        shop->tabs->setCurrentWidget(shop->list);
    });
    uncounted = {Boots};
    step("to the item", [this] { shop->stack->slideTo(shop->item); shop->stack->pauseHalfWay(); });
    uncounted = {};
    step("and on to the account before the item arrives", show(shop->account), restsOn(shop->account));
}

void Journey::openDialogs() {
    // The page itself is the parent of the dialog.
    const auto filter = dialog(pages, Filter, "Filter", shop->wishes);
    step("a modal dialog opens", [=] { filter->open(); }, isActive(filter));
    step("a box is ticked", [this] {
        check(pv_interaction_record(engine, PV_TEXT("tick"), 0, pages.scene(shop), PV_NOW));
    });
    step("a tab switches below the dialog", [this] { shop->tabs->setCurrentWidget(shop->orders); });
    step("and switches back", [this] { shop->tabs->setCurrentWidget(shop->list); });
    step("the dialog is accepted", [=] { filter->accept(); }, isActive(shop));
    step("the dialog opens again", [=] { filter->open(); }, isActive(filter));
    step("the dialog is deleted while it is visible", [=] { delete filter; }, isActive(shop));
    step("a dialog runs its own event loop", [this] { execute(dialog(pages, Sizes, "Sizes", shop)); }, isActive(shop));

    const auto help = dialog(pages, Help, "Help", shop);
    help->move(700, 60);
    step("a modeless dialog opens", [=] { help->show(); }, isActive(help));
    step("the shop comes to the front", [this] { shop->activateWindow(); }, isActive(shop));
    step("a tab switches beside the dialog", [this] { shop->tabs->setCurrentWidget(shop->orders); });
    step("and switches back beside the dialog", [this] { shop->tabs->setCurrentWidget(shop->list); });
    step("the dialog comes to the front", [=] { help->activateWindow(); }, isActive(help));
    step("the dialog is closed", [=] { help->close(); }, isActive(shop));
    step("the dialog is shown again", [=] { help->show(); }, isActive(help));
    step("the dialog is closed again", [=] { help->close(); }, isActive(shop));
    step("the dialog opens as a modal one", [=] { help->open(); }, isActive(help));
    step("the dialog is closed, and deleted", [=] { help->close(); delete help; }, isActive(shop));
}

void Journey::minimise() {
    const auto isMinimised = [this] { return shop->isMinimized() && !shop->isActiveWindow(); };
    const auto restore = [this] { shop->showNormal(); shop->activateWindow(); };

    step("the shop is minimised", [this] { shop->showMinimized(); }, isMinimised);
    step("the shop is restored", restore, isActive(shop));
    step("the shop is minimised again", [this] { shop->showMinimized(); }, isMinimised);
    step("a tab switches in the minimised window", [this] { shop->tabs->setCurrentWidget(shop->orders); });
    step("the shop is restored again", restore, isActive(shop));
}

void Journey::redirect() {
    const auto showsWish = [this] { return shop->list->currentWidget() == shop->wish; };

    step("a link leads through the wishes to one wish, in one turn", [this] {
        openLink("shop://wish/boots", pages.scene(shop));
        shop->tabs->setCurrentWidget(shop->list);
        shop->list->setCurrentWidget(shop->wish);
    });
    step("back to the wishes", [this] { shop->list->setCurrentWidget(shop->wishes); });
    step("to the orders", [this] { shop->tabs->setCurrentWidget(shop->orders); });
    step("the wishes lead on to one wish by a queued call, before Qt paints them", [this] {
        shop->tabs->setCurrentWidget(shop->list);
        QMetaObject::invokeMethod(shop, [this] { shop->list->setCurrentWidget(shop->wish); }, Qt::QueuedConnection);
    }, showsWish);
    step("the wish is hidden and shown again in one turn", [this] {
        shop->list->setCurrentWidget(shop->wishes);
        shop->list->setCurrentWidget(shop->wish);
    });
    step("to the orders in one turn with a dialog, which runs its own event loop", [this] {
        shop->tabs->setCurrentWidget(shop->orders);
        execute(dialog(pages, Sizes, "Sizes", shop));
    }, isActive(shop));
    shop->list->setCurrentWidget(shop->wishes);
}

void Journey::moveAndDelete() {
    const auto second = new QMainWindow;
    second->setAttribute(Qt::WA_DeleteOnClose);
    second->move(700, 60);
    second->resize(300, 200);
    step("a second window opens, without a page", [=] { second->show(); }, isActive(second));
    step("the visible orders move into it", [=] {
        second->setCentralWidget(shop->orders);
        shop->orders->show();
    });
    step("a link is opened", [this] { openLink("shop://wish", pages.scene(shop)); });
    step("and leads to one wish", [this] { shop->list->setCurrentWidget(shop->wish); });
    step("the orders move back", [this] {
        shop->tabs->setCurrentIndex(shop->tabs->insertTab(0, shop->orders, "Orders"));
    });
    step("the second window is closed", [=] { second->close(); }, isActive(shop));

    step("to the wish again", [this] { shop->tabs->setCurrentWidget(shop->list); });
    const QPointer<QWidget> wish = shop->wish;
    step("the wish is deleted while it is visible", [=] { wish->deleteLater(); }, [=] { return !wish; });
    step("another wish takes its place", [this] {
        shop->wish = column(Wish, "Another wish", {});
        pages.add(shop->wish, {"wish", "account"}, PV_STATE_READY, Wish);
        shop->list->addWidget(shop->wish);
        shop->list->setCurrentWidget(shop->wish);
    });
}

void Journey::reuseAddress() {
    // A page that is a window, and that is always at one address.
    std::optional<QWidget> page;
    const auto open = [&] {
        page.emplace();
        page->setPalette(stripe(Help));
        page->setGeometry(700, 60, 200, 100);
        pages.add(&*page, {"help", "service"}, PV_STATE_READY, Help);
        page->show();
    };
    step("a page opens in its own window", open, [&] { return isExposed(&*page)(); });
    step("it is deleted while it is visible", [&] { page.reset(); }, isActive(shop));
    step("another page opens at its address", open, [&] { return isExposed(&*page)(); });
    step("it is deleted too", [&] { page.reset(); }, isActive(shop));
}

void Journey::hideAndClose() {
    step("the shop is hidden", [this] { shop->hide(); });
    const auto show = [this] { shop->show(); };
    step("the shop is shown", show, isExposed(shop));
    shop->isUnsaved = true;
    step("the shop rejects to close", [this] { shop->close(); });
    shop->isUnsaved = false;
    step("the shop is closed", [this] { shop->close(); });
    step("the shop is opened again", show, isExposed(shop));
    step("the shop is deleted while it is visible", [this] { delete shop; shop = nullptr; });
}

void Journey::endInTurns() {
    last.reset(column(Help, "Help", {}));
    last->setGeometry(700, 60, 200, 100);
    step("an adapter ends in the turn in which its page appears", [this] {
        PageViews adapter(engine);
        adapter.add(last.get(), {"help", "service"}, PV_STATE_READY, Help);
        last->show();
    }, isExposed(last.get()));
    check(pv_recording_note(engine, PV_TEXT("step: the engine ends inside a turn"), 0, PV_NOW));
    QDialog *const filter = dialog(pages, Filter, "Filter", last.get());
    filter->open();
    check(pv_engine_destroy(engine));
    // The widgets report afterwards too.
    QDialog *const sizes = dialog(pages, Sizes, "Sizes", filter);
    sizes->open();
    filter->close();
    filter->open();
    wait("reports after the end of the engine", isExposed(sizes));
    delete filter;
    wait("the last report", [] { return true; });
}

} // namespace

int main(int count, char **arguments) {
    QApplication application(count, arguments);
    QApplication::setQuitOnLastWindowClosed(false);
    if (count != 2 && count != 3) qFatal("usage: shop TRACE [PICTURE]");

    pv_engine engine = 0;
    check(pv_engine_create(nullptr, &engine));
    pv_recording_options options = PV_RECORDING_OPTIONS;
    const QByteArray title = QByteArray("a shop in Qt ") + qVersion() + ", used by a script", path(arguments[1]);
    options.title = {title.constData(), size_t(title.size())};
    options.naming = name;
    check(pv_recording_start(engine, {path.constData(), size_t(path.size())}, &options, nullptr));
    {
        Journey journey(engine, count == 3 ? arguments[2] : "");
        // Inside the event loop, as an app runs.
        QTimer::singleShot(0, [&] {
            journey.run();
            QApplication::quit();
        });
        QApplication::exec();
    }
}
