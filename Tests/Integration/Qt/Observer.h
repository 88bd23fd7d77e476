#pragma once

#include <QMap>
#include <QObject>
#include <QSet>
#include <QString>
#include <pageview.h>

/// Compares the engine's records with what is on the screen, and prints the page views.
///
/// The observer takes pictures of the whole screen and looks for the stripes of the pages. It also sees each paint event, and ends
/// the app if a counted page leaves that Qt never painted. It does not know the adapter.
class Observer : public QObject {
public:
    /// Reads the records of an engine, and notes each page view in its recordings. The observer lives longer than the engine.
    explicit Observer(pv_engine engine);

    /// Looks at the screen. Returns whether these pages are on it, and no others: pages with a live page view, and `uncounted`.
    /// A scene that is minimised shows nothing.
    bool agrees(const QSet<quint64> &uncounted, pv_scene minimised);
    /// A message with the pages that were expected on the screen, and those that were found last.
    QString difference() const;

    /// Whether Qt has painted a page since the page left the last time.
    bool hasPainted(quint64 number) const { return painted.contains(number); }

    bool eventFilter(QObject *object, QEvent *event) override;

private:
    void receive(const pv_record &record);

    const pv_engine engine;
    /// The scenes of the pages with a live page view, by the number of the page.
    QMap<quint64, quint64> live;
    QSet<quint64> expected, found;
    /// The pages that Qt has painted since they left the last time.
    QSet<quint64> painted;
};
