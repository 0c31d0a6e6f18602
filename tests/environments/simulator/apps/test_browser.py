from __future__ import annotations

from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.testing.conformance import on
from tests.environments.simulator.apps.story import Story


def browser(url: str = "", **secrets: str) -> Story:
    story = Story("browser", **secrets)
    if url:
        story.do("open_url", url=url)
        story.wait(0.5)
    return story


def test_a_wrong_password_is_told_and_the_right_one_leads_to_the_account() -> None:
    story = browser("https://bank.example/sign-in", bank="correct horse", wrong="letmein")
    assert story.look.letter == "W"
    story.write("User name", "ann")
    story.write("Password", {"secret": "wrong"})
    story.click("Sign in")
    assert story.says("The user name or the password is wrong. Tries left: 2")
    assert story.node("Password").filled is False
    story.write("Password", {"secret": "bank"})
    story.press("Enter")
    story.wait(2)
    assert (story.look.url, story.says("Balance: 1,284.50 EUR")) == ("https://bank.example/account", True)


def test_after_three_wrong_tries_the_form_is_locked() -> None:
    story = browser("https://bank.example/sign-in", wrong="letmein")
    story.write("User name", "ann")
    for _ in range(3):
        story.write("Password", {"secret": "wrong"})
        story.click("Sign in")
    assert story.says("This account is locked. Call the bank.")
    assert story.ask("click", "Sign in").outcome == "rejected"


def test_a_form_tells_what_is_missing_and_takes_it_back_when_it_is_mended() -> None:
    story = browser("https://accounts.example/sign-up", mine="s3cret-pass!")
    story.click("go")
    assert [word for word in story.words if word.startswith(("Enter", "Choose a", "The password", "Accept", "5 fields"))] == [
        "5 fields need your attention", "Enter your name", "Enter a valid e-mail", "The password is too short", "Choose a country",
        "Accept the terms",
    ]  # fmt: skip
    assert story.node("Full name").invalid is True
    story.write("Full name", "Ann Lee")
    assert (story.says("Enter your name"), story.node("Full name").invalid) == (False, False)
    story.write("E-mail", "ann.lee")
    assert story.says("Enter a valid e-mail")
    story.write("E-mail", "ann.lee@example.com")
    story.write("pw", {"secret": "mine"})
    story.do("select", "Country", option="Kenya")
    story.do("set_checked", "Pro, 5 per month", checked=True)
    story.do("set_checked", "I accept the terms", checked=True)
    story.click("go")
    story.wait(2)
    assert story.says("Your account has been created")
    assert story.files["/accounts/ann.lee@example.com.txt"] == "Ann Lee, Kenya, Pro"


def test_results_come_after_a_while_and_more_of_them_when_asked_for() -> None:
    story = browser("https://books.example/search")
    story.write("Words", "stars")
    story.click("Search")
    story.wait(2)
    assert [word for word in story.words if word.startswith("stars volume")] == [f"stars volume {k}" for k in range(1, 6)]
    story.click("Load more")
    story.wait(2)
    assert story.says("stars volume 10")
    story.click("Add volume 2 to basket")
    assert story.says("In the basket: 1")
    story.write("Words", "none at all")
    story.press("Enter")
    story.wait(2)
    assert (story.says("No results"), story.says("volume 1")) == (True, False)


def test_while_results_come_nothing_can_be_searched_for() -> None:
    story = browser("https://books.example/search")
    story.write("Words", "stars")
    look = story.look
    action = validate(on("Search", "click")(look), look)
    assert isinstance(action, GroundedAction)
    story.simulator.perform("search", action)  # the executor would wait
    assert (story.node("Words").readonly, story.node("Search").enabled, story.says("Searching…")) == (True, False, True)


def test_an_order_is_deleted_after_a_question() -> None:
    story = browser("https://orders.example/")
    assert story.ask("click", "Delete order 1004").outcome == "rejected"
    story.click("Delete order 1002")
    assert story.says("Order 1002 will be deleted. This cannot be undone.")
    assert story.ask("click", "Delete order 1003").outcome == "rejected"
    story.click("Keep it")
    assert story.says("1002")
    story.click("Delete order 1003", "Delete order")
    story.wait(1)
    numbers = dict.fromkeys(word for word in story.words if word in ("1001", "1002", "1003", "1004", "1005"))
    assert list(numbers) == ["1001", "1002", "1004", "1005"]
    assert story.values["deleted"] == "1003"


