#include "Observer.h"

#include <QApplication>
#include <QPixmap>
#include <QScreen>
#include <QWidget>
#include <cstdio>

#include "Shop.h"

namespace {

void check(pv_status status) {
    if (status != PV_OK) qFatal("qt: expected PV_OK, found %s", pv_status_name(status));
}

} // namespace

Observer::Observer(pv_engine engine) : engine(engine) {
    const auto receive = [](const pv_record *record, void *context) { static_cast<Observer *>(context)->receive(*record); };
    const pv_kinds kinds = PV_PAGE_VIEW | PV_PAGE_LEAVE | PV_DIAGNOSTIC;
    check(pv_receiver_add(engine, kinds, receive, this, nullptr, nullptr));
    qApp->installEventFilter(this);
}

bool Observer::eventFilter(QObject *object, QEvent *event) {
    if (event->type() != QEvent::Paint || !object->isWidgetType()) return false;
    const QColor color = static_cast<QWidget *>(object)->palette().color(QPalette::Window);
    for (quint64 number = Search; number <= Sizes; ++number) {
        if (color == stripe(number)) painted.insert(number);
    }
    return false;
}

void Observer::receive(const pv_record &record) {
    const quint64 number = record.id.component_tag;
    switch (record.kind) {
    case PV_PAGE_VIEW: {
        static const char *const causes[] = {
            // names: Cause
            "appeared", "ready", "attached", "foregrounded", "revealed", "manual",
            // end of names
        };
        live[number] = record.scene.number;
        std::printf("%llu  %.*s  %s", static_cast<unsigned long long>(record.sequence), int(record.page.name.length),
            record.page.name.bytes, causes[record.cause]);
        if (record.previous) {
            const pv_text name = record.previous->page.name;
            std::printf(", after %.*s", int(name.length), name.bytes);
        }
        std::printf("\n");
        std::fflush(stdout);
        check(pv_recording_note(engine, PV_TEXT("page view"), 0, PV_NOW));
        break;
    }
    case PV_PAGE_LEAVE:
        if (!painted.remove(number) && record.outcome == PV_OUTCOME_COUNTED) {
            qFatal("qt: expected a paint event of the counted page, found none: %s", pageNames[number]);
        }
        live.remove(number);
        break;
    // The adapter must not cause a diagnostic.
    case PV_DIAGNOSTIC: qFatal("qt: expected no diagnostic, found %.*s", int(record.name.length), record.name.bytes);
    default: break;
    }
}

bool Observer::agrees(const QSet<quint64> &uncounted, pv_scene minimised) {
    expected = uncounted;
    for (auto page = live.begin(); page != live.end(); ++page) {
        if (minimised.number == 0 || page.value() != minimised.number) expected.insert(page.key());
    }
    const QImage screen = QApplication::primaryScreen()->grabWindow(0).toImage().convertToFormat(QImage::Format_RGB32);
    QMap<QRgb, int> pixels;
    // A stripe is twelve pixels high, so every fourth pixel is enough.
    for (int y = 0; y < screen.height(); y += 4) {
        const auto line = reinterpret_cast<const QRgb *>(screen.constScanLine(y));
        for (int x = 0; x < screen.width(); x += 4) pixels[line[x]] += 1;
    }
    found.clear();
    for (quint64 number = Search; number <= Sizes; ++number) {
        if (pixels.value(stripe(number).rgb()) > 8) found.insert(number);
    }
    return found == expected;
}

QString Observer::difference() const {
    const auto names = [](const QSet<quint64> &pages) {
        QStringList names;
        for (quint64 number : pages) names.append(pageNames[number]);
        names.sort();
        return names.isEmpty() ? QString("no page") : names.join(", ");
    };
    return "expected on the screen: " + names(expected) + "; found: " + names(found);
}
