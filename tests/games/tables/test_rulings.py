"""Rulings work forward only, are asked of the right people, and stand in the log."""

from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from games.accounts.models import User
from games.tables.models import Game
from games.tables.services import absence, rulings
from games.tables.services.clocks import stand_in
from rules import editions
from tests.games.tables.given import POLICY, a_game, first_move, play_on, submit

pytestmark = pytest.mark.django_db


def post(api: APIClient, user: User, game: Game, what: str, **body: Any) -> Any:
    api.force_authenticate(user)
    return api.post(f"/api/games/{game.id}/{what}", body)


def test_a_player_steps_away_and_comes_back(api: APIClient, pia: User) -> None:
    game = a_game(pia, seats=2)
    assert post(api, pia, game, "away", to=POLICY).status_code == 200
    assert submit_problem(game, pia) == "handed-over"
    game = play_on(game)
    assert game.status == Game.Status.OVER


def submit_problem(game: Game, user: User) -> str:
    from games.problems import Problem

    with pytest.raises(Problem) as refused:
        submit(game, user, "draw_blind")
    return refused.value.kind


def test_who_came_back_plays_again(api: APIClient, pia: User) -> None:
    game = a_game(pia)
    post(api, pia, game, "away")
    assert post(api, pia, game, "back").status_code == 200
    submit(game, pia, **first_move(game, 0))


def test_nobody_comes_back_who_was_not_away(api: APIClient, pia: User) -> None:
    answer = post(api, pia, a_game(pia), "back")
    assert (answer.status_code, answer.json()["rule"]) == (422, "RH-H1")


def test_an_unknown_level_is_refused(api: APIClient, pia: User) -> None:
    assert post(api, pia, a_game(pia), "away", to="deep_blue").status_code == 400


def test_in_a_tournament_nobody_chooses_the_ai_that_plays_for_them(
    api: APIClient, pia: User
) -> None:
    game = a_game(pia, scope="tournament-7")
    assert post(api, pia, game, "away", to=POLICY).json()["type"] == "/problems/not-your-choice"
    assert post(api, pia, game, "away").status_code == 200
    assert game.commands.get().body["to"] == stand_in(editions()[game.edition].policies)


@pytest.mark.parametrize("on_run_out", ["forfeit", "judge"])
def test_in_a_tournament_without_a_stand_in_nobody_is_played_for(
    api: APIClient, pia: User, on_run_out: str
) -> None:
    game = a_game(pia, scope="tournament-7", on_run_out=on_run_out)
    assert post(api, pia, game, "away").json()["type"] == "/problems/no-stand-in"


def test_a_spectator_can_not_step_away(api: APIClient, pia: User, paul: User) -> None:
    assert post(api, paul, a_game(pia), "away").status_code == 403


def test_a_pause_waits_for_everybody_who_plays(api: APIClient, pia: User, paul: User) -> None:
    game = a_game(pia, paul)
    first = post(api, pia, game, "pause")
    assert (first.status_code, first.json()) == (202, {"missing": [1]})
    assert post(api, paul, game, "pause").status_code == 200
    game.refresh_from_db()
    assert (game.paused, game.awaits) == (True, "")
    assert submit_problem_status(game, pia) == 422
    assert post(api, paul, game, "resume").status_code == 202
    assert post(api, pia, game, "resume").status_code == 200
    game.refresh_from_db()
    assert not game.paused


def submit_problem_status(game: Game, user: User) -> int:
    from games.problems import Problem

    with pytest.raises(Problem) as refused:
        submit(game, user, **{"type": "draw_blind"})
    return refused.value.status_code


def test_who_is_away_is_not_asked(api: APIClient, pia: User, paul: User) -> None:
    game = a_game(pia, paul)
    post(api, paul, game, "away")
    assert post(api, pia, game, "pause").status_code == 200


@pytest.fixture
def tom() -> User:
    return User.objects.create_user("tom", display_name="Tom")


