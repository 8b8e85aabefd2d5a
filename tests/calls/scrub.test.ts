/** What a viewer reads of calls: everything but the persons. */
import { expect, test } from "vitest";
import { overviewWithoutPersons } from "#app/calls/dashboard/overview-scrub.ts";
import { liveWithoutPerson, messageWithoutPerson, scrubbed, withoutPerson } from "#app/calls/scrub/scrub.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { demoCalls } from "#workers/sandbox/demo-calls.ts";
import { clinic } from "#workers/sandbox/demo-clinic.ts";

const digitsIn = (text: string) => text.replaceAll(/\D/g, "");

const line = (type: "agent" | "caller" | "keys" | "note", text: string, heard: string | null = null) => ({
  type,
  text,
  heard,
  detail: null,
  at_ms: 0,
});

test.each([
  ["My name is Mara Lind.", "My name is [name]."],
  ["my name is mara", "my name is [name]"],
  ["My first name is Mara.", "My first name is [name]."],
  ["The patient's name is Tom Okafor.", "The patient's name is [name]."],
  ["The name's Bond.", "The name's [name]."],
  ["Please call me Jo.", "Please call me [name]."],
  ["Hi, this is Mara Lind.", "Hi, this is [name]."],
  ["Hello Mara, how can I help?", "Hello [name], how can I help?"],
  ["I'm Tomás.", "I'm [name]."],
  ["I am Jean-Luc Picard", "I am [name]"],
  ["It's Ada O’Neill.", "It's [name]."],
  ["Thank you, Mara.", "Thank you, [name]."],
  ["Thanks Mara Lind, see you then.", "Thanks [name], see you then."],
  ["I would like to see Dr. Weber.", "I would like to see Dr [name]."],
  ["Mrs Lind will come.", "Mrs [name] will come."],
  ["Booked for Mara Lind.", "Booked for [name]."],
  ["That's booked for Mara: Monday at nine.", "That's booked for [name]: Monday at nine."],
  ["Done, it's booked for Mara: noon.", "Done, it's booked for [name]: noon."],
  ["You can write to mara.lind@example.com.", "You can write to [e-mail]"],
  ["mara dot lind at example dot com", "[e-mail]"],
  ["My email is m a r a dot lind at gmail dot com.", "My email is [e-mail]."],
  ["it's m, a, r, a, at gmail dot com, thanks", "it's [e-mail], thanks"],
  ["Sure, mara underscore lind at g mail dot com please", "Sure, [e-mail] please"],
  ["it's mara under score lind dash berg at bright smile dot co dot uk", "it's [e-mail]"],
  ["mara lind forty two at yahoo", "[e-mail]"],
  ["That is mara.lind at gmail.com.", "That is [e-mail]."],
  ["mara dot lind@example.com", "[e-mail]"],
  ["mara @ gmail.com", "[e-mail]"],
  ["his is will dot smith plus news at gmail dot com", "his is [e-mail]"],
  ["m a r a at lind dash family dot c o m", "[e-mail]"],
  ["it is mara dot lind", "it is [e-mail]"],
  ["mara underscore lind, and then at gmail dot com", "[e-mail]"],
  ["a at b dot com and mara at lind dot org", "[e-mail] and [e-mail]"],
  ["We open at eight on the dot.", "We open at eight on the dot."],
  [
    "See you at 8.30 a.m. tomorrow, or at 9 a.m. on Friday.",
    "See you at 8.30 a.m. tomorrow, or at 9 a.m. on Friday.",
  ],
  ["Our page is brightsmile dot com.", "Our page is brightsmile dot com."],
  ["The doctor is at lunch. Dot will call.", "The doctor is at lunch. Dot will call."],
  ["The point at issue is two plus two at noon.", "The point at issue is two plus two at noon."],
  ["It is mara@brightsmile.test, please", "It is [e-mail], please"],
  ["+1 415 555 0100", "[number]"],
  ["Call me back on 415-555-0100.", "Call me back on [number]."],
  ["(415) 555 0100", "([number]"],
  ["4155550100", "[number]"],
  ["My code is 4711.", "My code is [number]."],
  ["four one five five five five", "[number]"],
  ["it is double five oh one two", "it is [number]"],
  ["The policy is 12 34 56", "The policy is [number]"],
  ["I was born on March fourth nineteen eighty", "I was born on [date]"],
  ["My birthday is the fourth of May.", "My birthday is [date]."],
  ["Date of birth: 4 March 1985", "Date of birth: [date]"],
  ["It is March 4th, 1985.", "It is [date]."],
  ["The 4th of March 1985", "The [date]"],
  ["1985-03-04", "[date]"],
  ["03/04/1985", "[date]"],
  ["4.3.85", "[date]"],
  ["I live at 12 Harbor Street.", "I live at [address]"],
  ["221b Old Baker Street, London", "[address], London"],
  ["1600 Pennsylvania Avenue", "[address]"],
  ["Lindenstraße 12", "[address]"],
  ["PO Box 88", "[address]"],
  ["The postcode is SW1A 1AA.", "The postcode is [address]."],
  ["M A R A", "[spelled]"],
  ["L-I-N-D", "[spelled]"],
  ["that is m, a, r, a", "that is [spelled]"],
  ["Tomorrow at 3:30 pm, please.", "Tomorrow at 3:30 pm, please."],
  ["A cleaning takes 30 minutes and costs 90 dollars.", "A cleaning takes 30 minutes and costs 90 dollars."],
  ["Booked for Tuesday.", "Booked for Tuesday."],
  ["For March I have nothing.", "For March I have nothing."],
  ["3 4 7, 5 5 5, 0 1 4 2, good", "[number], good"],
  ["347, 555, 0142", "[number]"],
  ["(3 4 7) 5 5 5; 0 1 4 2.", "([number]."],
  ["347,555,0142", "[number]"],
  ["five five five, then zero one four two", "[number]"],
  ["three four seven... five five five, o one four two", "[number]"],
  ["It's 3 four 7, double five 5, oh 1 4 two, thanks", "It's [number], thanks"],
  ["four fifteen, five fifty-five, oh one forty-two", "[number]"],
  ["347 uh 555 01 42", "[number]"],
  ["Ten thirty, eleven fifteen or noon?", "Ten thirty, eleven fifteen or noon?"],
  ["We open at 8:30, 9:15 and 10:45.", "We open at 8:30, 9:15 and 10:45."],
  ["Prices are 90, 120, 150 dollars.", "Prices are 90, 120, 150 dollars."],
  ["It costs $1,200, all in.", "It costs $1,200, all in."],
  ["The 1, 2 and 3 stop here.", "The 1, 2 and 3 stop here."],
  ["Friday the 20th I've got eight or nine.", "Friday the 20th I've got eight or nine."],
])("of %j a viewer reads %j", (said, read) => {
  expect(scrubbed(said)).toBe(read);
});

