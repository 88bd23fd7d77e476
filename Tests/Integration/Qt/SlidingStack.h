#pragma once

#include <QParallelAnimationGroup>
#include <QPropertyAnimation>

#include "PageViews.h"

/// A stack whose pages slide. The user can swipe back to the first page, and turn back during any transition.
class SlidingStack : public QWidget {
public:
    explicit SlidingStack(PageViews &pages);

    void add(QWidget *page);
    /// Slides to a page. If that page is sliding out, the transition reverses.
    void slideTo(QWidget *page);
    bool restsOn(QWidget *page) const { return current == page && !incoming; }
    /// Stops the transition half way until the next call of `slideTo`.
    void pauseHalfWay();

protected:
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void begin(QWidget *page);
    void finish(bool isCompleted);

    PageViews &pages;
    QList<QWidget *> all;
    QWidget *current = nullptr;
    /// The page that slides in.
    QWidget *incoming = nullptr;
    QParallelAnimationGroup animation;
    QPropertyAnimation leaving, entering;
    int pressedAt = 0;
};