@pytest.fixture
def trio(pia: User, paul: User, tom: User) -> Game:
    return a_game(pia, paul, tom)


def test_who_goes_away_is_not_waited_for(
    api: APIClient, trio: Game, pia: User, paul: User, tom: User
) -> None:
    for what in ("pause", "resume"):
        for user in (pia, paul):
            assert post(api, user, trio, what).status_code == 202
        assert post(api, tom, trio, "away").status_code == 200
        trio.refresh_from_db()
        assert trio.paused == (what == "pause")
        assert not trio.seats.exclude(asks_to="")
        post(api, tom, trio, "back")


def test_nor_is_whose_seat_a_judge_gave_to_an_ai(
    api: APIClient, trio: Game, pia: User, paul: User, jun: User
) -> None:
    for user in (pia, paul):
        post(api, user, trio, "pause")
    post(api, jun, trio, "rulings", type="hand_over_seat", seat=2, to=POLICY, reason="Asleep")
    trio.refresh_from_db()
    assert trio.paused


def test_who_leaves_ends_no_wait_for_somebody_else(
    api: APIClient, trio: Game, pia: User, paul: User, tom: User
) -> None:
    post(api, pia, trio, "pause")
    post(api, tom, trio, "away")
    trio.refresh_from_db()
    assert not trio.paused
    assert post(api, paul, trio, "pause").status_code == 200


def test_what_the_last_one_at_the_table_asked_for_goes_with_them(
    api: APIClient, pia: User, paul: User
) -> None:
    game = a_game(pia, paul)
    post(api, paul, game, "away")
    game.seats.filter(number=0).update(asks_to="pause")
    post(api, pia, game, "away")
    game.refresh_from_db()
    assert not game.paused


def test_who_leaves_ends_no_pause_of_a_judge(
    api: APIClient, pia: User, paul: User, jun: User
) -> None:
    game = a_game(pia, paul)
    post(api, jun, game, "rulings", type="pause_game", reason="A dispute")
    game.seats.filter(number=0).update(asks_to="resume")
    post(api, paul, game, "away")
    game.refresh_from_db()
    assert game.paused


def test_who_plays_on_asks_no_longer(api: APIClient, pia: User, paul: User) -> None:
    game = a_game(pia, paul)
    post(api, pia, game, "pause")
    submit(game, pia, **first_move(game, 0))
    assert post(api, paul, game, "pause").json() == {"missing": [0]}


