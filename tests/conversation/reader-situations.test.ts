/** The same words in other situations: other hours, zones and countries, what was offered, what was left unfinished. */
import { describe, expect, it } from "vitest";
import type { OpeningHours } from "#app/hours/opening-hours.schema.ts";
import { instantOf } from "#app/platform/zoned-time.ts";
import { isStopCalling, read } from "#workers/conversation/reading/read.ts";
import type { ReadContext } from "#workers/conversation/words/acts.ts";
import { askedFor, contextOf, field, zone } from "./reader-context.ts";

const everyDay = (...stretches: { from: string; to: string }[]): OpeningHours => ({
  weekly: {
    mon: stretches,
    tue: stretches,
    wed: stretches,
    thu: stretches,
    fri: stretches,
    sat: stretches,
    sun: stretches,
  },
  holidays: [],
});
const asked = (what: string, more: Partial<ReadContext> = {}) => contextOf(askedFor(what), more);
const options = (utterance: string, context: ReadContext) => read(utterance, context).when?.options;
const informed = (utterance: string, context: ReadContext) =>
  read(utterance, context).acts.flatMap(({ act, field: id, value }) =>
    act === "inform" || act === "correct" ? [[id, value]] : [],
  );

describe("an hour without am or pm is read by the opening hours", () => {
  it("one reading is open: that one", () => {
    expect(options("tuesday at four", asked("appointment"))).toEqual([{ date: "2026-11-24", at: ["16:00"] }]);
    const early = everyDay({ from: "04:00", to: "12:00" });
    expect(options("tuesday at four", asked("appointment", { hours: early }))).toEqual([
      { date: "2026-11-24", at: ["04:00"] },
    ]);
  });

  it("both are open: both, for only the caller can say", () => {
    const long = everyDay({ from: "06:00", to: "22:00" });
    expect(options("tuesday at eight", asked("appointment", { hours: long }))).toEqual([
      { date: "2026-11-24", at: ["08:00", "20:00"] },
    ]);
    expect(options("tuesday at eight in the evening", asked("appointment", { hours: long }))).toEqual([
      { date: "2026-11-24", at: ["20:00"] },
    ]);
    expect(options("tuesday evening at eight", asked("appointment", { hours: long }))).toEqual([
      { date: "2026-11-24", at: ["20:00"] },
    ]);
  });

  it("neither is open: both, so that the hours can be said", () => {
    expect(options("tuesday at seven", asked("appointment"))).toEqual([
      { date: "2026-11-24", at: ["07:00", "19:00"] },
    ]);
  });

  it("the lunch break lies within the day", () => {
    const split = everyDay({ from: "08:00", to: "12:00" }, { from: "14:00", to: "18:00" });
    expect(options("tuesday at one", asked("appointment", { hours: split }))).toEqual([
      { date: "2026-11-24", at: ["13:00"] },
    ]);
  });

  it("each day has its own hours, and a closed one those of the week", () => {
    const hours = { ...everyDay({ from: "06:00", to: "22:00" }), holidays: ["2026-11-26"] };
    hours.weekly.mon = [{ from: "14:00", to: "20:00" }];
    expect(options("monday at eight or tuesday at eight", asked("appointment", { hours }))).toEqual([
      { date: "2026-11-23", at: ["20:00"] },
      { date: "2026-11-24", at: ["08:00", "20:00"] },
    ]);
    expect(options("sunday at nine", asked("appointment"))).toEqual([{ date: "2026-11-22", at: ["09:00"] }]);
  });

  it("the day under discussion says which hours count", () => {
    const hours = everyDay({ from: "06:00", to: "22:00" });
    hours.weekly.mon = [{ from: "14:00", to: "20:00" }];
    const context = asked("appointment", { hours, focus: { date: "2026-11-23", at: null } });
    expect(options("at eight", context)).toEqual([{ at: ["20:00"] }]);
  });
});

