// A visitor of a std::variant from one lambda per alternative.
#pragma once

namespace edge {

template <class... Ts>
struct Overloaded : Ts... {
    using Ts::operator()...;
};
template <class... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

}  // namespace edge