def test_who_plays_on_before_all_have_agreed_is_not_paused(
    api: APIClient, pia: User, paul: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = a_game(pia, paul)
    post(api, pia, game, "pause")

    def after_a_move(*agreed: Any, **position: Any) -> Any:
        monkeypatch.setattr(rulings, "submit", carried_out)
        submit(game, pia, **first_move(game, 0))
        return carried_out(*agreed, **position)

    carried_out = rulings.submit
    monkeypatch.setattr(rulings, "submit", after_a_move)
    answer = post(api, paul, game, "pause")
    assert (answer.status_code, answer.json()) == (202, {"missing": [0]})
    game.refresh_from_db()
    assert not game.paused


def test_what_is_asked_for_outlasts_the_moves_of_others(
    api: APIClient, pia: User, paul: User
) -> None:
    game = a_game(pia, paul)
    post(api, pia, game, "pause")
    submit(game, paul, **first_move(game, 1))
    assert post(api, paul, game, "pause").status_code == 200


def test_who_lets_an_ai_play_asks_no_longer(api: APIClient, pia: User, paul: User) -> None:
    game = a_game(pia, paul)
    for what in ("pause", "away", "back"):
        post(api, pia, game, what)
    assert post(api, paul, game, "pause").json() == {"missing": [0]}


def test_a_judge_s_pause_settles_what_was_asked_for(
    api: APIClient, pia: User, paul: User, jun: User
) -> None:
    game = a_game(pia, paul)
    post(api, pia, game, "pause")
    post(api, jun, game, "rulings", type="pause_game", reason="A dispute")
    assert not game.seats.exclude(asks_to="")
    post(api, jun, game, "rulings", type="resume_game", reason="Settled")
    assert post(api, paul, game, "pause").json() == {"missing": [0]}


def test_nobody_asks_for_anything_in_a_game_that_is_over() -> None:
    game = a_game(seats=2)
    while game.status != Game.Status.OVER:
        game.seats.update(asks_to="pause")
        play_on(game, steps=1)
    assert not game.seats.exclude(asks_to="")


def test_a_double_click_gets_the_first_answer_again(api: APIClient, pia: User) -> None:
    game = a_game(pia)
    for number, what in enumerate(("away", "back", "pause", "resume", "resign"), 1):
        first, second = (post(api, pia, game, what) for _ in range(2))
        assert (first.status_code, second.status_code) == (200, 200), what
        assert second.json() == first.json()
        assert game.commands.count() == number


def test_nothing_goes_on_that_was_never_paused(api: APIClient, pia: User) -> None:
    answer = post(api, pia, a_game(pia), "resume")
    assert (answer.status_code, answer.json()["type"]) == (409, "/problems/nothing-to-ask")


def test_who_is_away_may_choose_another_ai(api: APIClient, pia: User) -> None:
    game = a_game(pia)
    for level in (POLICY, "planner"):
        assert post(api, pia, game, "away", to=level).json()["events"][0]["to"] == level
    assert post(api, pia, game, "away").json()["events"][0]["to"] == level, "one plays already"


def test_a_judge_s_pause_is_the_judge_s_to_end(api: APIClient, pia: User, jun: User) -> None:
    game = a_game(pia)
    assert post(api, jun, game, "rulings", type="pause_game", reason="A dispute").status_code == 200
    assert post(api, pia, game, "resume").json()["type"] == "/problems/paused-by-a-judge"
    assert post(api, jun, game, "rulings", type="resume_game", reason="Settled").status_code == 200
    assert not Game.objects.get(pk=game.pk).paused


def test_a_judge_hands_a_seat_over_and_it_says_who_and_why(
    api: APIClient, pia: User, jun: User
) -> None:
    game = a_game(pia)
    ruling = {"type": "hand_over_seat", "seat": 0, "to": POLICY, "reason": "Gone for an hour"}
    assert post(api, jun, game, "rulings", **ruling).status_code == 200
    command = game.commands.get()
    assert (command.actor, command.user_id, command.body) == ("judge", jun.pk, ruling)


def test_what_a_judge_handed_over_only_a_judge_hands_back(
    api: APIClient, pia: User, jun: User
) -> None:
    game = a_game(pia)
    ruling = {"type": "hand_over_seat", "seat": 0, "reason": "Looked at another hand"}
    post(api, jun, game, "rulings", **ruling, to=POLICY)
    for what in ("back", "away"):
        answer = post(api, pia, game, what)
        assert (answer.status_code, answer.json()["type"]) == (403, "/problems/ruled")
    assert post(api, jun, game, "rulings", **ruling, to="").status_code == 200
    for what in ("away", "back"):
        assert post(api, pia, game, what).status_code == 200


def test_who_was_away_before_a_ruling_does_not_come_back_after_it(
    api: APIClient, pia: User, jun: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = a_game(pia)
    post(api, pia, game, "away", to=POLICY)

    def ruled_meanwhile(*about: Any) -> Any:
        monkeypatch.setattr(absence, "hand_over", hand_over)
        ruling = {"type": "hand_over_seat", "seat": 0, "to": "planner", "reason": "Cheated"}
        assert post(api, jun, game, "rulings", **ruling).status_code == 200
        return hand_over(*about)

    hand_over = absence.hand_over
    monkeypatch.setattr(absence, "hand_over", ruled_meanwhile)
    assert post(api, pia, game, "back").json()["type"] == "/problems/ruled"


def test_a_judge_declares_a_forfeit(api: APIClient, pia: User, jun: User) -> None:
    game = a_game(pia, seats=2)
    ruling = {"type": "forfeit_seat", "seat": 0, "reason": "Two warnings"}
    assert post(api, jun, game, "rulings", **ruling).status_code == 200
    assert play_on(game).result["standings"][-1]["seat"] == 0


def test_a_ruling_is_answered_alike_after_the_game(api: APIClient, pia: User, jun: User) -> None:
    game = a_game(pia, seats=2)
    ruling = {"type": "forfeit_seat", "seat": 0, "reason": "Two warnings"}
    first = post(api, jun, game, "rulings", **ruling, command_id=str(uuid4()))
    play_on(game)
    again = post(api, jun, game, "rulings", **ruling, command_id=first.json()["command_id"])
    assert (again.status_code, again.json()) == (200, first.json())
    another = post(api, jun, game, "rulings", **ruling)
    assert (another.status_code, another.json()["type"]) == (409, "/problems/not-running")


@pytest.mark.parametrize(
    "ruling",
    [
        {"type": "forfeit_seat", "reason": "Which?"},
        {"type": "pause_game", "seat": 1, "reason": "-"},
        {"type": "pause_game", "seconds": 60, "reason": "-"},
        {"type": "extend_time", "reason": "How long?"},
        {"type": "extend_time", "seconds": 0, "reason": "-"},
        {"type": "extend_time", "seconds": 60, "seat": 1, "reason": "For one only"},
        {"type": "pause_game"},
        {"type": "play_trains", "reason": "-"},
        {"type": "pause_game", "reason": "two\nlines"},
        {"type": "hand_over_seat", "seat": 9, "to": "", "reason": "-"},
    ],
)
def test_a_malformed_ruling_is_told_what_is_wrong(
    api: APIClient, pia: User, jun: User, ruling: dict[str, Any]
) -> None:
    assert post(api, jun, a_game(pia), "rulings", **ruling).status_code == 400


def test_only_a_judge_rules_and_not_at_their_own_table(
    api: APIClient, pia: User, paul: User, jun: User
) -> None:
    ruling = {"type": "pause_game", "reason": "-"}
    assert post(api, paul, a_game(pia), "rulings", **ruling).status_code == 403
    assert post(api, jun, a_game(jun), "rulings", **ruling).status_code == 403


def test_a_judge_of_one_table_is_no_judge_of_another(api: APIClient, pia: User, paul: User) -> None:
    game, other = a_game(pia), a_game(pia)
    paul.roles.create(role="judge", scope=str(game.id))
    ruling = {"type": "pause_game", "reason": "-"}
    assert post(api, paul, game, "rulings", **ruling).status_code == 200
    assert post(api, paul, other, "rulings", **ruling).status_code == 403


def test_a_role_in_a_tournament_holds_at_its_tables(api: APIClient, pia: User, paul: User) -> None:
    paul.roles.create(role="judge", scope="tournament-7")
    ruling = {"type": "pause_game", "reason": "-"}
    game = a_game(pia, scope="tournament-7")
    assert post(api, paul, game, "rulings", **ruling).status_code == 200


def test_a_game_that_is_over_takes_no_rulings(api: APIClient, jun: User) -> None:
    game = play_on(a_game(seats=2))
    answer = post(api, jun, game, "rulings", type="pause_game", reason="-")
    assert answer.status_code == 409


def test_whatever_goes_the_way_of_a_command_may_be_refused_as_one(api: APIClient) -> None:
    paths = api.get("/api/schema", {"format": "json"}).json()["paths"]

    def answers(what: str) -> set[str]:
        return set(paths[f"/api/games/{{game_id}}/{what}"]["post"]["responses"])

    for what in ("away", "back", "resign", "stand-in", "pause", "resume", "rulings"):
        assert answers(what) >= answers("commands"), what