test.each([
  "mara lind at live dot com",
  "mara at me dot com",
  "mara at mail dot com",
  "mara at my dot com",
  "mara at mac dot com",
  "mara at work dot com",
  "mara at libero dot it",
  "mara at bluewin dot ch",
  "mara at t dash online dot de",
  "mara mail at gmail dot com",
  "mara lind live at hotmail dot com",
  "mara lind, at gmail dot com",
  "mara uh at gmail dot com",
  "mara at uh gmail dot com",
  "mara at, um, brightsmile dot com",
  "mara lind at the gmail dot com",
  "mara lind and then at hotmail",
  "mara lind, and then at hotmail dot com",
  "mara lind then at sign gmail dot com",
  "mara lind... at gmail dot com",
  "m a r a, and that's at gmail dot com",
  "mara lind at web de",
  "mara at gmx net",
  "mara at gmail com",
  "mara at brightsmile com",
  "mara(at)gmail.com",
  "mara (at) gmail dot com",
  "mara [at] gmail [dot] com",
  "mara (dot) lind (at) gmail (dot) com",
  "mara＠gmail.com",
  "mara ＠ gmail．com",
  "mara@gmail dot com",
  "mara lind@gmail dot com",
  "mara lind @ brightsmile com",
])("of the address %j nothing is left to a viewer", (said) => {
  expect(scrubbed(said)).toBe("[e-mail]");
  expect(scrubbed(`It's ${said}, thanks.`)).toBe("It's [e-mail], thanks.");
});

