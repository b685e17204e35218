#include "server/service.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <thread>
#include <utility>

#include "core/directory_lock.h"
#include "corpus/corpus_builder.h"
#include "server/page_files.h"
#include "support/temp_dir.h"

namespace edge::server {
namespace {

Request make_request(Method method, const std::string& target) {
    Request request;
    request.method = method;
    request.target = target;
    request.segments = parse_target(target)->segments;
    request.parameters = parse_target(target)->parameters;
    request.headers = {{"Host", "localhost:1"}, {"Content-Type", "application/json"}};
    return request;
}

class ServiceTest : public testing::Test {
protected:
    // The answer to a request that is not refused, or what will give it.
    static Reply reply_to(Service& service, Request request) {
        service.find_route(request);
        return service.answer(request);
    }
    // The answer to a request, including any work; 101 when it gets events.
    static Response answer_of(Service& service, Request request) {
        service.find_route(request);
        if (auto refusal = service.refuse(request)) return *refusal;
        const auto cancellation = service.make_cancellation();
        Reply reply = service.answer(request);
        if (const auto* const preparation = std::get_if<Preparation>(&reply)) {
            auto prepared = service.run(*preparation, *cancellation);
            if (const auto* const response = std::get_if<Response>(&prepared)) return *response;
            reply = std::get<Work>(prepared);
        }
        if (const auto* const response = std::get_if<Response>(&reply)) return *response;
        if (const auto* const work = std::get_if<Work>(&reply)) {
            return service.run(*work, *cancellation);
        }
        return {101, "", ""};
    }
    static unsigned status_of(Service& service, const Request& request) {
        return answer_of(service, request).status;
    }

