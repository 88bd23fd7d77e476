#pragma once

#include <QCloseEvent>
#include <QDialog>
#include <QLabel>
#include <QMainWindow>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabWidget>

#include "SlidingStack.h"

/// The pages of the shop. The number of a page is its tag, and its colour on the screen.
enum PageNumber : quint64 { Search = 1, Item, Boots, Orders, Wishes, Wish, Account, Filter, Help, Sizes };

/// The names of the pages in a recording, by number.
inline const char *const pageNames[] = {
    nullptr, "search", "item", "boots", "orders", "wishes", "wish", "account", "filter", "help", "sizes"};

/// The colour of a page's stripe, by which an observer of the screen finds the page.
QColor stripe(quint64 number);
/// A page with a stripe at its top, a title, and widgets below each other.
QWidget *column(PageNumber number, const QString &title, const QList<QWidget *> &content, QWidget *parent = nullptr);
/// A dialog that is a page.
QDialog *dialog(PageViews &pages, PageNumber number, const QString &title, QWidget *parent);

/// The window of the shop: a stack with a search, an item whose price arrives late, and an account with tabs. One tab contains
/// a stack.
class Shop : public QMainWindow {
public:
    explicit Shop(PageViews &pages);

    /// Shows an item, whose price is not known yet.
    void showItem(PageNumber number);
    /// Answers the request for the price.
    void answer(int cents);

    PageViews &pages;
    SlidingStack *const stack;
    QWidget *search, *item, *account, *orders, *wishes, *wish;
    QTabWidget *tabs;
    QStackedWidget *list;
    QPushButton *toItem, *toOtherItem, *back;
    bool isUnsaved = false;

protected:
    void closeEvent(QCloseEvent *event) override { event->setAccepted(!isUnsaved); }

private:
    QLabel *title, *price;
};
