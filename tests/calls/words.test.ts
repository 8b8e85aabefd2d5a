/** What the call pages say, from facts alone: greetings, sentences, the told script, and what a search box means. */
import { describe, expect, test } from "vitest";
import { endingShown, valueShown } from "#app/calls/call-facts.ts";
import { summaryOf } from "#app/calls/call-summary.ts";
import { endedBy } from "#app/calls/call-terms.schema.ts";
import type { CallLine } from "#app/calls/calls.schema.ts";
import {
  comparedWith,
  dashboardSentence,
  figuresOf,
  greeting,
} from "#app/calls/dashboard/dashboard-words.ts";
import { endReasonNames, endReasons } from "#app/calls/end-reasons.schema.ts";
import { endFactsOf, endingOf, isCharged } from "#app/calls/endings.ts";
import { foundLine, marked } from "#app/calls/history/found-words.ts";
import { begunMatchOf, matchOf } from "#app/calls/history/search-words.ts";
import { refusals } from "#app/calls/live/live-calls.schema.ts";
import { lastOf, numberShown } from "#app/calls/live/live-words.ts";
import { questionShown } from "#app/calls/question-words.ts";
import { scriptLine } from "#app/calls/script-line.ts";
import { transcriptText } from "#app/calls/transcript-text.ts";

const at = (hour: number, minute = 0) => ({
  now: Date.UTC(2026, 10, 20, hour, minute),
  timeZone: "UTC",
  locale: "en-US",
});

describe("the greeting", () => {
  test.each([
    [0, 0, "Good morning"],
    [3, 58, "Good morning"],
    [11, 59, "Good morning"],
    [12, 0, "Good afternoon"],
    [17, 59, "Good afternoon"],
    [18, 0, "Good evening"],
  ])("at %d:%d is %s", (hour, minute, words) => expect(greeting(null, at(hour, minute))).toBe(words));

  test("calls people by their first name, in the organization's own time", () => {
    expect(greeting("Mara Okafor", at(14))).toBe("Good afternoon, Mara");
    expect(greeting("  ", at(14))).toBe("Good afternoon");
    expect(greeting("Mara", { ...at(14), timeZone: "Asia/Tokyo" })).toBe("Good evening, Mara");
  });
});

describe("the dashboard's sentence", () => {
  const of = (calls: number, answered: number, booked: number) => ({
    calls,
    answered,
    booked,
    seconds: 0,
    cost_micros: 0,
  });
  test.each([
    [of(0, 0, 0), "No calls yet today."],
    [of(1, 1, 0), "Your agents answered 1 call today."],
    [of(1, 0, 0), "1 call today was missed."],
    [of(3, 0, 0), "All 3 calls today were missed."],
    [of(2, 2, 1), "Your agents answered both calls today and booked 1 appointment."],
    [of(42, 38, 11), "Your agents answered 38 of 42 calls today and booked 11 appointments."],
    [of(1204, 1204, 0), "Your agents answered all 1,204 calls today."],
  ])("%o", (counted, words) => expect(dashboardSentence(counted, "today", "en-US")).toBe(words));

  test("figures without anything to divide by say nothing that is not so", () => {
    const nothing = of(0, 0, 0);
    const before = { counted: nothing, calls: 0, ...comparedWith("today", "2026-11-20", "en-US") };
    expect(
      figuresOf(nothing, before, "en-US", null).map(({ value, note }) => [value, note.change, note.words]),
    ).toEqual([
      ["0", null, ""],
      ["–", null, ""],
      ["0", null, ""],
      ["0", null, ""],
      ["$0.00", null, ""],
    ]);
    // No call by this time of the day: the share of its later calls is nothing to compare with.
    const later = { ...before, counted: of(5, 5, 1) };
    const answered = figuresOf(of(2, 1, 0), later, "en-US", null).find(({ label }) => label === "Answered");
    expect(answered?.note).toMatchObject({ change: null, words: "1 missed" });
  });
});

test.each([
  [0, "0"],
  [2, "1"],
  [27, "1"],
  [432, "8"],
  [600, "10"],
  [5820, "97"],
  [72_270, "1,205"],
])("%d seconds on the phone are %s minutes", (seconds, words) => {
  const now = { calls: 1, answered: 1, booked: 0, seconds, cost_micros: 0 };
  const before = { counted: now, calls: 1, ...comparedWith("today", "2026-11-20", "en-US") };
  const minutes = figuresOf(now, before, "en-US", null).find(({ label }) => label === "Minutes");
  expect(minutes?.value).toBe(words);
});

const answeredCall = { status: "completed", outcome: "answered", answered_at: 1 } as const;

