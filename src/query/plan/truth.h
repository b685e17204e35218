// Three-valued logic over the boolean tree of a program, for one game or for a block of them.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "query/plan/program.h"

namespace edge::query {

// Truth values for `words` times 64 games, two bits each: surely true and possibly true. All
// operators work bit by bit.
template <size_t words>
struct TruthOf {
    std::array<uint64_t, words> surely{};
    std::array<uint64_t, words> maybe{};

    static constexpr TruthOf known(const std::array<uint64_t, words>& bits) { return {bits, bits}; }
    static constexpr TruthOf all(bool surely_true, bool maybe_true) {
        TruthOf truth;
        truth.surely.fill(surely_true ? ~uint64_t{0} : 0);
        truth.maybe.fill(maybe_true ? ~uint64_t{0} : 0);
        return truth;
    }
    static constexpr TruthOf known(bool value) { return all(value, value); }
    static constexpr TruthOf unknown() { return all(false, true); }
    constexpr uint64_t undecided(size_t word) const { return maybe[word] & ~surely[word]; }

    friend constexpr TruthOf operator!(const TruthOf& a) {
        TruthOf result;
        for (size_t i = 0; i < words; ++i) {
            result.surely[i] = ~a.maybe[i];
            result.maybe[i] = ~a.surely[i];
        }
        return result;
    }
    friend constexpr TruthOf operator&(TruthOf a, const TruthOf& b) {
        for (size_t i = 0; i < words; ++i) {
            a.surely[i] &= b.surely[i];
            a.maybe[i] &= b.maybe[i];
        }
        return a;
    }
    friend constexpr TruthOf operator|(TruthOf a, const TruthOf& b) {
        for (size_t i = 0; i < words; ++i) {
            a.surely[i] |= b.surely[i];
            a.maybe[i] |= b.maybe[i];
        }
        return a;
    }
    friend constexpr TruthOf operator^(const TruthOf& a, const TruthOf& b) {
        return (a & (!b)) | ((!a) & b);
    }
    friend constexpr bool operator==(const TruthOf&, const TruthOf&) = default;
};

// One game: all bits or none.
using Truth = TruthOf<1>;
constexpr bool is_decided(const Truth& truth) { return truth.undecided(0) == 0; }
constexpr bool is_true(const Truth& truth) { return truth.surely[0] != 0; }

// The value of the root. header(number) and leaf(number) give the values of header tests and
// leaves; `scratch` has room for every node and is overwritten.
template <class Value, class Header, class LeafValue>
const Value& evaluate(std::span<const Node> nodes, std::span<Value> scratch, Header header,
                      LeafValue leaf) {
    for (size_t i = 0; i < nodes.size(); ++i) {
        const Node& node = nodes[i];
        const auto fold = [&](auto combine) {
            Value value = scratch[node.operands.front()];
            for (size_t k = 1; k < node.operands.size(); ++k) {
                value = combine(value, scratch[node.operands[k]]);
            }
            return value;
        };
        switch (node.kind) {
            case Node::Kind::True:
                scratch[i] = Value::known(true);
                break;
            case Node::Kind::Header:
                scratch[i] = header(node.number);
                break;
            case Node::Kind::Leaf:
                scratch[i] = leaf(node.number);
                break;
            case Node::Kind::Not:
                scratch[i] = !scratch[node.operands.front()];
                break;
            case Node::Kind::And:
                scratch[i] = fold([](const Value& a, const Value& b) { return a & b; });
                break;
            case Node::Kind::Xor:
                scratch[i] = fold([](const Value& a, const Value& b) { return a ^ b; });
                break;
            case Node::Kind::Or:
                scratch[i] = fold([](const Value& a, const Value& b) { return a | b; });
                break;
            case Node::Kind::Sub:
                scratch[i] = fold([](const Value& a, const Value& b) { return a & (!b); });
                break;
        }
    }
    return scratch[nodes.size() - 1];
}

}  // namespace edge::query