test.each([
  "Look at me and then at the clock.",
  "I live at home, at number nine.",
  "The mail comes at noon.",
  "We meet at Plaza de Mayo, and then at the hotel.",
  "Come at nine, then at ten, and so at eleven.",
  "The shop is at the corner (at Main).",
  "It is at most two (at least one).",
  "I work at home, and then at the office in town.",
  "Call at 9. It is open.",
  "See the web at home. Me? I'm at work.",
  "We are at church in Com Valley.",
  "I was at the health clinic.",
  "Meet me at live music night.",
  "He looked at it. In there?",
  "Please call me as soon as possible.",
  "Call me before noon if you can.",
  "Could you call me tonight?",
  "Call me this afternoon, please.",
  "Please call me with the results.",
  "You can call me any time.",
  "Call me Monday.",
  "Call me on Monday or Tuesday.",
  "Please call me back later.",
  "My name is spelled wrong.",
  "The name is on the list.",
  "Her last name is not in the system.",
  "Thank you, I will be there.",
  "It's Christmas, are you open?",
  "It's June.",
  "For June I have nothing.",
  "Hello Everyone",
  "It's OK.",
])("%j tells of no person, and a viewer reads it as it is", (said) => {
  expect(scrubbed(said)).toBe(said);
});

test.each([
  ["Call me Mara on Monday.", "Call me [name] on Monday."],
  ["Please call me April.", "Please call me [name]."],
  ["call me jo anne please", "call me [name] please"],
  ["My name is April Lind.", "My name is [name]."],
  ["My name is Mara May.", "My name is [name]."],
  ["My name is Will.", "My name is [name]."],
  ["Her surname is Long.", "Her surname is [name]."],
  ["my name is mara lind and I want to come", "my name is [name] and I want to come"],
  ["my name is actually mara", "my name is [name]"],
  ["Hi, I'm Mara.", "Hi, I'm [name]."],
  ["I'm Mara I need a visit", "I'm [name] I need a visit"],
  ["It's June Lind.", "It's [name]."],
  ["find it at example dot com", "find it [e-mail]"],
])("of %j a viewer reads %j, and no word more is hidden", (said, read) => {
  expect(scrubbed(said)).toBe(read);
});

test.each([
  ["so lind it is", ["Mara Lind"], "so [name] it is"],
  ["MARA LIND", ["Mara Lind"], "[name]"],
  ["Marathon", ["Mara"], "Marathon"],
  ["lind with a d, then mara", ["mara.lind@example.com"], "[name] with a d, then [name]"],
  ["the example is free", ["mara.lind@example.com"], "the example is free"],
  ["ab (cd)", ["ab (cd"], "[name])"],
])("of %j, knowing %j, a viewer reads %j", (said, known, read) => {
  expect(scrubbed(said, { persons: known, ours: [] })).toBe(read);
});

test.each([
  ["This is Front desk.", "This is Front desk."],
  [
    "Thank you for calling. This is Brightsmile Dental, speaking with Mara.",
    "Thank you for calling. This is Brightsmile Dental, speaking with [name].",
  ],
  ["You reach us at +1 646 555 0117.", "You reach us at +1 646 555 0117."],
  [
    "That is 6 4 6, 5 5 5, 0 1 1 7, and yours is 6 4 6, 5 5 5, 0 1 1 8.",
    "That is 6 4 6, 5 5 5, 0 1 1 7, and yours is [number].",
  ],
  ["Your number ends in 1 1 8?", "Your number ends in [number]?"],
  ["This is Grace.", "This is [name]."],
])(
  "what the organization is called is no secret, and who calls is: of %j a viewer reads %j",
  (said, read) => {
    const ours = ["Front desk", "Brightsmile Dental", "Grace", "+1 646 555 0117"];
    expect(scrubbed(said, { persons: ["Grace Liu", "+1 646 555 0118"], ours })).toBe(read);
  },
);