describe("how a call ended", () => {
  test.each([
    ["caller", "hung_up", "The caller hung up"],
    ["agent", "goodbye", "The agent said goodbye"],
    ["timeout", "silence", "The caller went silent"],
    ["timeout", "max_duration", "Reached the maximum call length"],
    ["agent", "provider_tts", "The agent's voice failed"],
    ["timeout", null, "Reached the maximum call length"],
    ["transfer", "transferred", "Transferred to a person"],
    ["voicemail", null, "Voicemail answered"],
    ["error", "line_lost", "The connection was lost"],
    ["error", "failed", "The agent couldn't continue"],
    ["agent", "opt_out", "The caller asked not to be called"],
    ["agent", "outside_hours", "Outside opening hours"],
    ["agent", "lines_full", "All lines were busy"],
    ["agent", "trial_over", "The trial minutes had run out"],
    [null, null, null],
  ] as const)("by %s for %s: %s", (ended_by, said, words) =>
    expect(endingShown({ ended_by, ...endingOf(said, answeredCall) })).toBe(words),
  );

  test("has words for everybody who can end one, and for every refusal", () => {
    const unknown = { end_reason: null, end_detail: null };
    for (const ended_by of endedBy) expect(endingShown({ ended_by, ...unknown })).not.toBeNull();
    for (const said of refusals)
      expect(endFactsOf(endingOf(said, { ...answeredCall, status: "rejected" }))).not.toBeNull();
  });

  test("the 37 reasons of the design are the vocabulary, each with its fault, its charge and what to do", () => {
    expect(endReasonNames).toEqual(
      `customer_hangup agent_hangup end_phrase goal_reached custom_reason silence max_duration join_timeout
      transferred transfer_failed caller_left_during_transfer human_takeover voicemail_left voicemail_hangup ivr
      mailbox_full busy no_answer declined invalid_number carrier_blocked marked_spam opt_out dnc_blocked
      outside_window consent_declined abuse_blocked concurrency no_credit daily_cap manual_stop provider_llm
      provider_stt provider_tts telephony platform no_audio`.split(/\s+/),
    );
    for (const { words, next } of Object.values(endReasons)) {
      expect(words).toMatch(/^[A-Z].*[a-z]$/);
      expect(next).toMatch(/^[A-Z].*\.$/);
    }
  });

  test.each([
    ["goodbye", { outcome: "booked" }, "goal_reached"],
    ["goodbye", {}, "agent_hangup"],
    ["hung_up", {}, "customer_hangup"],
    ["hung_up", { status: "busy", answered_at: null }, "busy"],
    ["hung_up", { status: "no_answer", answered_at: null }, "no_answer"],
    ["hung_up", { status: "canceled", answered_at: null }, "customer_hangup"],
    ["voicemail_left", {}, "voicemail_left"],
    ["a word of tomorrow", {}, "custom_reason"],
  ] as const)("%s of %j is %s", (said, call, reason) =>
    expect(endingOf(said, { ...answeredCall, ...call }).end_reason).toBe(reason),
  );

  test.each([
    ["customer_hangup", true],
    ["platform", false],
    ["provider_llm", false],
    ["telephony", true],
  ] as const)("%s is charged: %s", (reason, charged) => expect(isCharged(reason)).toBe(charged));
});

describe("a question as it is read", () => {
  test.each([
    ["do you take Delta Dental", "Do you take Delta Dental?"],
    ["Is there wheelchair access", "Is there wheelchair access?"],
    ["um and what about parking", "Um and what about parking?"],
    ["Do you do braces?", "Do you do braces?"],
    ["Where are you? I can't find it.", "Where are you? I can't find it."],
    ["I need to know about crowns", "I need to know about crowns"],
    ["dogs allowed", "Dogs allowed"],
    ["what do you charge for a root canal and", "What do you charge for a root canal?"],
    ["", ""],
  ])("%j reads %j", (asked, words) => expect(questionShown(asked)).toBe(words));
});

test("what a caller left is told in words, days among them", () => {
  const fields = [
    { id: "name", label: "Name", value: "Dana" },
    { id: "day", label: "Best day", value: "2026-11-24 15:00" },
    { id: "phone", label: "Phone", value: "+14155550198" },
  ];
  const facts = {
    outcome: "lead",
    end_reason: "goodbye",
    booking: null,
    bookings: 0,
    moved: [],
    canceled: [],
    transfer: null,
    message: null,
    call_back: null,
    topics: [],
    unanswered: [],
    fields,
    caller_spoke: true,
    started_at: Date.UTC(2026, 10, 20),
  } as const;
  expect(summaryOf(facts, { timeZone: "UTC", locale: "en-US" })).toBe(
    "Best day: Tuesday, November 24, 3:00 pm",
  );
  expect(
    summaryOf(
      { ...facts, outcome: "call_back", call_back: "please call me about my bill" },
      { timeZone: "UTC", locale: "en-US" },
    ),
  ).toBe("Please call me about my bill");
});