describe("today is a matter of the zone and the hour", () => {
  it("tomorrow is the organization's tomorrow", () => {
    const now = instantOf("2026-11-20", "23:30", zone);
    expect(options("tomorrow at nine", asked("appointment", { now }))).toEqual([
      { date: "2026-11-21", at: ["09:00"] },
    ]);
    expect(options("tomorrow at nine", asked("appointment", { now, time_zone: "Asia/Tokyo" }))).toEqual([
      { date: "2026-11-22", at: ["09:00"] },
    ]);
  });

  it("a weekday that is today is today while it can be, else in a week; a day of the month stays today", () => {
    expect(options("friday", asked("appointment"))).toEqual([{ date: "2026-11-20" }]);
    const late = instantOf("2026-11-20", "19:00", zone);
    expect(options("friday", asked("appointment", { now: late }))).toEqual([{ date: "2026-11-27" }]);
    expect(options("friday at nine", asked("appointment"))).toEqual([{ date: "2026-11-27", at: ["09:00"] }]);
    expect(options("the 20th at nine", asked("appointment"))).toEqual([
      { date: "2026-11-20", at: ["09:00", "21:00"] },
    ]);
  });

  it("next Wednesday said on a Tuesday is eight days off", () => {
    const now = instantOf("2026-11-24", "10:00", zone);
    expect(options("next wednesday", asked("appointment", { now }))).toEqual([{ date: "2026-12-02" }]);
    expect(options("wednesday", asked("appointment", { now }))).toEqual([{ date: "2026-11-25" }]);
    expect(options("wednesday week", asked("appointment", { now }))).toEqual([{ date: "2026-12-02" }]);
    expect(options("thursday or friday next week", asked("appointment", { now }))).toEqual([
      { date: "2026-12-03" },
      { date: "2026-12-04" },
    ]);
  });

  it("days are counted by calendar through a clock change", () => {
    const now = instantOf("2026-10-31", "23:30", zone);
    expect(options("tomorrow", asked("appointment", { now }))).toEqual([{ date: "2026-11-01" }]);
    expect(options("in two days", asked("appointment", { now }))).toEqual([{ date: "2026-11-02" }]);
    expect(options("in two hours", asked("appointment", { now }))).toEqual([
      { date: "2026-11-01", at: ["01:30"] },
    ]);
  });

  it("a date just past is next year's, a leap day the next there is", () => {
    expect(options("november tenth", asked("appointment"))).toEqual([{ date: "2027-11-10" }]);
    expect(options("february 29th", asked("appointment"))).toEqual([{ date: "2028-02-29" }]);
  });

  it("3/4 is March 4th in America and the third of April elsewhere", () => {
    expect(options("3/4", asked("appointment"))).toEqual([{ date: "2027-03-04" }]);
    expect(options("3/4", asked("appointment", { country: "GB" }))).toEqual([{ date: "2027-04-03" }]);
  });
});

describe("relative to what was offered", () => {
  const focus = { date: "2026-11-24", at: "15:00" };

  it("later and earlier that day", () => {
    const context = asked("offer", { focus });
    expect(read("later that day", context).when).toMatchObject({
      options: [{ date: "2026-11-24", from: "15:01" }],
      relation: "later_that_day",
    });
    expect(read("earlier that day please", context).when).toMatchObject({
      options: [{ date: "2026-11-24", to: "15:00" }],
      relation: "earlier_that_day",
    });
  });

  it("the same time on another day, the next day, the day after", () => {
    const context = asked("offer", { focus });
    expect(read("same time on thursday", context).when).toMatchObject({
      options: [{ date: "2026-11-26", at: ["15:00"] }],
      relation: "same_time",
    });
    expect(options("the next day", context)).toEqual([{ date: "2026-11-25" }]);
    expect(options("the day after at ten", context)).toEqual([{ date: "2026-11-25", at: ["10:00"] }]);
    expect(options("the following week", context)).toHaveLength(7);
  });

  it("earlier, later, and whenever name no time", () => {
    for (const [said, relation] of [
      ["anything earlier", "earlier"],
      ["a bit later", "later"],
      ["whenever you have something", "any"],
    ]) {
      expect(read(said ?? "", asked("offer", { focus })).when).toMatchObject({ options: [], relation });
    }
  });

  it("an offer is chosen by the time or day that only it has", () => {
    const slots = [instantOf("2026-12-03", "15:30", zone), instantOf("2026-12-04", "16:30", zone)];
    const context = contextOf({ what: "offer", slots });
    const index = (said: string) => read(said, context).acts.find(({ act }) => act === "choose")?.value;
    expect(index("half three then")).toBe(0);
    expect(index("friday")).toBe(1);
    expect(index("the fourth")).toBe(1);
    expect(index("four thirty please")).toBe(1);
    expect(index("thursday at half past three")).toBe(0);
    expect(index("the second one")).toBe(1);
    expect(index("the earlier one")).toBe(0);
    expect(index("half past")).toBeUndefined();
    expect(index("thursday at four thirty")).toBeUndefined();
  });

  it("morning or afternoon is answered by the half, by the hour, or by a new wish", () => {
    const context = asked("morning_or_afternoon");
    expect(options("afternoon please", context)).toEqual([{ date: "2026-12-03", at: ["16:00"] }]);
    expect(options("in the morning", context)).toEqual([{ date: "2026-12-03", at: ["09:00"] }]);
    expect(options("neither, monday at ten", context)).toEqual([{ date: "2026-11-30", at: ["10:00"] }]);
  });
});