    test::TempDir dir_;
    Root root_ = *Root::open(dir_.path().string());
};

TEST_F(ServiceTest, AnswersRefusesAndKnowsMethods) {
    Service service({}, root_, 1);
    EXPECT_EQ(status_of(service, make_request(Method::Get, "/healthz")), 200U);
    EXPECT_EQ(status_of(service, make_request(Method::Head, "/healthz")), 200U);
    EXPECT_EQ(status_of(service, make_request(Method::Get, "/healthz?x=1")), 400U);
    EXPECT_EQ(status_of(service, make_request(Method::Post, "/healthz")), 405U);
    EXPECT_EQ(status_of(service, make_request(Method::Options, "/tree")), 204U);
    EXPECT_EQ(status_of(service, make_request(Method::Get, "/nothing")), 404U);
    EXPECT_EQ(status_of(service, make_request(Method::Get, "/corpora")), 200U);
    EXPECT_EQ(status_of(service, make_request(Method::Get, "/jobs/7")), 404U);
}

TEST_F(ServiceTest, TakesOnlyJson) {
    Service service({}, root_, 1);
    Request request = make_request(Method::Post, "/tree");
    request.body = "{}";
    request.headers[1].value = "text/plain";
    EXPECT_EQ(status_of(service, request), 415U);
    request.headers[1].value = "application/json; charset=utf-8";
    EXPECT_EQ(status_of(service, request), 400U);  // no corpus is named
}

TEST_F(ServiceTest, ReadOnlyRefusesWhatWrites) {
    Options options;
    options.read_only = true;
    Service service(options, root_, 1);
    EXPECT_EQ(status_of(service, make_request(Method::Post, "/index")), 403U);
    EXPECT_EQ(status_of(service, make_request(Method::Delete, "/jobs/1")), 403U);
    EXPECT_EQ(status_of(service, make_request(Method::Get, "/jobs")), 200U);
}

TEST_F(ServiceTest, CancelledWorkIsAnsweredWith503) {
    Service service({}, root_, 1);
    const Work work{[](const Cancellation&) -> Result<Response> {
        return fail(ErrorCode::Cancelled, "cancelled");
    }};
    EXPECT_EQ(service.run(work, *service.make_cancellation()).status, 503U);
    const Work broken{[](const Cancellation&) -> Result<Response> {
        throw std::runtime_error("another library");
    }};
    EXPECT_EQ(service.run(broken, *service.make_cancellation()).status, 500U);
}

TEST_F(ServiceTest, ThePageNeedsNoTokenAndTheRestDoes) {
    const test::TempDir folder;
    test::write_file(folder / "index.html", "first");
    test::write_file(folder / "a.js", "1;");
    Options options;
    options.token = "t";
    options.page =
        std::make_shared<const PageFiles>(PageFiles::load(folder.path().string()).value());
    Service service(options, root_, 1);
    EXPECT_EQ(answer_of(service, make_request(Method::Get, "/?any=1&any=2")).body, "first");
    EXPECT_EQ(answer_of(service, make_request(Method::Get, "/page/a.js")).body, "1;");
    EXPECT_EQ(status_of(service, make_request(Method::Get, "/page/b.js")), 404U);
    EXPECT_EQ(status_of(service, make_request(Method::Get, "/page/%2e%2e/a.js")), 404U);
    EXPECT_EQ(status_of(service, make_request(Method::Post, "/page/a.js")), 401U);
    EXPECT_EQ(status_of(service, make_request(Method::Get, "/corpora")), 401U);
    Request foreign = make_request(Method::Get, "/");
    foreign.headers[0].value = "evil.example:1";
    EXPECT_EQ(status_of(service, foreign), 421U);
    test::write_file(folder / "index.html", "second");
    EXPECT_EQ(answer_of(service, make_request(Method::Get, "/")).body, "first");
}

TEST_F(ServiceTest, APageUnderDevelopmentIsReadAgain) {
    const test::TempDir folder;
    test::write_file(folder / "index.html", "first");
    Options options;
    options.page_folder = folder.path().string();
    Service service(options, root_, 1);
    EXPECT_EQ(answer_of(service, make_request(Method::Get, "/")).body, "first");
    test::write_file(folder / "index.html", "second");
    test::write_file(folder / "a.js", "1;");
    EXPECT_EQ(answer_of(service, make_request(Method::Get, "/")).body, "second");
    EXPECT_EQ(answer_of(service, make_request(Method::Get, "/page/a.js")).body, "1;");
}

TEST_F(ServiceTest, WithoutAPageItSaysSo) {
    Service service({}, root_, 1);
    const Response words = answer_of(service, make_request(Method::Get, "/"));
    EXPECT_NE(words.body.find("make serve"), std::string::npos);
    EXPECT_EQ(status_of(service, make_request(Method::Get, "/page/index.html")), 200U);
    EXPECT_EQ(status_of(service, make_request(Method::Get, "/page/a.js")), 404U);
}

// A service over a root with the corpus c.scoredb, in which the process works.
class ServedCorpusTest : public ServiceTest {
protected:
    ServedCorpusTest() : before_(std::filesystem::current_path()) {
        std::filesystem::current_path(dir_.path());
        builder_.games = test::sample_games();
        builder_.write("c.scoredb");
    }
    ~ServedCorpusTest() override { std::filesystem::current_path(before_); }

    static Request post(const std::string& target, std::string body) {
        Request request = make_request(Method::Post, target);
        request.body = std::move(body);
        return request;
    }
    static void add_to_meta(const std::string& lines) {
        test::write_file("c.scoredb/meta", test::read_file("c.scoredb/meta") + lines);
    }

