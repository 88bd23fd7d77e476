#include "Payload.h"

pv_value Payload::value(const QVariant &value) {
    pv_value result{};
    switch (value.typeId()) {
    case QMetaType::QVariantMap:
    case QMetaType::QVariantHash: return object(value.toMap());
    case QMetaType::QVariantList:
    case QMetaType::QStringList: return array(value.toList());
    case QMetaType::UnknownType:
    case QMetaType::Nullptr: result.kind = PV_NULL; break;
    case QMetaType::Bool:
        result.kind = PV_BOOL;
        result.as.boolean = value.toBool();
        break;
    case QMetaType::Short:
    case QMetaType::UShort:
    case QMetaType::Int:
    case QMetaType::UInt:
    case QMetaType::Long:
    case QMetaType::LongLong:
        result.kind = PV_INT;
        result.as.integer = value.toLongLong();
        break;
    case QMetaType::ULong:
    case QMetaType::ULongLong:
        // The number may exceed the largest PV_INT.
        result.kind = PV_DECIMAL;
        result.as.text = keep(value.toString());
        break;
    case QMetaType::Float:
    case QMetaType::Double:
        result.kind = PV_DOUBLE;
        result.as.number = value.toDouble();
        break;
    default:
        result.kind = PV_STRING;
        result.as.text = keep(value.toString());
    }
    return result;
}

pv_value Payload::object(const QVariantMap &values) {
    std::vector<pv_field> fields;
    for (auto field = values.begin(); field != values.end(); ++field) fields.push_back({keep(field.key()), value(field.value())});
    objects.push_back(std::move(fields));
    pv_value result{};
    result.kind = PV_OBJECT;
    result.as.object.fields = objects.back().data();
    result.as.object.count = objects.back().size();
    return result;
}

pv_value Payload::array(const QVariantList &values) {
    std::vector<pv_value> items;
    for (const QVariant &item : values) items.push_back(value(item));
    arrays.push_back(std::move(items));
    pv_value result{};
    result.kind = PV_ARRAY;
    result.as.array.items = arrays.back().data();
    result.as.array.count = arrays.back().size();
    return result;
}

pv_text Payload::keep(const QString &string) {
    texts.push_back(string.toUtf8());
    return text(texts.back());
}
