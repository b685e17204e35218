#include "codec/fbpgn/cbor.h"

#include <vector>

#include <fmt/format.h>

namespace edge::fbpgn {
namespace {

// The low five bits of a first byte: values below 24 are the number itself, four more say how many
// bytes follow.
constexpr unsigned kOneByte = 24;
constexpr unsigned kEightBytes = 27;
constexpr unsigned kIndefinite = 31;
constexpr auto kBreak = static_cast<char>(0xFF);

// Deeper nesting is refused; each level costs a few bytes of a stack.
constexpr size_t kMaxDepth = 64;

constexpr bool may_be_indefinite(CborKind kind) {
    return kind == CborKind::Bytes || kind == CborKind::Text || kind == CborKind::Array ||
           kind == CborKind::Map;
}

std::string_view kind_name(CborKind kind) {
    switch (kind) {
        case CborKind::Unsigned:
            return "a number";
        case CborKind::Negative:
            return "a negative number";
        case CborKind::Bytes:
            return "a byte string";
        case CborKind::Text:
            return "text";
        case CborKind::Array:
            return "an array";
        case CborKind::Map:
            return "a map";
        case CborKind::Tag:
            return "a tag";
        case CborKind::Simple:
            break;
    }
    return "a simple value";
}

void append_head(CborKind kind, uint64_t value, std::string& out) {
    const auto major = static_cast<unsigned>(kind) << 5;
    if (value < kOneByte) {
        out += static_cast<char>(major | value);
        return;
    }
    unsigned code = kOneByte;
    while (code < kEightBytes && value >> (8U << (code - kOneByte)) != 0) ++code;
    out += static_cast<char>(major | code);
    for (unsigned bytes = 1U << (code - kOneByte); bytes-- > 0;) {
        out += static_cast<char>(value >> (8 * bytes));
    }
}

}  // namespace

tl::unexpected<Error> CborReader::corrupt(std::string_view found, std::string_view expected) const {
    return fail(ErrorCode::Corrupt,
                fmt::format("offset {} of the chunk: found {}, expected {}", at_, found, expected));
}

Result<std::string_view> CborReader::take(uint64_t count) {
    if (count > bytes_.size() - at_) {
        return corrupt(fmt::format("{} bytes", bytes_.size() - at_), fmt::format("{} more", count));
    }
    const std::string_view taken = bytes_.substr(at_, count);
    at_ += count;
    return taken;
}

Result<uint64_t> CborReader::read_number(unsigned bytes) {
    uint64_t value = 0;
    for (const char c : EDGE_TRY(take(bytes))) value = value << 8 | static_cast<uint8_t>(c);
    return value;
}

Result<CborHead> CborReader::read_one_head() {
    const auto first = static_cast<uint8_t>(EDGE_TRY(take(1)).front());
    const auto kind = static_cast<CborKind>(first >> 5);
    const unsigned low = first & 31U;
    if (low < kOneByte) return CborHead{.kind = kind, .value = low};
    if (low <= kEightBytes) {
        return CborHead{.kind = kind, .value = EDGE_TRY(read_number(1U << (low - kOneByte)))};
    }
    if (low == kIndefinite && may_be_indefinite(kind)) {
        return CborHead{.kind = kind, .indefinite = true};
    }
    --at_;
    return corrupt(fmt::format("the byte {:02x}", first), "the beginning of a CBOR item");
}

Result<CborHead> CborReader::read_head() {
    for (size_t depth = 0; depth < kMaxDepth; ++depth) {
        const CborHead head = EDGE_TRY(read_one_head());
        if (head.kind != CborKind::Tag) return head;
    }
    return corrupt("too many tags", "an item");
}

Result<bool> CborReader::next_item(CborHead& container) {
    if (!container.indefinite) {
        if (container.value == 0) return false;
        --container.value;
        return true;
    }
    if (at_ < bytes_.size() && bytes_[at_] == kBreak) {
        ++at_;
        return false;
    }
    return true;
}

Result<std::string> CborReader::read_text() {
    const CborHead head = EDGE_TRY(read_head());
    return read_text_of(head);
}

Result<std::string> CborReader::read_text_of(const CborHead& head) {
    if (head.kind != CborKind::Text) return corrupt(kind_name(head.kind), "text");
    if (!head.indefinite) return std::string(EDGE_TRY(take(head.value)));
    std::string text;
    CborHead pieces = head;
    while (EDGE_TRY(next_item(pieces))) {
        const CborHead piece = EDGE_TRY(read_one_head());
        if (piece.kind != CborKind::Text || piece.indefinite) {
            return corrupt(kind_name(piece.kind), "a piece of text");
        }
        text += EDGE_TRY(take(piece.value));
    }
    return text;
}

Result<std::optional<std::string>> CborReader::read_text_or_number() {
    const CborHead head = EDGE_TRY(read_head());
    switch (head.kind) {
        case CborKind::Text:
            return EDGE_TRY(read_text_of(head));
        case CborKind::Unsigned:
            return std::to_string(head.value);
        case CborKind::Negative:
            // The number is -1 - value, which 64 bits may not hold.
            if (head.value == UINT64_MAX) return "-18446744073709551616";
            return '-' + std::to_string(head.value + 1);
        default:
            EDGE_CHECK(skip_content(head));
            return std::nullopt;
    }
}

Status CborReader::skip_item() {
    const CborHead head = EDGE_TRY(read_head());
    return skip_content(head);
}

Status CborReader::skip_content(const CborHead& head) {
    std::vector<CborHead> open;  // containers, of which `value` counts the items left
    const auto enter = [&](CborHead item) -> Status {
        const bool is_string = item.kind == CborKind::Bytes || item.kind == CborKind::Text;
        const bool is_list = item.kind == CborKind::Array || item.kind == CborKind::Map;
        if (is_string && !item.indefinite) {
            EDGE_TRY(take(item.value));
        } else if (is_string || is_list) {
            if (open.size() == kMaxDepth) return corrupt("too many levels", "an item");
            open.push_back(item);
        }
        return {};
    };
    EDGE_CHECK(enter(head));
    while (!open.empty()) {
        if (!EDGE_TRY(next_item(open.back()))) {
            open.pop_back();
            continue;
        }
        // A map has two items for each one counted, a key and a value.
        if (open.back().kind == CborKind::Map) {
            const CborHead key = EDGE_TRY(read_head());
            const bool is_plain = key.kind != CborKind::Array && key.kind != CborKind::Map;
            if (!is_plain || key.indefinite) return corrupt("a list as a key", "a plain key");
            EDGE_CHECK(enter(key));
        }
        const CborHead item = EDGE_TRY(read_head());
        EDGE_CHECK(enter(item));
    }
    return {};
}

Status CborReader::expect_end() const {
    if (at_ == bytes_.size()) return {};
    return corrupt(fmt::format("{} more bytes", bytes_.size() - at_), "the end");
}

void append_cbor_map(uint64_t pairs, std::string& out) { append_head(CborKind::Map, pairs, out); }

void append_cbor_text(std::string_view text, std::string& out) {
    append_head(CborKind::Text, text.size(), out);
    out += text;
}

}  // namespace edge::fbpgn