    test::CorpusBuilder builder_;
    std::filesystem::path before_;
};

TEST_F(ServedCorpusTest, IsOpenedByAWorkerAndThenAnsweredAtOnce) {
    Service service({}, root_, 1);
    const Request request = post("/tree", R"({"corpus":"c.scoredb"})");
    EXPECT_TRUE(std::holds_alternative<Preparation>(reply_to(service, request)));
    const Response first = answer_of(service, request);
    EXPECT_EQ(first.status, 200U) << first.body;
    const Reply second = reply_to(service, request);
    ASSERT_TRUE(std::holds_alternative<Response>(second));
    EXPECT_EQ(std::get<Response>(second).body, first.body);
    EXPECT_EQ(status_of(service, post("/tree", R"({"corpus":"d.scoredb"})")), 404U);
}

TEST_F(ServedCorpusTest, DescribesABoardAtOnce) {
    Service service({}, root_, 1);
    ASSERT_TRUE(service.corpora().open("c.scoredb"));
    const auto ask = [&](const std::string& moves) {
        return reply_to(service, post("/tree", R"({"corpus":"c.scoredb","board":true,"moves":")" +
                                                   moves + "\"}"));
    };
    const Reply quick = ask("e4 e5");
    ASSERT_TRUE(std::holds_alternative<Response>(quick));
    EXPECT_NE(std::get<Response>(quick).body.find(R"("legal":[{"san":)"), std::string::npos);
    std::string knights;
    for (int i = 0; i < 300; ++i) knights += "Nf3 Nf6 Ng1 Ng8 ";
    EXPECT_TRUE(std::holds_alternative<Work>(ask(knights)));
}

TEST_F(ServedCorpusTest, IsTheLichessCorpusWhileThereIsNoOther) {
    const auto ask = [](Service& service, const char* target) {
        return answer_of(service, make_request(Method::Get, target));
    };
    const std::pair<const char*, const char*> routes[] = {
        {"/masters", "--masters"},
        {"/masters/pgn/abcdefgh", "--masters"},
        {"/lichess", "--lichess"},
        {"/player?player=Anna&color=white", "--player"},
    };
    {
        Service service({}, root_, 1);
        EXPECT_EQ(ask(service, "/masters").status, 200U);
    }
    builder_.write("d.scoredb");
    Service service({}, root_, 1);
    for (const auto& [target, option] : routes) {
        const Response refused = ask(service, target);
        EXPECT_EQ(refused.status, 404U) << target;
        const std::string expected = "found 2 corpora; choose one when the daemon is started, ";
        EXPECT_NE(refused.body.find(expected + "such as " + option + " c.scoredb"),
                  std::string::npos)
            << refused.body;
    }
    Options options;
    options.masters = "d.scoredb";
    Service chosen(options, root_, 1);
    EXPECT_EQ(ask(chosen, "/masters").status, 200U);
    EXPECT_EQ(ask(chosen, "/lichess").status, 404U);
    std::filesystem::remove_all("c.scoredb");
    std::filesystem::remove_all("d.scoredb");
    Service none({}, root_, 1);
    EXPECT_NE(ask(none, "/lichess").body.find("found no corpus"), std::string::npos);
}

TEST_F(ServedCorpusTest, IsAskedForNewsAndNames) {
    test::write_file("r.pgn", "1. e4 e5 2. Nf3 *");
    Service service({}, root_, 1);
    const auto news = [&](const std::string& fields) {
        return answer_of(service, post("/news", R"({"corpus":"c.scoredb",)" + fields + "}"));
    };
    const Response by_path = news(R"("repertoire":"r.pgn")");
    EXPECT_EQ(by_path.status, 200U) << by_path.body;
    EXPECT_TRUE(by_path.body.starts_with(R"({"repertoire":"r.pgn",)")) << by_path.body;
    const Response by_text = news(R"("pgn":"1. e4 e5 2. Nf3 *")");
    EXPECT_TRUE(by_text.body.starts_with(R"({"repertoire":null,)")) << by_text.body;
    EXPECT_EQ(by_text.body.substr(by_text.body.find("corpus")),
              by_path.body.substr(by_path.body.find("corpus")));
    EXPECT_EQ(news(R"("pgn":"no chess")").status, 400U);
    EXPECT_EQ(news(R"("repertoire":"../r.pgn")").status, 400U);
    EXPECT_EQ(news(R"("repertoire":"none.pgn")").status, 404U);
    EXPECT_EQ(
        answer_of(service,
                  make_request(Method::Get, "/players?corpus=c.scoredb&text=ana+karla&limit=1"))
            .body,
        R"({"corpus":"c.scoredb","text":"ana karla","players":[{"name":"Carla","games":null,)"
        R"("first_year":null,"last_year":null,"min_elo":null,"max_elo":null}],"warnings":)"
        R"(["c.scoredb: games are not counted, since not every shard has its columns (N.cols); )"
        R"(add them to the corpus"]})");
    for (const char* const wrong : {"limit=0", "limit=101", "name=x"}) {
        EXPECT_EQ(status_of(service, make_request(Method::Get, std::string("/players?corpus=") +
                                                                   "c.scoredb&" + wrong)),
                  400U);
    }
    EXPECT_EQ(status_of(service, make_request(Method::Get, "/players?text=x")), 400U);
    EXPECT_EQ(
        answer_of(service, make_request(Method::Get, "/names?corpus=c.scoredb&part=ann")).body,
        R"({"names":[{"name":"Anna","games":null}]})");
    EXPECT_EQ(status_of(service, make_request(Method::Get, "/names?corpus=c.scoredb&limit=101")),
              400U);
    EXPECT_EQ(answer_of(service, make_request(Method::Get, "/files")).body,
              R"({"files":[{"path":"r.pgn","bytes":17,"kind":"pgn"}]})");
}

