/** Numbers and the editor by keyboard: after a change the focus stays, and the result is announced. */
import { expect, started, test } from "./visitor.ts";

test("who answers is chosen and a number is released without losing the place on the page", async ({
  page,
  signUp,
  accessible,
  complaints,
}) => {
  await signUp();
  await page.goto("/agents/new");
  await page.getByRole("button", { name: "Use Receptionist" }).click();
  await page.waitForURL(/\/agents\/[0-9a-f-]{36}/);

  await page.goto("/numbers/search?area_code=1");
  await expect(page.getByText("Enter a three-digit area code, like 415")).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText("No matching numbers");
  // The browser says that the search was refused, which is what it should have been.
  complaints.splice(0);
  await page.goto("/numbers/search?area_code=312");
  const get = page.getByRole("button", { name: /^Get \+1 312/ }).first();
  await get.click();
  // The question names the number, what it costs and the agent; "Cancel" gets nothing.
  const question = page.getByRole("alertdialog", { name: /^Get \+1 312 555 \d{4}\?$/ });
  await expect(question).toContainText("Included in your trial");
  await expect(question).toContainText("Front desk will answer it from the first call.");
  await accessible();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/numbers\/search/);
  await page.getByLabel("Agent to answer it").selectOption({ label: "Not assigned" });
  await get.click();
  await expect(question).toContainText("You can assign an agent to it later.");
  await question.getByRole("button", { name: "Cancel" }).click();
  await page.getByLabel("Agent to answer it").selectOption({ label: "Front desk" });
  await get.click();
  await question.getByRole("button", { name: "Get this number" }).click();
  await page.waitForURL(/\/numbers\?/);

  const who = page.getByLabel(/^Agent for \+1 312/);
  await expect(who).toHaveValue(/^[0-9a-f-]{36}$/);
  await who.focus();
  // Nothing is given away on the way through the list.
  await who.selectOption({ label: "Not assigned" });
  await expect(page.getByRole("main")).not.toContainText("Needs an agent");
  const save = page.getByRole("button", { name: /^Save agent for \+1 312/ });
  await save.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toContainText("Needs an agent");
  await expect(who).toBeFocused();
  await expect(who).toHaveValue("");
  await expect(save).toBeHidden();
  await expect(page.getByText(/^\+1 312 555 \d{4} is no longer assigned to an agent\.$/)).toBeVisible();
  await accessible();

  await page.getByRole("button", { name: /^Release \+1 312/ }).click();
  const release = page.getByRole("alertdialog", { name: /^Release \+1 312/ });
  await release.getByRole("button", { name: /^Release \+1 312/ }).click();
  const notice = page.getByRole("status").filter({ hasText: "was released" });
  await expect(notice).toBeFocused();
  await expect(page.getByRole("heading", { name: "Your numbers will appear here" })).toBeVisible();
});

test("another kind of number is searched when it is chosen, and a refused purchase is told where the person is", async ({
  page,
  signUp,
  complaints,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signUp();
  await page.goto("/numbers/search?area_code=312");
  await started(page);
  const kind = page.getByRole("radio", { name: "Toll-free" });
  await page.getByText("Toll-free", { exact: true }).first().click();
  await expect(page).toHaveURL(/kind=toll_free/);
  // The area code of a city leads to no toll-free number.
  await expect(page).not.toHaveURL(/312/);
  await expect(page.getByLabel("Area code")).toHaveValue("");
  await expect(page.getByLabel("City")).toHaveCount(0);
  await expect(kind).toBeChecked();
  await expect(page.getByText("Toll-free nationwide").first()).toBeVisible();
  // A trial includes local numbers: what a plan is needed for has a price and no button.
  await expect(page.getByText("Available with a plan").first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^(?:Get|Buy) \+/ })).toHaveCount(0);

  await page.getByText("Local", { exact: true }).first().click();
  const last = page.getByRole("button", { name: /^Get \+/ }).last();
  await last.evaluate((button) => button.setAttribute("value", "+14155550100|US|local|||0"));
  await last.click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Get this number" }).click();
  const refusal = page.getByRole("alert").filter({ hasText: "Choose one of the numbers below." });
  await expect(refusal).toBeFocused();
  await expect(refusal).toBeInViewport({ ratio: 1 });
  complaints.splice(0);
});

test("another country has its own kinds, area codes and prices, and says where documents are needed", async ({
  page,
  signUp,
  accessible,
}) => {
  await signUp();
  await page.goto("/numbers/search");
  await started(page);
  await page.getByLabel("Country").selectOption("United Kingdom");
  await expect(page).toHaveURL(/country=GB/);
  await expect(page.getByText(/^\+44 /).first()).toBeVisible();
  await page.getByText("Mobile", { exact: true }).first().click();
  await expect(page).toHaveURL(/kind=mobile/);
  await expect(page.getByText(/^\+44 7/).first()).toBeVisible();
  await expect(page.getByText(/4 a month \+ .2 setup/).first()).toBeVisible();
  await page.getByLabel("Country").selectOption("Germany");
  await expect(page.getByText(/^\+49 /).first()).toBeVisible();
  await expect(page.getByText("Needs documents, so it can't be bought here yet").first()).toBeVisible();
  await accessible();
});