describe("a told line", () => {
  const line = (wanted: Partial<CallLine>): CallLine => ({
    type: "agent",
    text: "Tuesday works. Could I have your full name?",
    heard: null,
    detail: null,
    at_ms: 0,
    ...wanted,
  });

  test("of an agent's words, what was not heard is told apart", () => {
    expect(scriptLine(line({ heard: "Tuesday works. Could" }))).toMatchObject({
      heard: "Tuesday works. Could",
      unheard: " I have your full name?",
    });
    expect(scriptLine(line({ heard: "" }))).toMatchObject({ heard: "", unheard: line({}).text });
    expect(scriptLine(line({}))).toMatchObject({ heard: line({}).text, unheard: "" });
  });

  test("what the carrier heard in other words is cut at a word of ours, and loses none", () => {
    const cut = scriptLine(line({ heard: "tuesday works could" }));
    if (cut.kind !== "words") throw new Error("an agent's line is words");
    expect(cut.heard + cut.unheard).toBe(line({}).text);
    expect(cut.heard).toBe("Tuesday works. Could");
  });

  test("a call back that nobody left a message for is told without quotation", () => {
    const text = "Wanted a cleaning, then the line went silent";
    const action = { type: "take_message", id: "1", text, name: null, phone_number: "+13035550101" };
    const detail = (call_back: boolean) => ({ action: { ...action, call_back }, outcome: { ok: true } });
    expect(
      scriptLine(line({ type: "action", text: "Noted a callback", detail: detail(true) })),
    ).toMatchObject({
      deed: "message",
      text: `Callback: ${text}`,
    });
    expect(scriptLine(line({ type: "action", text: "Took a message", detail: detail(false) }))).toMatchObject(
      {
        text: `Took a message: “${text}”`,
      },
    );
  });

  test("an action that failed says so, whatever it was", () => {
    const detail = {
      action: { type: "book", kind: "cleaning", duration_minutes: 30 },
      outcome: { ok: false },
    };
    expect(
      scriptLine(line({ type: "action", text: "Someone else just took that time", detail })),
    ).toMatchObject({
      deed: "failed",
      text: "Someone else just took that time",
    });
    const open = { ...detail, outcome: null };
    expect(scriptLine(line({ type: "action", text: "Booking the appointment", detail: open }))).toMatchObject(
      {
        deed: "booked",
        text: "Booking the appointment",
      },
    );
  });

  test.each([null, "text", 4, [], { type: 4 }, { action: [] }])(
    "a detail of no known shape, %j, is told in its own words",
    (detail) => {
      for (const type of ["note", "action", "mark"] as const)
        expect(scriptLine(line({ type, text: "Something happened", detail }))).toMatchObject({
          kind: "deed",
          deed: "mark",
          text: "Something happened",
        });
    },
  );
});

describe("a note of what was filled in", () => {
  const note = (fields: string[]) => {
    const detail = { type: "filled_in", fields };
    const line = { type: "note", text: "Filled in", heard: null, detail, at_ms: 0 } as const;
    const said = scriptLine(line);
    return said.kind === "deed" ? said.text : "";
  };
  test.each([
    [["name"], "Got the name"],
    [["name", "phone_number"], "Got the name and phone number"],
    [["name", "phone", "email"], "Got the name, phone and email"],
    [["Day and time", "Kind of appointment"], "Got the day and time and appointment type"],
    [["Has insurance"], "Noted: has insurance"],
    [[], "Filled in"],
  ])("%j", (fields, words) => expect(note(fields)).toBe(words));
});

describe("a collected value", () => {
  test.each([
    ["+14155550198", "+1 415 555 0198"],
    ["2026-11-24 15:00", "Tuesday, November 24, 3:00 pm"],
    ["2027-01-04", "Monday, January 4, 2027"],
    ["2026-02-30", "2026-02-30"],
    ["yes", "Yes"],
    ["no", "No"],
    ["No idea, +1 or so", "No idea, +1 or so"],
    ["", ""],
  ])("%j is shown as %j", (value, words) => expect(valueShown(value, at(12))).toBe(words));

  test("a time of the caller's own day is not moved to another zone", () =>
    expect(valueShown("2026-11-24 23:30", { ...at(12), timeZone: "Asia/Tokyo" })).toBe(
      "Tuesday, November 24, 11:30 pm",
    ));
});

describe("what is typed into the search box", () => {
  test.each([
    ["crown prices", '"crown" "prices"'],
    ['"AND (NEAR', '"AND" "NEAR"'],
    ["café Müller", '"café" "Müller"'],
    ["+1 415 555 0142", '"14155550142"'],
    ["(415) 555-0142", '"4155550142" OR "14155550142"'],
    ["0142", '"0142"'],
    ["  ", null],
    ["🦷 !", null],
  ])("%s", (typed, match) => expect(matchOf(typed)).toBe(match));
});