TEST_F(ServedCorpusTest, MustBeNamed) {
    Service service({}, root_, 1);
    for (const Request& request :
         {make_request(Method::Get, "/games"), post("/tree", "{}"), post("/query", "{}")}) {
        const Response answer = answer_of(service, request);
        EXPECT_EQ(answer.status, 400U);
        EXPECT_NE(answer.body.find("no corpus is named"), std::string::npos) << answer.body;
    }
}

TEST_F(ServedCorpusTest, DoesNotShowSourcesOutsideTheRoot) {
    const test::TempDir outside;
    test::write_file(outside / "x.pgn", "1. e4 *");
    add_to_meta("source.0.path=" + (outside / "x.pgn").string() + "\nsource.0.size=7\n");
    Service service({}, root_, 1);
    const Response answer = answer_of(
        service,
        make_request(Method::Get, "/games?corpus=c.scoredb&format=pgn&original=true&game=0"));
    EXPECT_EQ(answer.status, 400U);
    EXPECT_NE(answer.body.find("outside the root folder"), std::string::npos) << answer.body;
    EXPECT_EQ(answer.body.find(outside.path().string()), std::string::npos) << answer.body;
}

TEST_F(ServedCorpusTest, SaysWhichParameterOfAListIsWrong) {
    Service service({}, root_, 1);
    const std::pair<const char*, const char*> wrong[] = {
        {"query=result%20%3D", "/query: column 9: expected a value of result"},
        {"query=", "/query: "},
        {"bitmap=", R"(/bitmap: found \"\", expected the name of a stored set)"},
        {"bitmap=%40%2E%2E", "/bitmap: "},
        {"bitmap=a.bm", "found the bitmap 'a.bm', expected @NAME"},
        {"format=PGN",
         "/format: found 'PGN', expected pgn, uci, jsonl, csv, json or table, did you"},
        {"format=csv&columns=white,,black", "/columns: found the column ''"},
        {"sort=name", "/sort: found 'name', expected none, elo, date or plies"},
        {"desc=yes", "desc: found 'yes', expected true or false"},
        {"desc=true", "desc goes with sort elo, date or plies"},
        {"game=-1", "/game: found '-1', expected a whole number from 0"},
        {"limit=9223372036854775808",
         "/limit: found '9223372036854775808', expected a whole number"},
        {"limit=10001", "limit: found 10001, expected at most 10000"},
        {"game=0&sort=elo", "game names one game"},
        {"set=x&game=0", "found a set together with a query"},
    };
    for (const auto& [parameters, words] : wrong) {
        const Response answer = answer_of(
            service,
            make_request(Method::Get, std::string("/games?corpus=c.scoredb&") + parameters));
        EXPECT_EQ(answer.status, 400U) << parameters;
        EXPECT_NE(answer.body.find(words), std::string::npos) << parameters << answer.body;
    }
}