describe("numbers and addresses in two breaths", () => {
  const phone = asked("phone");

  it("an unfinished number waits for its rest", () => {
    const first = read("four one five, five five five", phone);
    expect(first.unfinished).toEqual({ field: "phone", text: "415555" });
    const { unfinished } = first;
    expect(informed("oh one double nine", { ...phone, unfinished })).toEqual([["phone", "+14155550199"]]);
  });

  it("it waits through a pause, and a whole number said anew replaces it", () => {
    const unfinished = { field: "phone", text: "415555" };
    expect(read("hold on", { ...phone, unfinished }).unfinished).toEqual(unfinished);
    expect(read("", { ...phone, unfinished }).unfinished).toEqual(unfinished);
    expect(informed("sorry 212 555 0147", { ...phone, unfinished })).toEqual([["phone", "+12125550147"]]);
  });

  it("an unfinished address waits for its rest", () => {
    const email = asked("email");
    const first = read("marta dot lindqvist", email);
    expect(first.unfinished).toEqual({ field: "email", text: "marta.lindqvist" });
    const { unfinished } = first;
    expect(informed("at gmail dot com", { ...email, unfinished })).toEqual([
      ["email", "marta.lindqvist@gmail.com"],
    ]);
    expect(informed("gmail dot com", { ...email, unfinished: { field: "email", text: "marta@" } })).toEqual([
      ["email", "marta@gmail.com"],
    ]);
  });

  it("numbers are valid for their country", () => {
    expect(informed("020 7946 0000", asked("phone", { country: "GB" }))).toEqual([
      ["phone", "+442079460000"],
    ]);
    expect(
      informed("oh two oh seven nine four six double oh double oh", asked("phone", { country: "GB" })),
    ).toEqual([["phone", "+442079460000"]]);
    expect(informed("123 456 7890", phone)).toEqual([]);
  });

  it("“this number” means nothing when the caller hides it", () => {
    expect(informed("this number", asked("phone", { caller_number: null }))).toEqual([]);
  });
});

describe("several things in one breath", () => {
  it("name, wish, day and hour are all taken, and none twice", () => {
    const context = contextOf(
      { what: "nothing" },
      { fields: [field("name"), field("phone"), field("email")] },
    );
    expect(
      informed(
        "hi this is Marta Lindqvist, I need a cleaning next Tuesday around three, my number is 415 555 0123 and my email is marta at example dot com",
        context,
      ),
    ).toEqual([
      ["name", "Marta Lindqvist"],
      ["appointment_kind", "Cleaning"],
      [
        "appointment",
        { options: [{ date: "2026-11-24", at: ["15:00"], around: true }], except: [], relation: null },
      ],
      ["phone", "+14155550123"],
      ["email", "marta@example.com"],
    ]);
  });

  it("an agent's field claims its value before a name of our own does", () => {
    const named = { ...field("name"), id: "patient" };
    expect(informed("my name is Marta", contextOf({ what: "nothing" }, { fields: [named] }))).toEqual([
      ["patient", "Marta"],
    ]);
    expect(informed("my name is Marta", asked("nothing"))).toEqual([["caller_name", "Marta"]]);
  });

  it("what was asked has the first claim: a bare four is a number, an hour, or nothing", () => {
    expect(informed("four", asked("number"))).toEqual([["number", 4]]);
    expect(options("four", asked("appointment"))).toEqual([{ at: ["16:00"] }]);
    expect(read("four", asked("yes_no")).acts.map(({ act }) => act)).toEqual(["not_understood"]);
  });

  it("a day in a question for information is no wish, but is known", () => {
    const { acts, when } = read("are you open on monday?", asked("nothing"));
    expect(acts.map(({ act }) => act)).toEqual(["ask"]);
    expect(when?.options).toEqual([{ date: "2026-11-23" }]);
  });

  it("a message is kept in the caller's own words", () => {
    const words = "Tell him I'll be there Monday at 3, and to call me back";
    const { acts, when } = read(words, asked("message"));
    expect(acts).toMatchObject([{ act: "inform", field: "message", value: words }]);
    expect(when).toBeNull();
  });

  it("each act carries the words it was read from", () => {
    const { acts } = read("Yes, and do you have parking?", asked("confirm"));
    expect(acts.map(({ act, words }) => [act, words])).toEqual([
      ["affirm", "Yes"],
      ["ask", "do you have parking"],
    ]);
  });
});

describe("no, that's fine", () => {
  it.each([
    ["confirm", "affirm"],
    ["yes_no_question", "deny"],
    ["anything_else", "deny"],
  ])("asked %s is %s", (question, act) => {
    expect(read("no, that's fine", asked(question)).acts.map((one) => one.act)).toEqual([act]);
  });
});

describe("a request not to be called again", () => {
  it.each([
    "stop calling me",
    "Please don't call me anymore.",
    "take me off your list",
    "remove my number from your system",
    "do not call this number again",
    "no more calls",
    "I want to opt out",
    "unsubscribe",
    "put me on your do not call list",
    "quit calling here",
    "leave me alone",
    "lose my number",
    "Would you please take me off of your calling list",
  ])("“%s” is one", (said) => {
    expect(isStopCalling(said)).toBe(true);
  });

  it.each([
    "call me back please",
    "can you call me at this number",
    "I'll stop by",
    "thanks for calling",
    "don't hang up",
    "don't call me before ten",
    "can you take me off hold",
    "stop",
  ])("“%s” is none", (said) => {
    expect(isStopCalling(said)).toBe(false);
  });
});