describe("what is still being typed into the command menu", () => {
  test.each([
    ["sofia mar", '"sofia" "mar"*'],
    ["s", '"s"'],
    ["sofia m", '"sofia" "m"'],
    ["crown ", '"crown"'],
    ["(415) 555-0142", '"4155550142"* OR "14155550142"*'],
    ["🦷", null],
  ])("%s", (typed, match) => expect(begunMatchOf(typed)).toBe(match));
});

describe("the words that a search found", () => {
  const shown = (parts: readonly { text: string; isFound: boolean }[]) =>
    parts.map(({ text, isFound }) => (isFound ? `[${text}]` : text)).join("");
  test.each([
    ["Booked a cleaning", "cleaned", "Booked a [cleaning]"],
    ["What do crowns cost?", "crown COST", "What do [crowns] [cost]?"],
    ["El café está abierto", "cafe", "El [café] está abierto"],
    ["Prices and pricing", "price", "[Prices] and [pricing]"],
    ["does it", "do", "does it"],
    ["as it is", "a", "as it is"],
    ["nothing of it", "🦷 !", "nothing of it"],
    ["+1 415 555 0198", "(415) 555-0198", "[+1 415 555 0198]"],
    ["+1 415 555 0198", "+1 415 555 0198", "[+1 415 555 0198]"],
    ["+1 415 555 0198", "415", "+1 415 555 0198"],
    ["", "word", ""],
  ])("in %j, %j: %j", (text, typed, read) => expect(shown(marked(text, typed))).toBe(read));

  const names = { caller: "Dana", agent: "Front desk" };
  const said = (type: string, text: string) => ({ type, text });
  test("come from the line that holds most of them, with who said it", () => {
    const found = foundLine(
      [said("agent", "Our prices"), said("caller", "Crown prices?"), said("note", "Crown prices, crown")],
      "crown prices",
      names,
    );
    expect(found?.by).toBe("Dana");
    expect(shown(found?.parts ?? [])).toBe("[Crown] [prices]?");
    expect(foundLine([said("agent", "Hello")], "crown", names)).toBeNull();
  });

  test("stand in a part of a long line that is cut at words", () => {
    const text = `${"some words before it ".repeat(9)}the crown ${"and more after it ".repeat(9)}`;
    const found = shown(foundLine([said("agent", text)], "crown", names)?.parts ?? []);
    expect(found).toMatch(/^… .*\bthe \[crown\] and .* …$/);
    expect(found.length).toBeLessThan(125);
    for (const part of found
      .replaceAll(/[[\]…]/g, "")
      .trim()
      .split(/\s+/))
      expect(text.split(" ")).toContain(part);
    const endless = shown(foundLine([said("agent", `crown${"x".repeat(300)}`)], "crown", names)?.parts ?? []);
    expect(endless).toBe("");
  });
});

test("the last words of a call begin with a whole word", () => {
  expect(lastOf("Do you take Aetna?", 40)).toBe("Do you take Aetna?");
  expect(lastOf("Do you take Aetna insurance?", 16)).toBe("… Aetna insurance?");
  expect(lastOf("Do you take Aetna insurance?", 12)).toBe("… insurance?");
  expect(lastOf("y".repeat(50), 10)).toBe(`… ${"y".repeat(10)}`);
});

test("a transcript is copied as lines of time, speaker and words", () => {
  const line = (type: CallLine["type"], text: string, more: Partial<CallLine> = {}): CallLine => ({
    type,
    text,
    heard: null,
    detail: null,
    at_ms: 61_000,
    ...more,
  });
  expect(
    transcriptText(
      [
        line("agent", "How can I help?", { at_ms: 0, heard: "How can" }),
        line("caller", "A cleaning"),
        line("keys", "415#"),
        line("note", "Answered", { detail: { type: "answered_from", title: "Prices" } }),
        line("action", "Noted the question", {
          detail: { action: { type: "note_question" }, outcome: { ok: true } },
        }),
      ],
      { caller: "Dana", agent: "Front desk" },
    ),
  ).toBe(
    [
      "0:00 Front desk: How can… [interrupted]",
      "1:01 Dana: A cleaning",
      "1:01 Dana: [pressed 415#]",
      "1:01 [Answered from Prices]",
    ].join("\n"),
  );
});

test("numbers of the North American plan are grouped in the browser, others are left as they are", () => {
  expect(numberShown("+14155550163")).toBe("+1 415 555 0163");
  expect(numberShown("+442079460000")).toBe("+442079460000");
});