TEST_F(ServedCorpusTest, FindsDuplicates) {
    Service service({}, root_, 1);
    const auto dedup = [&](const std::string& fields) {
        return answer_of(service, post("/dedup", R"({"corpus":"c.scoredb")" + fields + "}"));
    };
    const Response found = dedup(R"(,"contradictions":true)");
    EXPECT_EQ(found.status, 200U) << found.body;
    EXPECT_NE(found.body.find(R"("duplicates":)"), std::string::npos) << found.body;
    EXPECT_NE(found.body.find(R"("contradictions":)"), std::string::npos) << found.body;
    EXPECT_EQ(dedup(R"(,"output":"@twice")").status, 200U);
    EXPECT_EQ(dedup(R"(,"output":"@twice")").status, 409U);
    EXPECT_EQ(dedup(R"(,"output":"@twice","force":true)").status, 200U);
    for (const char* const wrong :
         {R"(,"limit":10001)", R"(,"output":"twice.bm")", R"(,"force":true)", R"(,"nothing":1)"}) {
        EXPECT_EQ(dedup(wrong).status, 400U) << wrong;
    }
    Options options;
    options.read_only = true;
    Service reading(options, root_, 1);
    EXPECT_EQ(answer_of(reading, post("/dedup", R"({"corpus":"c.scoredb"})")).status, 200U);
    EXPECT_EQ(answer_of(reading, post("/dedup", R"({"corpus":"c.scoredb","output":"@t"})")).status,
              403U);
}