test("of four hundred calls no viewer reads a number that called, however its digits are grouped", () => {
  const calls = demoCalls(Date.UTC(2026, 10, 20, 20)).map(({ call: made }) => made);
  const spoken = calls.filter(({ lines, other_number }) =>
    lines.some(({ text }) => digitsIn(text).includes((other_number ?? "").slice(-7))),
  );
  expect(calls).toHaveLength(400);
  expect(spoken.length).toBeGreaterThan(100);
  for (const { other_number, caller_name, agent_name, our_number, summary, lines, fields } of calls) {
    const digits = (other_number ?? "").slice(-7);
    const number = internationally(other_number ?? "");
    const told = withoutPerson(
      {
        who: caller_name ?? number,
        face: caller_name,
        number,
        caller: caller_name ?? "Caller",
        agent: { name: agent_name ?? "" },
        summary,
        lines,
        messages: [],
        ended: {
          appointments: [],
          fields: fields.map(({ label, value }) => [label, String(value)] as const),
          behind: [["Number", internationally(our_number ?? "")] as const],
          analysis: null,
        },
      },
      clinic.name,
    );
    for (const { text, detail } of told.lines) {
      expect(digitsIn(text)).not.toContain(digits);
      // Not even a part of it that anybody could go on from.
      expect(text).not.toMatch(/\d\D{0,3}\d\D{0,3}\d\D{0,3}\d\D{0,3}\[number\]/);
      expect(digitsIn(JSON.stringify(detail))).not.toContain(digits);
    }
    expect(digitsIn(`${told.summary} ${told.ended?.fields.join()}`)).not.toContain(digits);
    expect(told.ended?.behind).toEqual([["Number", internationally(our_number ?? "")]]);
    const live = liveWithoutPerson({
      call_id: "c",
      agent_id: null,
      agent_name,
      number_id: null,
      direction: "inbound",
      other_number,
      caller_name,
      started_at: 0,
      last_words: null,
      last_by: null,
      lines,
    });
    for (const { text } of live.lines) expect(digitsIn(text)).not.toContain(digits);
  }
});

const leaf = { month: "NOV", day: 24, date: "Tuesday, November 24", when: "Tuesday, 9:00 to 9:30 am" };

const call = {
  who: "Mara Lind",
  face: "Mara Lind",
  number: "+1 415 555 0100",
  caller: "Mara",
  agent: { name: "Front desk" },
  summary: "Mara Lind asked for a cleaning.",
  lines: [
    line("agent", "What is your name?"),
    line("caller", "mara lind"),
    line("agent", "And how is that spelled?"),
    line("caller", "With a d, lind."),
    line("keys", "47"),
    { ...line("note", "Filled in"), detail: { value: { name: "Mara Lind" }, list: ["+14155550100"] } },
    line("agent", "See you, Mara Lind", "See you, Mara"),
    line("agent", "Nine is for you and noon for Ole."),
  ],
  messages: [
    {
      id: "m1",
      call_id: "c",
      who: "Mara Lind",
      face: "Mara Lind",
      phone: { shown: "+1 415 555 0100", link: "+14155550100" },
      kind: "call_back" as const,
      text: "Tell Ole that Mara called",
      when: "now",
      exactly: "now",
      due: null,
      done: { by: "Ole Berg", when: "now" },
    },
  ],
  ended: {
    appointments: [
      {
        ...leaf,
        id: "b1",
        title: "Cleaning",
        person: "Mara Lind",
        notes: "Insurance: Acme 47",
        is_web: false,
      },
      { ...leaf, id: "b2", title: "Cleaning", person: "Ole Berg", notes: "", is_web: false },
    ],
    fields: [
      ["Name", "Mara Lind"] as const,
      ["Phone", "+1 415 555 0100"] as const,
      ["Reason", "Lind wants a cleaning"] as const,
    ],
    behind: [["Caller", "+1 415 555 0100"] as const],
    analysis: {
      summary: "Mara Lind wanted a cleaning, call 415 555 0100",
      facts: [],
      answers: [["Name of the child", "Ole"] as const, ["Wish", "a cleaning for Lind"] as const],
      judgedBy: "Judged by rules",
    },
  },
};

