#include "SlidingStack.h"

#include <QMouseEvent>

SlidingStack::SlidingStack(PageViews &pages) : pages(pages) {
    for (QPropertyAnimation *one : {&leaving, &entering}) {
        one->setPropertyName("pos");
        one->setDuration(200);
        animation.addAnimation(one);
    }
    connect(&animation, &QAbstractAnimation::finished, this, [this] {
        finish(animation.direction() == QAbstractAnimation::Forward);
    });
}

void SlidingStack::add(QWidget *page) {
    page->setParent(this);
    page->resize(size());
    page->setVisible(!current);
    if (!current) current = page;
    all.append(page);
}

void SlidingStack::slideTo(QWidget *page) {
    if (incoming && page != incoming && page != current) {
        // The page that slides in has not arrived.
        animation.stop();
        finish(false);
    }
    if (incoming) {
        animation.setDirection(page == incoming ? QAbstractAnimation::Forward : QAbstractAnimation::Backward);
        if (animation.state() == QAbstractAnimation::Paused) animation.resume();
    } else if (page != current) {
        begin(page);
    }
}

void SlidingStack::pauseHalfWay() {
    animation.pause();
    animation.setCurrentTime(animation.duration() / 2);
}

void SlidingStack::begin(QWidget *page) {
    incoming = page;
    pages.beginTransition(incoming);
    const QPoint side(all.indexOf(incoming) > all.indexOf(current) ? width() : -width(), 0);
    leaving.setTargetObject(current);
    leaving.setStartValue(QPoint());
    leaving.setEndValue(-side);
    entering.setTargetObject(incoming);
    entering.setStartValue(side);
    entering.setEndValue(QPoint());
    animation.setDirection(QAbstractAnimation::Forward);
    animation.start();
    incoming->show();
}

void SlidingStack::finish(bool isCompleted) {
    pages.endTransition(isCompleted);
    (isCompleted ? current : incoming)->hide();
    if (isCompleted) current = incoming;
    incoming = nullptr;
}

// MARK: The swipe

void SlidingStack::mousePressEvent(QMouseEvent *event) {
    if (incoming || current == all.first()) return;
    pressedAt = event->position().toPoint().x();
    begin(all.first());
    animation.pause();
}

void SlidingStack::mouseMoveEvent(QMouseEvent *event) {
    if (animation.state() != QAbstractAnimation::Paused) return;
    const int distance = qBound(0, event->position().toPoint().x() - pressedAt, width());
    animation.setCurrentTime((animation.duration() - 1) * distance / width());
}

void SlidingStack::mouseReleaseEvent(QMouseEvent *) {
    if (animation.state() != QAbstractAnimation::Paused) return;
    if (animation.currentTime() < animation.duration() / 2) animation.setDirection(QAbstractAnimation::Backward);
    // An animation that turns back at its start never ends.
    if (animation.currentTime() == 0) animation.setCurrentTime(1);
    animation.resume();
}

void SlidingStack::resizeEvent(QResizeEvent *) {
    for (QWidget *page : all) page->resize(size());
}