test("a search that is refused keeps its fields, their names and the keyboard, and the next one is searched", async ({
  page,
  signIn,
  complaints,
}) => {
  await signIn();
  await page.goto("/numbers/search");
  await started(page);
  const area = page.getByLabel("Area code");
  await page.getByLabel("City").fill("Chicago");
  await area.fill("1");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByText("Enter a three-digit area code, like 415")).toBeVisible();
  await expect(area).toBeFocused();
  await expect(area).toHaveAccessibleDescription(/three-digit area code/);
  // The browser counts its ids as the server did: otherwise what comes later belongs to nothing that was there before.
  await expect(area).toHaveAttribute("aria-describedby", `${await area.getAttribute("id")}-error`);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("312");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^\+1 312/).first()).toBeVisible();
  await expect(area).toBeFocused();
  await page.goBack();
  await expect(area).toHaveValue("1");
  complaints.splice(0);
});

test("what is typed while a save is under way stays, and is saved by the next", async ({ page, signUp }) => {
  await signUp();
  await page.goto("/agents/new");
  await page.getByRole("button", { name: "Use Receptionist" }).click();
  await page.waitForURL(/\/agents\/[0-9a-f-]{36}/);
  await started(page);
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route("**/agents/*.data*", async (route) => {
    if (route.request().method() === "POST") await held;
    await route.continue();
  });
  const greeting = page.getByLabel("What the agent says").first();
  await greeting.fill("Good day, how may I help?");
  const asked = page.waitForRequest((request) => request.method() === "POST" && /\.data/.test(request.url()));
  await page.getByRole("button", { name: "Save draft" }).click();
  await asked;
  await greeting.fill("Good day, how may I help you today?");
  arrive();
  await expect(page.getByText("Draft: 1 change not published")).toBeVisible();
  await expect(greeting).toHaveValue("Good day, how may I help you today?");
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  await page.reload();
  await expect(greeting).toHaveValue("Good day, how may I help you today?");
});

test("an agent that does not book asks nothing about booking", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/agents");
  await page.getByRole("link", { name: "Booking desk" }).first().click();
  await page.getByRole("link", { name: "Actions" }).click();
  await page.getByLabel("Ask for the appointment type").check();
  await expect(page.getByLabel("Booking window (days)")).toBeVisible();
  await page.getByLabel("Book appointments").uncheck();
  await expect(page.getByLabel("Booking window (days)")).toBeHidden();
  await expect(page.getByText("Unsaved changes")).toBeVisible();
});

test("the editor is saved and tried from any place of the page", async ({ page, signUp }) => {
  await signUp();
  await page.goto("/agents/new");
  await page.getByRole("button", { name: "Use Receptionist" }).click();
  await page.waitForURL(/\/agents\/[0-9a-f-]{36}/);
  await started(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("link", { name: "Hours" }).click();
  const save = page.getByRole("button", { name: "Save", exact: true });
  await expect(save).toHaveCount(0);
  const last = page.getByLabel("Answer only in these hours");
  await last.scrollIntoViewIfNeeded();
  await last.click();
  await expect(save).toBeInViewport();
  await save.click();
  await expect(page.getByText("Draft saved. Publish it when callers should meet it.")).toBeVisible();
  await expect(save).toBeFocused();
  await page.getByRole("link", { name: "Try it" }).click();
  await expect(page.getByRole("complementary", { name: "Try it" })).toBeInViewport();
});

test("one press gives Tuesday to Friday the hours of Monday, as they are typed, and they are saved", async ({
  page,
  signUp,
  accessible,
}) => {
  await signUp();
  await page.goto("/agents/new");
  await page.getByRole("button", { name: "Use Receptionist" }).click();
  await page.waitForURL(/\/agents\/[0-9a-f-]{36}/);
  await started(page);
  await page.getByRole("link", { name: "Hours" }).click();
  const day = (name: string) => page.getByRole("group", { name, exact: true });
  await day("Wednesday").getByRole("button", { name: "Remove these hours on Wednesday" }).first().click();
  await day("Monday").getByLabel("Monday from").first().fill("07:15");
  await day("Monday").getByLabel("Monday until").first().fill("12:00");
  await day("Monday").getByRole("button", { name: "Add hours" }).click();
  await day("Monday").getByLabel("Monday from").last().fill("13:30");
  await day("Monday").getByLabel("Monday until").last().fill("18:45");
  const saturday = await day("Saturday").getByRole("textbox").count();
  const copy = day("Monday").getByRole("button", { name: "Copy to Tuesday–Friday" });
  await copy.click();
  await expect(copy).toBeFocused();
  await expect(page.getByText("Copied", { exact: true })).toBeAttached();
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  await accessible();
  const areAsMonday = async () => {
    for (const name of ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]) {
      await expect(day(name).getByLabel(`${name} from`)).toHaveCount(2);
      await expect(day(name).getByLabel(`${name} from`).first()).toHaveValue("07:15");
      await expect(day(name).getByLabel(`${name} until`).first()).toHaveValue("12:00");
      await expect(day(name).getByLabel(`${name} from`).last()).toHaveValue("13:30");
      await expect(day(name).getByLabel(`${name} until`).last()).toHaveValue("18:45");
    }
    await expect(day("Saturday").getByRole("textbox")).toHaveCount(saturday);
  };
  await areAsMonday();
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("Draft saved. Publish it when callers should meet it.")).toBeVisible();
  await page.reload();
  await started(page);
  await page.getByRole("link", { name: "Hours" }).click();
  await areAsMonday();
});
