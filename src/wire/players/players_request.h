// A question about the players of a corpus: who may be meant by a text. players_fields() describes
// it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "edge/result.h"
#include "wire/json/request_table.h"

namespace edge::wire {

struct PlayersRequest {
    std::string corpus = {};  // as the surface names it; not opened here
    std::string text = {};    // everybody when it is empty
    uint64_t limit = 20;
};

inline constexpr uint64_t kMostPlayers = 1'000'000;

const Fields<PlayersRequest>& players_fields();

// InvalidArgument names the place as a JSON pointer.
Result<PlayersRequest> parse_players_request(std::string_view json);

}  // namespace edge::wire