TEST_F(ServedCorpusTest, ListsTheGamesOfASetAsThoseOfItsQuery) {
    Service service({}, root_, 1);
    const std::string query = "result = W or plies >= 0";
    const Response asked =
        answer_of(service, post("/query", R"({"corpus":"c.scoredb","query":")" + query + R"("})"));
    ASSERT_TRUE(asked.body.starts_with(R"({"set":")")) << asked.body;
    const std::string id = asked.body.substr(8, asked.body.find('"', 8) - 8);
    const auto list = [&](const std::string& which) {
        return answer_of(service, make_request(Method::Get,
                                               "/games?corpus=c.scoredb&format=csv&"
                                               "columns=game_id,match_plies&" +
                                                   which));
    };
    const Response of_set = list("set=" + id);
    EXPECT_EQ(of_set.status, 200U) << of_set.body;
    EXPECT_EQ(of_set.body, list("query=result%20%3D%20W%20or%20plies%20%3E%3D%200").body);
    EXPECT_EQ(list("set=none").status, 404U);
}

TEST_F(ServedCorpusTest, ReportsAnIndexJobWhenItIsDone) {
    test::write_file("x.pgn", "1. e4 *");
    Service service({}, root_, 1);
    const Response started =
        answer_of(service, post("/index", R"({"inputs":"x.pgn","out":"x.scoredb"})"));
    ASSERT_EQ(started.status, 202U) << started.body;
    while (service.jobs().running_count() > 0) std::this_thread::yield();
    const Response done = answer_of(service, make_request(Method::Get, "/jobs/1"));
    EXPECT_TRUE(done.body.starts_with(
        R"({"id":"1","kind":"index","state":"done","out":"x.scoredb","done_bytes":7,)"
        R"("total_bytes":7,"games":1,"report":{"corpus":"x.scoredb","games_read":1,)"))
        << done.body;
    EXPECT_TRUE(done.body.ends_with(R"(},"error":null,"error_code":null})")) << done.body;
    EXPECT_EQ(answer_of(service, make_request(Method::Get, "/jobs")).body,
              R"({"jobs":[)" + done.body + "]}");
}

// The object of the last job, once it has ended.
std::string end_of_job(Service& service, const Response& started) {
    EXPECT_EQ(started.status, 202U) << started.body;
    while (service.jobs().running_count() > 0) std::this_thread::yield();
    return started.headers.front().value;
}

TEST_F(ServedCorpusTest, ASetGoesOnWhenGamesAreAdded) {
    test::write_file("x.pgn", "1. e4 1-0 1. d4 1-0");
    test::write_file("y.pgn", "1. c4 1-0 1. d4 0-1");
    Service service({}, root_, 1);
    const auto run_job = [&](const std::string& body) {
        const std::string job = end_of_job(service, answer_of(service, post("/index", body)));
        return answer_of(service, make_request(Method::Get, job)).body;
    };
    run_job(R"({"inputs":"x.pgn","out":"x.scoredb"})");
    const Request query = post("/query", R"({"corpus":"x.scoredb","query":"result = W"})");
    const auto id_of = [](const Response& answer) {
        return answer.body.substr(8, answer.body.find('"', 8) - 8);
    };
    const std::string before = id_of(answer_of(service, query));
    const auto games = [&](const std::string& id) {
        return answer_of(service, make_request(Method::Get,
                                               "/games?corpus=x.scoredb&format=csv&columns="
                                               "game_id,moves&set=" +
                                                   id));
    };
    const auto tree = [&](const std::string& id) {
        return answer_of(service, post("/tree?set=" + id, R"({"corpus":"x.scoredb"})"));
    };
    const std::string listed = games(before).body;
    const std::string played = tree(before).body;
    const std::string added = run_job(R"({"inputs":"y.pgn","append":"x.scoredb"})");
    EXPECT_NE(added.find(R"("kind":"add","state":"done","out":"x.scoredb")"), std::string::npos);
    EXPECT_NE(added.find(R"("first_game":2,"total_games":4)"), std::string::npos) << added;
    service.forget_gone();
    EXPECT_EQ(games(before).status, 200U);
    EXPECT_EQ(games(before).body, listed);
    EXPECT_EQ(tree(before).body, played);
    const std::string after = id_of(answer_of(service, query));
    EXPECT_NE(after, before);
    EXPECT_NE(games(after).body, listed);
    EXPECT_EQ(games(before).body, listed);
    // Another corpus of that name ends both.
    run_job(R"({"inputs":"y.pgn","out":"x.scoredb","force":true})");
    EXPECT_EQ(games(before).status, 410U);
    service.forget_gone();
    EXPECT_EQ(games(after).status, 404U);
}

TEST_F(ServedCorpusTest, AKnownSourceIsNamedAsTheClientKnowsIt) {
    test::write_file("x.pgn", "1. e4 1-0");
    Service service({}, root_, 1);
    for (const char* const target : {"out", "append"}) {
        const std::string body =
            R"({"inputs":"x.pgn",")" + std::string(target) + R"(":"x.scoredb"})";
        const std::string job = end_of_job(service, answer_of(service, post("/index", body)));
        const std::string report = answer_of(service, make_request(Method::Get, job)).body;
        EXPECT_EQ(report.find(R"("known_sources":["x.pgn"])") != std::string::npos,
                  std::string_view(target) == "append")
            << report;
    }
}

TEST_F(ServedCorpusTest, AJobDoesNotWaitForAnotherProcess) {
    test::write_file("x.pgn", "1. e4 1-0");
    Service service({}, root_, 1);
    const auto lock = DirectoryLock::take("c.scoredb", {}).value();
    const Response started =
        answer_of(service, post("/index", R"({"inputs":"x.pgn","append":"c.scoredb"})"));
    const std::string job = end_of_job(service, started);
    const std::string failed = answer_of(service, make_request(Method::Get, job)).body;
    EXPECT_NE(failed.find(R"("state":"failed")"), std::string::npos) << failed;
    EXPECT_TRUE(failed.ends_with(R"("error":"c.scoredb: another process is changing it",)"
                                 R"("error_code":"BUSY"})"))
        << failed;
}

TEST_F(ServedCorpusTest, TakesAFileInPiecesAndIndexesIt) {
    Options options;
    options.limits.body_bytes = 4;
    Service service(options, root_, 1);
    const Response begun = answer_of(service, post("/uploads", R"({"name":"x.pgn","bytes":7})"));
    ASSERT_EQ(begun.status, 201U) << begun.body;
    const std::string path = begun.headers.front().value;
    const std::string id = path.substr(std::string_view("/uploads/").size());
    EXPECT_EQ(begun.body,
              R"({"id":")" + id + R"(","name":"x.pgn","bytes":7,"received":0,"piece_bytes":4})");
    const auto put = [&](const std::string& offset, const std::string& piece) {
        Request request = make_request(Method::Put, path + "?offset=" + offset);
        request.body = piece;
        return answer_of(service, request);
    };
    EXPECT_EQ(put("0", "1. e").status, 200U);
    EXPECT_EQ(put("0", "1. e").status, 200U);
    EXPECT_EQ(put("0", "1. e4").status, 413U);
    for (const char* const offset : {"", "x", "-1", "0x4", "5", "18446744073709551616"}) {
        EXPECT_EQ(put(offset, "4 *").status, 400U) << offset;
    }
    EXPECT_EQ(answer_of(service, make_request(Method::Put, path)).status, 400U);
    EXPECT_FALSE(std::filesystem::exists("x.pgn"));
    EXPECT_NE(put("4", "4 *").body.find(R"("received":7)"), std::string::npos);
    EXPECT_EQ(test::read_file("x.pgn"), "1. e4 *");
    EXPECT_EQ(answer_of(service, post("/uploads", R"({"name":"x.pgn","bytes":7})")).body,
              R"({"type":"about:blank","title":"Conflict","status":409,)"
              R"("detail":"x.pgn exists already"})");
    EXPECT_EQ(status_of(service, make_request(Method::Delete, path)), 204U);
    EXPECT_EQ(status_of(service, make_request(Method::Delete, path)), 404U);
    EXPECT_TRUE(std::filesystem::exists("x.pgn"));
}

TEST_F(ServiceTest, RefusesUploadsThatAreTooLargeOrNotWanted) {
    const auto begin = [this](const Options& options, const std::string& body) {
        Service service(options, root_, 1);
        Request request = make_request(Method::Post, "/uploads");
        request.body = body;
        return answer_of(service, request);
    };
    Options options;
    options.limits.upload_bytes = 10;
    EXPECT_EQ(begin(options, R"({"name":"x.pgn","bytes":10})").status, 201U);
    const Response large = begin(options, R"({"name":"x.pgn","bytes":11})");
    EXPECT_EQ(large.status, 413U);
    EXPECT_NE(large.body.find("/bytes: found 11 B, expected at most 10 B"), std::string::npos);
    for (const char* const body :
         {"", "{}", R"({"name":"x.pgn"})", R"({"name":"x.pgn","bytes":0})",
          R"({"name":"x.pgn","bytes":-1})", R"({"name":"../x.pgn","bytes":1})",
          R"({"name":"x.txt","bytes":1})", R"({"name":"x.pgn","bytes":1,"more":1})"}) {
        EXPECT_EQ(begin(options, body).status, 400U) << body;
    }
    options.limits.upload_bytes = 0;
    EXPECT_EQ(begin(options, R"({"name":"x.pgn","bytes":1})").status, 403U);
    options.read_only = true;
    EXPECT_EQ(begin(options, R"({"name":"x.pgn","bytes":1})").status, 403U);
    EXPECT_TRUE(std::filesystem::is_empty(dir_.path()));
}

TEST_F(ServedCorpusTest, ReadsSourcesAsAScan) {
    test::write_file("x.pgn", "1. e4 *");
    add_to_meta("source.0.path=" + (dir_ / "x.pgn").string() + "\nsource.0.size=7\n");
    Service service({}, root_, 1);
    ASSERT_TRUE(service.corpora().open("c.scoredb"));
    const auto length_of = [&](const std::string& target) {
        const Reply reply = reply_to(service, make_request(Method::Get, target));
        return std::get<Work>(reply).length;
    };
    EXPECT_EQ(length_of("/games?corpus=c.scoredb&format=pgn&game=0"), Work::Length::Lookup);
    EXPECT_EQ(length_of("/games?corpus=c.scoredb&format=pgn&game=0&original=true"),
              Work::Length::Scan);
}

TEST_F(ServedCorpusTest, BoundsWhatIsWritten) {
    Service service({}, root_, 1);
    std::string inputs;
    for (int i = 0; i < 101; ++i) inputs += i == 0 ? R"("@a")" : R"(,"@a")";
    EXPECT_EQ(status_of(service, post("/combine", R"({"corpus":"c.scoredb","op":"or","inputs":[)" +
                                                      inputs + R"(],"output":"@b"})")),
              400U);
    EXPECT_EQ(status_of(service, post("/query", R"({"corpus":"c.scoredb","answer":"partition",)"
                                                R"("key":"eco","top_n":1001,"output":"@b"})")),
              400U);
}

TEST_F(ServedCorpusTest, IsCountedForLichessClientsEvenWithoutTreeGames) {
    Service service({}, root_, 1);
    const Response answer = answer_of(service, make_request(Method::Get, "/masters"));
    EXPECT_EQ(answer.status, 200U) << answer.body;
    EXPECT_EQ(status_of(service, make_request(Method::Get, "/lichess")), 200U);
    EXPECT_EQ(status_of(service, make_request(Method::Get, "/lichess?speeds=blitz")), 422U);
}

TEST_F(ServedCorpusTest, GivesUpLichessLookups) {
    Options options;
    options.limits.scan_timeout = std::chrono::milliseconds(0);
    options.lichess = "c.scoredb";
    Service service(options, root_, 1);
    EXPECT_EQ(status_of(service, make_request(Method::Get, "/lichess?since=1900-01")), 503U);
}

TEST(Cancellation, HasAReason) {
    std::atomic<bool> shutdown = false;
    const auto now = Cancellation::Clock::now();
    Cancellation late(now, shutdown);
    EXPECT_EQ(late.reason(), Cancellation::Reason::TimeLimit);
    Cancellation running(now + std::chrono::hours(1), shutdown);
    EXPECT_FALSE(running.is_cancelled());
    shutdown = true;
    EXPECT_EQ(running.reason(), Cancellation::Reason::Shutdown);
    running.client_gone();
    EXPECT_EQ(running.reason(), Cancellation::Reason::ClientGone);
}

TEST(Connections, KeepToTheirLimit) {
    Connections connections(2);
    auto first = connections.admit();
    {
        const auto second = connections.admit();
        EXPECT_TRUE(second);
        EXPECT_FALSE(connections.admit());
    }
    EXPECT_EQ(connections.open_count(), 1U);
    int stopped = 0;
    first->on_stop([&stopped] { ++stopped; });
    connections.stop_all();
    EXPECT_EQ(stopped, 1);
    EXPECT_FALSE(connections.admit());
}

TEST(WorkerPoolThreads, RunAllThatWasAcceptedAndRefuseTheRest) {
    WorkerPool pool(1, 1, 0);
    std::mutex gate;
    gate.lock();
    std::atomic<int> ran = 0;
    const auto wait = [&] {
        const std::lock_guard lock(gate);
        ++ran;
    };
    int taken = 0;
    while (pool.submit(wait)) ++taken;
    EXPECT_GE(taken, 1);
    EXPECT_LE(taken, 3);
    gate.unlock();
    pool.stop();
    EXPECT_EQ(ran, taken);
    EXPECT_FALSE(pool.submit([] {}));
}

}  // namespace
}  // namespace edge::server
