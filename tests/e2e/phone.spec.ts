/** The sandbox's telephone as a person uses it: typed words, pressed keys, and many callers at once. */
import { expect, type Page, test } from "./visitor.ts";

/** Calls a number on the phone's page and waits until it is greeted. */
async function ring(page: Page, number: string) {
  await page.goto(`/sandbox/phone?to=${encodeURIComponent(number)}`);
  await page.getByRole("button", { name: "Call", exact: true }).click();
  await expect(page.getByRole("log")).toContainText("Thanks for calling Brightsmile Dental");
}

/** Says something by typing it, and hears an answer that holds the words expected to its end. */
async function say(page: Page, words: string, answer: RegExp) {
  await page.getByLabel("Say something").fill(words);
  await page.getByRole("button", { name: "Say", exact: true }).click();
  const own = page.getByRole("log").locator("p.caller").last();
  await expect(own).toHaveText(words);
  const heard = own.locator("~ p.agent").last();
  await expect(heard).toContainText(answer, { timeout: 20_000 });
  // A caller who agrees before the end has not heard it, and is asked again; a line that is still being spoken ends
  // in a space.
  await expect.poll(() => heard.textContent(), { timeout: 30_000 }).toMatch(/\S$/);
}

/** A weekday six weeks ahead, in spoken form: no other test books there. */
function farDay(): string {
  const day = new Date(Date.now() + 42 * 86_400_000);
  while (day.getUTCDay() === 0 || day.getUTCDay() === 6) day.setUTCDate(day.getUTCDate() + 1);
  return day.toLocaleDateString("en-US", { month: "long", day: "numeric", timeZone: "UTC" });
}

test("an appointment is booked by typing, and the history has it", async ({ page, demo, signIn }) => {
  // A call is heard at the pace of speech.
  test.slow();
  await ring(page, demo.organizations[0]?.numbers[0] ?? "");
  await say(page, "I'd like to book a cleaning", /\?/);
  await say(page, `${farDay()} at a quarter past ten in the morning`, /name/i);
  await say(page, "Cordelia Ashgrove", /\?/);
  await say(page, "yes please", /booked/i);
  await say(page, "no, that's all, thank you", /./);
  await expect(page.getByRole("log")).toContainText("The agent hung up", { timeout: 30_000 });

  await signIn();
  await page.goto("/call-history?outcome=booked");
  await page
    .getByRole("link", { name: /Cordelia Ashgrove/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cordelia Ashgrove");
  await expect(page.getByRole("main")).toContainText("Booked");
  await expect(page.getByRole("main")).toContainText("I'd like to book a cleaning");
});

/** The greeting once it has been spoken to its end: until then the line ends in a space. */
async function greeted(page: Page) {
  // The carrier says first that the call may be recorded.
  const first = page.getByRole("log").locator("p.agent").filter({ hasText: "Thanks for calling" }).first();
  await expect.poll(() => first.textContent(), { timeout: 20_000 }).toMatch(wholeGreeting);
  return first;
}
const wholeGreeting = /^Thanks for calling Brightsmile Dental.*[?.!]$/;

test("typing lets the agent speak out; sending the words is what answers it", async ({ page, demo }) => {
  await ring(page, demo.organizations[0]?.numbers[0] ?? "");
  const words = page.getByLabel("Say something");
  await words.pressSequentially("Where can I park?");
  const first = await greeted(page);
  await expect(page.getByRole("log").locator("p.caller")).toHaveCount(0);
  await words.press("Enter");
  await expect(page.getByRole("log")).toContainText("garage", { timeout: 20_000 });
  await expect(first).toHaveText(wholeGreeting);
});

test("a microphone that hears noise cuts nobody off; words do", async ({ page, demo }) => {
  await page.addInitScript(() => {
    class Microphone extends EventTarget {
      constructor() {
        super();
        Reflect.set(window, "microphone", this);
      }
      start() {}
      stop() {}
    }
    Reflect.set(window, "SpeechRecognition", Microphone);
  });
  const hears = (type: string, transcript = "", isFinal = false) =>
    page.evaluate(
      ([name, words, final]) => {
        const microphone: unknown = Reflect.get(window, "microphone");
        if (!(microphone instanceof EventTarget)) throw new Error("nobody listens");
        const heard = new Event(name);
        Reflect.set(heard, "results", [Object.assign([{ transcript: words }], { isFinal: final })]);
        microphone.dispatchEvent(heard);
      },
      [type, transcript, isFinal] as const,
    );
  await ring(page, demo.organizations[0]?.numbers[0] ?? "");
  await page.getByRole("button", { name: "Speak" }).click();
  await hears("speechstart");
  await greeted(page);
  await hears("result", "where can");
  await hears("result", "Where can I park?", true);
  await expect(page.getByRole("log").locator("p.caller")).toHaveText("Where can I park?");
  await expect(page.getByRole("log")).toContainText("garage", { timeout: 20_000 });
});

test("a key that is pressed reaches the agent", async ({ page, demo }) => {
  await ring(page, demo.organizations[0]?.numbers[0] ?? "");
  await page.getByRole("group", { name: "Keys" }).getByRole("button", { name: "0" }).click();
  const talk = page.getByRole("log");
  await expect(talk.locator("p.caller")).toHaveText("0");
  await expect(talk.locator("p.caller ~ p.agent")).toContainText("connecting you with the front desk");
  // The other phone is played by hand.
  const other = page.getByRole("group", { name: "The other phone" });
  await other.getByRole("button", { name: "Answer, press 1" }).click();
  await expect(talk).toContainText("Joined with +1 212 555 0190", { timeout: 30_000 });
  await page.getByRole("button", { name: "Hang up" }).click();
  await expect(page.getByRole("button", { name: "Call", exact: true })).toBeVisible();
});

test("twenty people who call for the first time at once are all answered by the agent", async ({
  call,
  demo,
}) => {
  const number = demo.organizations[0]?.numbers[0] ?? "";
  const calls = await Promise.all(
    Array.from({ length: 20 }, (_, caller) =>
      call(number, [{ say: "Where can I park?" }, { hang_up: true }], `+1646555${2000 + caller}`),
    ),
  );
  expect(calls).toHaveLength(20);
  for (const { transcript, ended_by } of calls) {
    const [consent, greeting, question, answer] = transcript;
    expect(consent).toMatchObject({ role: "agent", text: expect.stringContaining("may be recorded") });
    expect(greeting).toMatchObject({ role: "agent", text: expect.stringContaining("Thanks for calling") });
    expect(question).toMatchObject({ role: "caller", text: "Where can I park?" });
    expect(answer).toMatchObject({ role: "agent", text: expect.stringContaining("garage") });
    expect(ended_by).toBe("caller");
  }
  expect(new Set(calls.map(({ call_sid }) => call_sid)).size).toBe(20);
});