def test_a_shop_from_the_shelf_to_the_order() -> None:
    story = browser("https://shop.example/", card="4111 1111")
    story.click("Add Blue mug to cart", "Add Blue mug to cart", "Add 책상 스탠드 to cart")
    story.click("Cart (63 EUR)")
    story.wait(0.5)
    assert story.says("Blue mug, 12 EUR, quantity 2")
    story.click("Remove one Blue mug")
    assert story.says("Blue mug, 12 EUR, quantity 1")
    assert story.says("Total: 51 EUR")
    story.click("Check out")
    story.wait(0.5)
    assert story.ask("click", "Place order").outcome == "rejected"
    story.write("Full name", "Ann Lee")
    story.write("Street and number", "Long Street 1")
    story.write("Postcode", "12")
    assert story.says("Five digits")
    story.write("Postcode", "12345")
    assert not story.says("Five digits")
    story.write("Card number", {"secret": "card"})
    story.do("set_checked", "Express, 5 EUR", checked=True)
    assert (story.says("To pay: 56 EUR"), story.node("Place order").enabled) == (True, False)
    story.do("set_checked", "I accept the terms of sale", checked=True)
    story.click("Place order")
    story.wait(3)
    assert story.says("Order 1 has been placed")
    assert story.files["/orders/1.txt"] == "Ann Lee, Long Street 1, 12345: 56 EUR"
    assert not any("4111" in text for text in story.files.values())


def test_an_empty_cart_cannot_be_paid() -> None:
    story = browser("https://shop.example/cart")
    assert story.says("Total: 0 EUR")
    assert story.ask("click", "Check out").outcome == "rejected"


def test_tabs_and_their_pages_live_on_from_act_to_act() -> None:
    story = browser("https://shop.example/")
    story.click("New tab")
    story.wait(0.5)
    assert ([node.name for node in story.look.tree if node.role == "tab"], story.look.url) == (["Shop", "New tab"], "about:blank")
    story.write("Address", "orders.example/")
    story.press("Enter")
    story.wait(0.5)
    assert (story.look.url, story.node("browser").name) == ("https://orders.example/", "Orders")
    story.do("select", "Shop")
    story.wait(0.5)
    assert story.node("Address").value == "https://shop.example/"
    story.click("Back")
    story.wait(0.5)
    assert story.look.url == "https://home.example/"
    story.click("Forward")
    story.wait(0.5)
    assert story.look.url == "https://shop.example/"
    story.do("select", "Orders")
    story.wait(0.5)
    story.click("Close tab")
    story.wait(0.5)
    assert [node.name for node in story.look.tree if node.role == "tab"] == ["Shop"]


def test_a_tab_that_is_shown_again_has_its_page_as_it_was_left() -> None:
    story = browser("https://bank.example/sign-in")
    story.write("User name", "ann")
    typed = [(node.name, node.value, node.bounds) for node in story.look.tree]
    story.click("New tab")
    story.wait(0.5)
    assert not story.says("User name")
    story.do("select", "Sign in - Example bank")
    assert story.node("User name").value == "ann"
    assert (story.look.url, story.node("Address").value) == ("https://bank.example/sign-in", "https://bank.example/sign-in")
    story.do("select", "New tab")
    story.click("Close tab")
    assert [(node.name, node.value, node.bounds) for node in story.look.tree] == typed
    story.click("Reload")
    story.wait(0.5)
    assert story.node("User name").value == ""


def test_the_history_leads_back_and_can_be_cleared() -> None:
    story = browser("https://orders.example/")
    story.click("History")
    story.wait(0.5)
    assert [node.name for node in story.look.tree if node.role == "link"] == ["1 Home", "2 Orders"]
    story.click("1 Home")
    story.wait(0.5)
    assert story.look.url == "https://home.example/"
    story.click("History")
    story.wait(0.5)
    story.click("Clear history")
    story.wait(0.5)
    assert [node.name for node in story.look.tree if node.role == "link"] == []


def test_an_address_without_a_page_says_so() -> None:
    story = browser()
    story.write("Address", "nowhere.invalid")
    story.press("Enter")
    story.wait(0.5)
    assert (story.look.url, story.says("This page cannot be reached")) == ("https://nowhere.invalid", True)