test("the page of a call holds no word of who called", () => {
  const told = JSON.stringify(withoutPerson(call, "Brightsmile Dental"));
  for (const word of ["Mara", "mara", "Lind", "lind", "Ole", "Berg", "Acme", "415", "0100", "47"])
    expect(told).not.toContain(word);
  expect(told).toContain("cleaning");
});

test("an answer to the question for a name is hidden on the live feed, by the line before it", () => {
  const live = {
    call_id: "c",
    agent_id: null,
    agent_name: null,
    number_id: null,
    direction: "inbound" as const,
    other_number: "+14155550100",
    caller_name: null,
    started_at: 0,
    last_words: "zebulon",
    last_by: "caller" as const,
    lines: [line("agent", "What is your name?"), line("caller", "zebulon")],
  };
  expect(JSON.stringify(liveWithoutPerson(live))).not.toMatch(/zebulon|4155/);
  const message = { type: "line" as const, call_id: "c", seq: 1, line: line("caller", "zebulon") };
  expect(JSON.stringify(messageWithoutPerson(message, () => live))).not.toContain("zebulon");
  expect(messageWithoutPerson(message, () => null)).toEqual([]);
  expect(messageWithoutPerson({ type: "caller_named", call_id: "c", caller_name: "Z" }, () => live)).toEqual(
    [],
  );
});

test.each(["a", "a-", "1.", "é"])(
  "a run of %j without end is no word, and is looked at once and not from each of its characters",
  (part) => {
    expect(scrubbed(`It is ${part.repeat(5000)} yes`)).toMatch(/^It is \[unreadable\][-.]? yes$/);
    // What is just not endless is still read in full.
    expect(scrubbed(`write to ${"m".repeat(60)}@brightsmile.test`)).toBe("write to [e-mail]");
  },
);

test("words that may belong to an address without end are looked at a bounded number of times", () => {
  for (const word of ["at ", "dot ", "a dot ", "a, ", "mara at ", "under score ", "@ "]) {
    const text = word.repeat(10_000);
    // Whatever it makes of them, it comes to an end and adds nothing to them.
    expect(scrubbed(text).length).toBeLessThanOrEqual(text.length + "[e-mail]".length);
  }
});

test("a new line of a live call costs no look at the lines before the question that it answers", () => {
  let looks = 0;
  const watched = (type: "agent" | "caller", text: string) => ({
    type,
    get text() {
      looks++;
      return text;
    },
    heard: null,
    detail: null,
    at_ms: 0,
  });
  const lines = Array.from({ length: 400 }, (_, n) =>
    n % 2 === 0 ? watched("agent", "What is your name?") : watched("caller", "zebulon"),
  );
  const live = {
    call_id: "c",
    agent_id: null,
    agent_name: null,
    number_id: null,
    direction: "inbound" as const,
    other_number: null,
    caller_name: null,
    started_at: 0,
    last_words: null,
    last_by: null,
    lines,
  };
  const [told] = messageWithoutPerson(
    { type: "line", call_id: "c", seq: 399, line: line("caller", "zebulon") },
    () => live,
  );
  expect(JSON.stringify(told)).toContain("[answer]");
  expect(looks).toBeLessThanOrEqual(3);
});

test("the dashboard of a viewer holds nothing of who booked, also where no screen shows it", () => {
  const told = overviewWithoutPersons({
    live: [],
    latest: [],
    messages: { rows: [], total: 0 },
    questions: [],
    appointments: [
      { title: "Cleaning", name: "Mara Lind", person: "Mara Lind", notes: "Insurance: Acme 47" },
    ],
  });
  expect(told.appointments).toEqual([{ title: "Cleaning", name: "Caller", person: null, notes: "" }]);
});
