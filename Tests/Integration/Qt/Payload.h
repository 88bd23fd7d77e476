#pragma once

#include <QVariantMap>
#include <deque>
#include <pageview.h>
#include <vector>

/// The text of bytes in UTF-8, borrowed.
inline pv_text text(const QByteArray &bytes) { return {bytes.constData(), static_cast<size_t>(bytes.size())}; }

/// Values of Qt, converted to values of the C interface. The converted values are valid as long as this object.
///
/// Lists become arrays, and maps become objects. A value of another type, such as a date, becomes the text of
/// `QVariant::toString`.
class Payload {
public:
    explicit Payload(const QVariantMap &values) : root(object(values)) {}
    Payload(const Payload &) = delete;

    const pv_field *fields() const { return root.as.object.fields; }
    size_t count() const { return root.as.object.count; }

private:
    pv_value object(const QVariantMap &values);
    pv_value array(const QVariantList &values);
    pv_value value(const QVariant &value);
    pv_text keep(const QString &string);

    // A deque never moves its elements.
    std::deque<QByteArray> texts;
    std::deque<std::vector<pv_field>> objects;
    std::deque<std::vector<pv_value>> arrays;
    const pv_value root;
};
