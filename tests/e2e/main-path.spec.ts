/** From nothing to an answered call: the way that a newcomer takes. */
import { expect, test } from "./visitor.ts";

test("a newcomer signs up, makes an agent, gets a number, is called, and reads the call", async ({
  page,
  codeFor,
  call,
  accessible,
}) => {
  const email = `nora.${Date.now()}@newcomer.test`;
  await page.goto("/");
  await expect(page).toHaveURL(/\/auth$/);
  await page
    .getByRole("link", { name: "Create account" })
    .or(page.getByRole("link", { name: "Sign up" }))
    .first()
    .click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("Tulip-Harbour-47");
  await page.getByLabel("Confirm password").fill("Tulip-Harbour-47");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByLabel("Verification code").fill(await codeFor(email));
  await page.getByRole("button", { name: "Verify email" }).click();
  await page.waitForURL(/\/(?:email-verified|dashboard)$/);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await accessible();

  await page.goto("/agents");
  await page.getByRole("button", { name: "Use Appointment booking" }).click();
  await page.waitForURL(/\/agents\/[0-9a-f-]{36}/);
  await page.goto("/numbers/search?area_code=503");
  await page
    .getByRole("button", { name: /^Get \+/ })
    .first()
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Get this number" }).click();
  await page.waitForURL(/\/numbers(?:\?|$)/);
  await expect(page.getByRole("main")).toContainText("answers it");
  const shown = /\+1 503 555 \d{4}/.exec(await page.getByRole("main").innerText())?.[0] ?? "";
  const bought = `+${shown.replace(/\D/g, "")}`;

  const { transcript, ended_by } = await call(bought, [
    { say: "Hi, I'd like to book an appointment" },
    { say: "next Tuesday at three in the afternoon" },
    { say: "Daniel Whitmore" },
    { say: "yes, this number is fine" },
    { say: "yes" },
    { say: "yes please" },
    { say: "no, that's all, thank you" },
  ]);
  expect(
    transcript
      .filter(({ role }) => role === "agent")
      .map(({ text }) => text)
      .join(" "),
  ).toMatch(/booked/i);
  expect(["caller", "agent"]).toContain(ended_by);

  await page.goto("/call-history");
  await page
    .getByRole("link", { name: /Daniel Whitmore/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Daniel Whitmore");
  await expect(page.getByRole("main")).toContainText("Booked");
  await expect(page.getByRole("main")).toContainText("next Tuesday at three in the afternoon");
  await accessible();
});

test("a call that booked for two people shows both appointments, each with its person", async ({
  page,
  demo,
  signIn,
  call,
  accessible,
}) => {
  const from = "+15035550188";
  const { transcript } = await call(
    demo.organizations[0]?.numbers[0] ?? "",
    [
      { say: "I'd like to book for me and my wife" },
      { say: "Monday in five weeks at nine" },
      { say: "Kay Orr" },
      { say: "yes" },
      { say: "Monday in five weeks at noon" },
      { say: "Joan Orr" },
      { say: "yes" },
      { say: "no thanks, bye" },
    ],
    from,
  );
  expect(transcript.map(({ text }) => text).join(" ")).toContain("booked for Joan");
  await signIn();
  await page.goto("/call-history");
  await page
    .getByRole("link", { name: /Kay Orr/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Kay Orr");
  const appointments = page.getByRole("listitem").filter({ hasText: /For (?:Kay|Joan) Orr/ });
  await expect(appointments).toHaveCount(2);
  await expect(appointments.first()).toContainText("For Kay Orr");
  await expect(appointments.last()).toContainText("For Joan Orr");
  await accessible();
});
