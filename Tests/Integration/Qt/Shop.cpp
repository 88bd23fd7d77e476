#include "Shop.h"

#include <QVBoxLayout>

QColor stripe(quint64 number) { return QColor::fromHsv(int(number) * 33, 200, 220); }

QWidget *column(PageNumber number, const QString &title, const QList<QWidget *> &content, QWidget *parent) {
    const auto page = new QWidget(parent);
    page->setAutoFillBackground(true);
    const auto mark = new QWidget;
    mark->setObjectName("stripe");
    mark->setFixedHeight(12);
    mark->setPalette(stripe(number));
    mark->setAutoFillBackground(true);
    const auto column = new QVBoxLayout;
    column->setContentsMargins(16, 8, 16, 16);
    column->addWidget(new QLabel("<h2>" + title + "</h2>"));
    for (QWidget *widget : content) column->addWidget(widget);
    column->addStretch();
    const auto all = new QVBoxLayout(page);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(mark);
    all->addLayout(column);
    return page;
}

QDialog *dialog(PageViews &pages, PageNumber number, const QString &title, QWidget *parent) {
    const auto dialog = new QDialog(parent);
    dialog->setWindowTitle(title);
    const auto content = new QVBoxLayout(dialog);
    content->setContentsMargins(0, 0, 0, 0);
    content->addWidget(column(number, title, {}));
    dialog->resize(220, 120);
    pages.add(dialog, {pageNames[number], "shop"}, PV_STATE_READY, number);
    return dialog;
}

Shop::Shop(PageViews &pages) : pages(pages), stack(new SlidingStack(pages)) {
    setWindowTitle("Shop");
    toItem = new QPushButton("Hiking shoes");
    search = column(Search, "Search", {new QLabel("Two items fit."), toItem});
    connect(toItem, &QPushButton::clicked, this, [this] { showItem(Item); });
    pages.add(search, {"search", "shop"}, PV_STATE_READY, Search);

    title = new QLabel("Hiking shoes");
    price = new QLabel("…");
    toOtherItem = new QPushButton("Boots");
    back = new QPushButton("Back");
    item = column(Item, "Item", {title, price, toOtherItem, back});
    connect(toOtherItem, &QPushButton::clicked, this, [this] { showItem(Boots); });
    connect(back, &QPushButton::clicked, this, [this] { stack->slideTo(search); });
    pages.add(item, {"item", "shop"}, PV_STATE_PENDING, Item);

    orders = column(Orders, "Orders", {new QLabel("No orders yet.")});
    wishes = column(Wishes, "Wishes", {new QLabel("Boots, size 42")});
    wish = column(Wish, "A wish", {new QLabel("Boots, size 42, brown")});
    list = new QStackedWidget;
    list->addWidget(wishes);
    list->addWidget(wish);
    tabs = new QTabWidget;
    tabs->addTab(orders, "Orders");
    tabs->addTab(list, "Wishes");
    account = column(Account, "Account", {tabs});
    pages.add(account, {"account", "account"}, PV_STATE_READY, Account);
    pages.add(orders, {"orders", "account"}, PV_STATE_READY, Orders);
    pages.add(wishes, {"wishes", "account"}, PV_STATE_READY, Wishes);
    pages.add(wish, {"wish", "account"}, PV_STATE_READY, Wish);

    for (QWidget *page : {search, item, account}) stack->add(page);
    setCentralWidget(stack);
    resize(420, 300);
}

void Shop::showItem(PageNumber number) {
    const QString name = number == Item ? "Hiking shoes" : "Boots";
    if (title->text() == name) {
        pages.setPending(item);
    } else {
        // The widget shows another item, which is a page of its own.
        pages.add(item, {"item", "shop"}, PV_STATE_PENDING, number);
        item->findChild<QWidget *>("stripe")->setPalette(stripe(number));
    }
    title->setText(name);
    price->setText("…");
    stack->slideTo(item);
}

void Shop::answer(int cents) {
    price->setText(QString::number(cents / 100.0, 'f', 2) + " €");
    pages.setReady(item, {{"item", title->text()}, {"cents", cents}, {"sizes", QVariantList{41, 42, 43.5}}});
}
