/** /call-history and /call-history/:callId through the front door. */
import { beforeAll, describe, expect, test } from "vitest";
import type { ModelUse } from "#app/calls/calls.schema.ts";
import { newId } from "#app/platform/id.ts";
import { instantOf, localDate } from "#app/platform/zoned-time.ts";
import { anonymous, memberOf, type Person } from "../support/people.ts";
import { costOf, ended, finishedCall, inObject, noonZone, wordsOf } from "./arrange.ts";

const hour = 3_600_000;

/** The first page of a file loads all of them. */
beforeAll(async () => {
  await anonymous().get("/call-history");
}, 180_000);

async function reading(person: Person, path: string): Promise<{ html: string; words: string }> {
  const response = await person.get(path);
  expect(response.status).toBe(200);
  const html = await response.text();
  return { html, words: wordsOf(html) };
}

const now = Date.now();
const daniel = () =>
  finishedCall({
    outcome: "booked",
    caller_name: "Daniel Whitmore",
    other_number: "+14155550198",
    summary: "Booked a cleaning for Tuesday at 3:00 pm",
    started_at: now - 2 * hour,
    talk_seconds: 161,
  });
const nameless = () =>
  finishedCall({
    outcome: "message",
    summary: "Asked about whitening prices, wants a callback",
    started_at: now - hour,
    agent_id: "agent-lea",
    agent_name: "Lea",
    number_id: "number-2",
  });

describe("the list", () => {
  test("shows who called, what happened, what came of it and how long it took, newest first", async () => {
    const person = await memberOf();
    await ended(person, daniel(), nameless());
    const { words } = await reading(person, "/call-history");
    expect(words).toMatch(
      /\+1 415 555 0142 Asked about whitening prices, wants a callback Message Lea 2:00 .*Daniel Whitmore \+1 415 555 0198 Booked a cleaning for Tuesday at 3:00 pm Booked Front desk 2:41/,
    );
  });

  test("has a heading for each day, once, and the time below it", async () => {
    const time_zone = noonZone();
    const person = await memberOf({ organization: { time_zone } });
    const days = [0.01, 0.02, 24, 25, 24 * 40].map((hours) => ({
      started_at: now - hours * hour,
      time_zone,
    }));
    await ended(person, ...days.map((day) => finishedCall(day)));
    const { html, words } = await reading(person, "/call-history");
    const headings = [...html.matchAll(/<th scope="rowgroup"[^>]*>([^<]+)</g)].map(([, day]) => day);
    expect(headings).toHaveLength(3);
    expect(headings.slice(0, 2)).toEqual(["Today", "Yesterday"]);
    expect(headings[2]).toMatch(/^\w+day, \w+ \d+(?:, \d{4})?$/);
    expect(words).toMatch(/Today .*(?:just now|\d min ago).* Yesterday .*\d:\d\d [ap]m/);
    // "10:00 am" is one word for the line's end.
    expect(html).toMatch(/\d:\d\d\u00a0[ap]m</);
  });

  test("shows the words that a search found, in the script and in the summary", async () => {
    const person = await memberOf();
    const said = (type: "agent" | "caller", text: string) =>
      ({ type, text, heard: null, detail: null, at_ms: 0 }) as const;
    const call = finishedCall({
      caller_name: "Priya Raman",
      summary: "Asked about insurance",
      lines: [
        said("agent", "Thanks for calling. How can I help?"),
        said(
          "caller",
          `${"Well, let me think for a moment. ".repeat(8)}Do you take <b>Aetna</b> insurance at all?`,
        ),
        said("agent", "We take most plans."),
      ],
    });
    await ended(person, call);
    const { html, words } = await reading(person, "/call-history?q=aetna+insurances");
    expect(html).toContain("<mark>Aetna</mark>");
    expect(words).toMatch(/Priya: ?“… .* Do you take .*Aetna.*insurance.*at all/);
    expect(html.match(/<mark>insurance<\/mark>/g)).toHaveLength(2);
    expect(html).not.toContain("<b>Aetna");
    expect(html).toContain(`href="/call-history/${call.id}?q=aetna+insurances"`);
    expect((await reading(person, "/call-history")).html).not.toContain("<mark>");
    const viewer = await memberOf({ role: "viewer", organizationId: person.organizationId });
    const hidden = await reading(viewer, "/call-history?q=aetna");
    expect(hidden.html).not.toContain("Aetna");
    expect(hidden.html).not.toContain("0142");
  });

  test.each([
    ["today", [0.01]],
    ["7", [0.01, 3 * 24]],
    ["30", [0.01, 3 * 24, 20 * 24]],
  ])("the range %s shows the calls of its days, and is the form's choice", async (range, shown) => {
    const time_zone = noonZone();
    const person = await memberOf({ organization: { time_zone } });
    const named = (hours: number) => `Caller ${hours}x`;
    for (const hours of [0.01, 3 * 24, 20 * 24, 40 * 24])
      await ended(
        person,
        finishedCall({ started_at: now - hours * hour, caller_name: named(hours), time_zone }),
      );
    const { html, words } = await reading(person, `/call-history?range=${range}`);
    for (const hours of [0.01, 3 * 24, 20 * 24, 40 * 24])
      expect(words.includes(named(hours))).toBe(shown.includes(hours));
    expect(html).toMatch(new RegExp(`<option value="${range}" selected="">`));
    expect(words).toContain(shown.length === 1 ? "1 matching call." : `${shown.length} matching calls.`);
  });

  test("is filtered by how calls ended, by a reason or by a status, and offers the reasons that occur", async () => {
    const person = await memberOf();
    const busy = { status: "busy", answered_at: null, talk_seconds: 0, outcome: "missed" } as const;
    await ended(
      person,
      finishedCall({ caller_name: "Hung Upper", end_reason: "hung_up" }),
      finishedCall({ caller_name: "Busy Liner", end_reason: "hung_up", direction: "outbound", ...busy }),
      finishedCall({ caller_name: "Broken Model", end_reason: "failed", ended_by: "error" }),
    );
    const all = await reading(person, "/call-history");
    expect(all.html).toContain('<option value="customer_hangup">The caller hung up</option>');
    expect(all.html).not.toContain('value="voicemail_left"');
    const ending = (name: string) => reading(person, `/call-history?ending=${name}`);
    const reason = await ending("busy");
    expect(reason.words).toContain("Busy Liner");
    expect(reason.words).not.toMatch(/Hung Upper|Broken Model/);
    const group = await ending("not_connected");
    expect(group.words).toContain("1 matching call.");
    expect(group.words).toContain("Busy Liner");
    const both = await reading(person, "/call-history?ending=completed&direction=inbound");
    expect(both.words).toContain("2 matching calls.");
    expect((await ending("nonsense")).words).toContain("Hung Upper");
  });

  test("reads few rows for a reason, and for a status, however many other calls there are", async () => {
    const person = await memberOf();
    await ended(person, finishedCall({ caller_name: "Busy Liner", status: "busy", outcome: "missed" }));
    await inObject(person, (sql) =>
      sql.exec(`
        insert into calls (id, type, direction, status, outcome, provider, started_at, created_at, updated_at, end_reason)
        with recursive n(i) as (select 10000 union all select i + 1 from n where i < 12999)
        select '019ff000-0000-7000-8000-0000000' || i, 'phone', 'inbound', 'completed', 'answered', 'twilio', 1, 1, 1, 'silence' from n`),
    );
    for (const ending of ["not_connected", "agent_hangup"]) {
      const answer = await person.get(`/call-history?ending=${ending}`);
      expect(wordsOf(await answer.text())).toContain("Busy Liner");
      expect(costOf(answer).object_rows).toBeLessThan(150);
    }
  });

  test("a call's page says its status, why it ended, who is at fault, whether it is charged and what to do", async () => {
    const person = await memberOf();
    const failed = finishedCall({ end_reason: "failed", ended_by: "error" });
    await ended(person, failed, finishedCall({ id: newId(), end_reason: "wrong_number", ended_by: "agent" }));
    const { words } = await reading(person, `/call-history/${failed.id}`);
    expect(words).toMatch(
      /Status Completed How it ended The agent couldn't continue At fault This service Charged No, it failed on our side What to do Call back\./,
    );
    const billed = await inObject(person, (sql) =>
      sql.exec("select billable_seconds from usage_records order by call_id").toArray(),
    );
    expect(billed.map(({ billable_seconds }) => billable_seconds).sort()).toEqual([0, 120]);
  });

  test("this month begins on its first day, and days that were typed are a custom range", async () => {
    const time_zone = noonZone();
    const person = await memberOf({ organization: { time_zone } });
    const today = localDate(now, time_zone);
    const first = instantOf(`${today.slice(0, 8)}01`, "00:00", time_zone);
    await ended(
      person,
      finishedCall({ started_at: first, caller_name: "Iris First", time_zone }),
      finishedCall({ started_at: first - 1, caller_name: "Otto Last", time_zone }),
    );
    const month = await reading(person, "/call-history?range=month");
    expect(month.words).toContain("Iris First");
    expect(month.words).not.toContain("Otto Last");
    const named = await reading(person, "/call-history?range=month&from=2020-01-01&to=2020-01-02");
    expect(named.words).toContain("Iris First");
    const typed = await reading(person, `/call-history?from=${today.slice(0, 8)}01`);
    expect(typed.html).toContain('<option value="custom" selected="">Custom range</option>');
    expect(typed.words).toContain("Iris First");
    const empty = await reading(person, "/call-history?range=custom");
    expect(empty.words).toContain("Otto Last");
    expect(empty.words).not.toContain("matching");
  });

  test("shows and finds what was found out from a call, as long as its words are kept", async () => {
    const person = await memberOf();
    const [good, bad] = [daniel(), nameless()];
    await ended(person, good, bad, finishedCall());
    const rules = { summary: "x", answers: [], model: null, fault: null, cost_micros: 0 };
    for (const [call_id, success, sentiment] of [
      [good.id, "yes", "positive"],
      [bad.id, "no", "neutral"],
    ] as const)
      await person.store.analyses.keep({ call_id, analysis: { ...rules, success, sentiment }, now });
    const { words } = await reading(person, "/call-history");
    expect(words).toContain("Booked The caller got what they wanted Positive mood Front desk");
    expect(words).toContain("Message The caller didn't get what they wanted Lea");
    expect(words).toContain("Answered Front desk");
    const found = async (search: string) => (await reading(person, `/call-history${search}`)).words;
    expect(await found("?success=yes")).toMatch(/1 matching call\..*Daniel Whitmore/);
    expect(await found("?sentiment=neutral")).toMatch(/1 matching call\..*whitening prices/);
    expect(await found("?success=unclear")).toContain("No matching calls");
    // A value that does not exist is none.
    expect(await found("?success=perhaps&sentiment=hungry&last=%27")).not.toContain("matching");
    await person.post("/settings/data", { intent: "erase", who: good.other_number ?? "" });
    expect(await found("?success=yes")).toContain("No matching calls");
  });

  test.each([
    ["?outcome=booked", "Daniel Whitmore"],
    ["?agent=agent-lea", "+1 415 555 0142"],
    ["?number=number-2", "+1 415 555 0142"],
    ["?q=whitening", "+1 415 555 0142"],
    ["?q=(415)+555-0198", "Daniel Whitmore"],
    ["?q=%2B1+415+555+0198", "Daniel Whitmore"],
    ["?q=daniel+cleaning&outcome=booked", "Daniel Whitmore"],
  ])("%s finds the one that matches", async (search, who) => {
    const person = await memberOf();
    await ended(person, daniel(), nameless());
    const { html, words } = await reading(person, `/call-history${search}`);
    expect(words).toContain("1 matching call.");
    expect(words).toContain(who);
    expect(html.match(/href="\/call-history\/[0-9a-f-]{36}\?/g)).toHaveLength(1);
  });

  test.each([
    "?from=0000-01-01&to=9999-12-31",
    "?from=9999-12-31&to=9999-12-31",
    "?from=0000-01-01&to=0000-01-01",
    "?from=-271821-04-20&to=275760-09-13",
    "?cursor=older.ffffffff-ffff-7fff-bfff-ffffffffffff",
    "?cursor=newer.00000000-0000-7000-8000-000000000000",
  ])("%s, at the ends of time, is a list like any other", async (search) => {
    const person = await memberOf();
    await ended(person, daniel());
    await reading(person, `/call-history${search}`);
    await reading(person, `/call-history${search}&outcome=booked&direction=inbound`);
  });

  test("a filtered address is a form that says what it filters by, scripts or not", async () => {
    const person = await memberOf();
    await ended(person, daniel(), nameless());
    const { html } = await reading(
      person,
      "/call-history?q=whitening&outcome=message&direction=inbound&from=2026-01-02&agent=agent-lea",
    );
    expect(html).toMatch(/<form[^>]*method="get"/);
    expect(html).toMatch(/<input[^>]*name="q"[^>]*value="whitening"/);
    expect(html).toMatch(/<input[^>]*name="from"[^>]*value="2026-01-02"/);
    expect(html).toContain('<option value="message" selected="">Message</option>');
    expect(html).toContain('<option value="inbound" selected="">Inbound</option>');
    expect(html).toContain('<option value="agent-lea" selected="">Former agent</option>');
    expect(html).not.toMatch(/<input[^>]*name="cursor"/);
  });

  test("a viewer, whose words are not searched, has no box for them, and an address with some answers as without", async () => {
    const person = await memberOf();
    await ended(person, daniel(), nameless());
    const viewer = await memberOf({ role: "viewer", organizationId: person.organizationId });
    const plain = await reading(viewer, "/call-history");
    expect(plain.html).not.toContain('name="q"');
    expect(plain.html).toMatch(/<select[^>]*name="outcome"/);
    const asked = await reading(viewer, "/call-history?q=daniel");
    expect(asked.words).toBe(plain.words);
    const filtered = await reading(viewer, "/call-history?q=daniel&outcome=booked");
    expect(filtered.words).toContain("1 matching call.");
    const nothing = await reading(viewer, "/call-history?direction=outbound");
    expect(nothing.words).toContain("Try fewer filters or a wider date range.");
    expect((await reading(person, "/call-history")).html).toContain('name="q"');
  });

  test("days named the wrong way round show what lies between them, and say so", async () => {
    const person = await memberOf();
    const started_at = Date.UTC(2026, 2, 10, 17);
    await ended(person, finishedCall({ started_at, caller_name: "Iris Between" }));
    const turned = await reading(person, "/call-history?from=2026-03-12&to=2026-03-08");
    expect(turned.words).toContain("Iris Between");
    expect(turned.words).toContain("The first date is after the second. Showing the days between them.");
    expect(turned.html).toMatch(/<input[^>]*name="from"[^>]*value="2026-03-12"/);
    const straight = await reading(person, "/call-history?from=2026-03-08&to=2026-03-12");
    expect(straight.words).toContain("Iris Between");
    expect(straight.words).not.toContain("is after");
    expect((await reading(person, "/call-history?from=2026-03-09&to=2026-03-01")).words).toContain(
      "No matching calls",
    );
  });

  test("without a call it says what will be here, and without a match that there is none", async () => {
    const person = await memberOf();
    expect((await reading(person, "/call-history")).words).toContain("No calls yet");
    await ended(person, daniel());
    const { html, words } = await reading(person, "/call-history?q=nothing+of+the+kind");
    expect(words).toContain("No matching calls");
    expect(html).toMatch(/href="\/call-history"[^>]*>Show all calls/);
  });

  test.each([
    "?outcome=winning&direction=sideways&from=yesterday&to=2026-02-30&cursor=1",
    "?agent=%3Cscript%3E&number='",
    `?q=${encodeURIComponent('"AND (NEAR * ^ : words -"')}`,
    "?q=%F0%9F%A6%B7",
    `?q=${"long ".repeat(500)}`,
  ])("an address that makes no sense is no error: %s", async (search) => {
    const person = await memberOf();
    await ended(person, daniel());
    await reading(person, `/call-history${search}`);
  });

  test("pages lead on and back, and keep what is asked", async () => {
    const person = await memberOf();
    for (let n = 0; n < 60; n++) await ended(person, finishedCall({ started_at: now - n * 60_000 }));
    const first = await reading(person, "/call-history?outcome=answered");
    expect(first.words).toContain("50+ matching calls.");
    const older =
      /href="(\/call-history\?outcome=answered&amp;cursor=[^"]+)"[^>]*rel="next"|rel="next"[^>]*href="([^"]+)"/.exec(
        first.html,
      );
    const path = (older?.[1] ?? older?.[2] ?? "").replaceAll("&amp;", "&");
    const second = await reading(person, path);
    expect(second.html.match(/href="\/call-history\/[0-9a-f-]{36}\?outcome=answered"/g)).toHaveLength(10);
    expect(second.words).toContain("10 more matching calls.");
    expect(second.words).toContain("Newer");
    expect(second.words).not.toContain("Older");
  });

  test("a combination that no index holds is searched so far, says how far, and goes on", async () => {
    const person = await memberOf();
    await person.store.agents.names();
    await inObject(person, (sql) =>
      sql.exec(`
        insert into calls (id, type, direction, status, outcome, agent_id, number_id, provider, provider_call_id, started_at, created_at, updated_at)
        with recursive n(i) as (select 0 union all select i + 1 from n where i < 10400)
        select printf('01900000-%04x-7000-8000-%012x', i, i), 'phone', 'inbound', 'completed', 'answered',
          iif(i = 100, 'agent-rare', 'agent-busy'), 'number-1', 'twilio', 'CA' || i, 0, 0, 0 from n`),
    );
    const first = await reading(person, "/call-history?agent=agent-busy&outcome=answered&direction=outbound");
    expect(first.words).toContain("No matches back to");
    const [, path = ""] = /href="([^"]*cursor=[^"]*)"[^>]*>Continue searching|$/.exec(first.html) ?? [];
    const rest = await reading(person, path.replaceAll("&amp;", "&"));
    expect(rest.words).toContain("No matching calls");

    const rare = await reading(person, "/call-history?agent=agent-rare&number=number-1");
    expect(rare.words).toContain("No matches back to");
    const [, on = ""] = /href="([^"]*cursor=[^"]*)"[^>]*>Continue searching|$/.exec(rare.html) ?? [];
    expect((await reading(person, on.replaceAll("&amp;", "&"))).html).toContain(
      "/call-history/01900000-0064-7000-8000-000000000064",
    );
  });
});

describe("one call", () => {
  const told = () =>
    finishedCall({
      outcome: "booked",
      caller_name: "Daniel Whitmore",
      summary: "Booked a cleaning",
      interruptions: 1,
      talk_seconds: 161,
      fields: [
        { id: "reason", label: "Reason", value: "Cleaning & <b>polish</b>" },
        { id: "phone", label: "Phone number", value: "+14155550198" },
      ],
      cost_items: [
        { what: "carrier", quantity: 3, unit: "minute", unit_price_micros: 8_500, cost_micros: 25_500 },
        { what: "speech", quantity: 3, unit: "minute", unit_price_micros: 70_000, cost_micros: 210_000 },
        { what: "model", quantity: 3, unit: "minute", unit_price_micros: 0, cost_micros: 0 },
      ],
      lines: [
        { type: "agent", text: "How can I help?", heard: null, detail: null, at_ms: 0 },
        {
          type: "caller",
          text: "<script>alert(1)</script> A cleaning 🦷",
          heard: null,
          detail: null,
          at_ms: 6200,
        },
        {
          type: "note",
          text: "Checked the calendar: Tuesday has three",
          heard: null,
          detail: { type: "checked_calendar", text: "Checked the calendar: Tuesday has three" },
          at_ms: 7000,
        },
        {
          type: "agent",
          text: "Three works. Could I have your full name?",
          heard: "Three works. Could I",
          detail: null,
          at_ms: 11_000,
        },
        {
          type: "note",
          text: "Answered from “Prices”",
          heard: null,
          detail: { type: "answered_from", entry_id: "prices", title: "Prices" },
          at_ms: 15_000,
        },
        {
          type: "note",
          text: "No answer for “Is there parking?”",
          heard: null,
          detail: { type: "no_answer", question: "Is there parking?" },
          at_ms: 16_000,
        },
        { type: "keys", text: "415#", heard: null, detail: null, at_ms: 20_000 },
        {
          type: "action",
          text: "Booked the appointment",
          heard: null,
          detail: { action: { type: "book", kind: "cleaning", duration_minutes: 30 }, outcome: { ok: true } },
          at_ms: 61_000,
        },
      ],
    });

  test("is told like a script: times, speakers, what was never heard, what was done and from what", async () => {
    const person = await memberOf();
    const call = told();
    await ended(person, call);
    const { html, words } = await reading(person, `/call-history/${call.id}`);
    for (const line of [
      "0:00 Front desk How can I help?",
      "0:06 Daniel &lt;script&gt;alert(1)&lt;/script&gt; A cleaning 🦷",
      "Checked the calendar: Tuesday has three",
      "0:11 Front desk Three works. Could I",
      "Answered from Prices",
      "No answer for “Is there parking?” · Add an answer",
      "0:20 Daniel Pressed 415#",
      "Booked: cleaning, 30 minutes",
    ])
      expect(words).toContain(line);
    expect(html).toMatch(/<s[^>]*>.* have your full name\?.*<\/s>/);
    expect(html).toContain('href="/agents/agent-front-desk#knowledge"');
    expect(html).not.toContain("<script>alert(1)");
  });

  test("shows which language models answered, how fast and for what; a price that is not known is said", async () => {
    const person = await memberOf();
    const answer = (model: string, first_token_ms: number, more: Partial<ModelUse> = {}): ModelUse => ({
      turn: 2,
      model,
      first_token_ms,
      whole_ms: 900,
      input: 1200,
      output: 30,
      cached: 0,
      payer: "organization",
      cost_micros: 0,
      ...more,
    });
    const paid = finishedCall({
      ...told(),
      model_use: [
        answer("GPT-5.4 mini", 300),
        answer("GPT-5.4 mini", 2100),
        answer("GPT-5.4 mini", 420),
        answer("Claude Haiku 5.5", 600, { payer: "platform", cost_micros: 12_000 }),
      ],
    });
    const unknown = finishedCall({ ...told(), model_use: [answer("llama", 700, { cost_micros: null })] });
    await ended(person, paid, unknown);
    const { words } = await reading(person, `/call-history/${paid.id}`);
    expect(words).toContain(
      "GPT-5.4 mini 3 answers · begun in 0.4 s median · 3,600 tokens in, 90 out · on your own key",
    );
    expect(words).toContain("Claude Haiku 5.5 1 answer · begun in 0.6 s · 1,200 tokens in, 30 out · $0.01");
    const other = await reading(person, `/call-history/${unknown.id}`);
    expect(other.words).toContain("llama 1 answer · begun in 0.7 s · 1,200 tokens in, 30 out · cost unknown");
    expect(other.words).toContain("Model unknown");
    expect(other.words).not.toContain("Model included");
  });

  test("shows beside it what the caller said, what it cost and what went on behind", async () => {
    const person = await memberOf();
    const call = told();
    await ended(person, call);
    const { html, words } = await reading(person, `/call-history/${call.id}`);
    expect(words).toContain("Cleaning & &lt;b&gt;polish&lt;/b&gt;");
    expect(words).toContain("Phone number +1 415 555 0198");
    expect(words).toMatch(/Cost \$0\.24 .*Carrier, 3 min \$0\.03 Speech, 3 min \$0\.21 Model included/);
    expect(words).toMatch(/Front desk, version 7 .*Response time 0\.8 s median Interruptions 1/);
    expect(html).toContain(call.id);
    expect(html).not.toContain("<b>polish");
  });

  test("an appointment that was booked stands first", async () => {
    const person = await memberOf({ organization: { time_zone: "America/New_York" } });
    const call = told();
    await person.store.agents.names();
    await inObject(person, (sql) =>
      sql.exec(
        `insert into bookings (id, starts_at, ends_at, kind, name, status, call_id, created_at, updated_at)
         values ('b1', ?, ?, 'Cleaning', 'Daniel Whitmore', 'booked', ?, 0, 0)`,
        Date.UTC(2031, 10, 24, 20),
        Date.UTC(2031, 10, 24, 20, 30),
        call.id,
      ),
    );
    await ended(person, { ...call, booking_id: "b1" });
    const { words } = await reading(person, `/call-history/${call.id}`);
    expect(words).toContain("Monday, November 24, 2031, 3:00 to 3:30 pm");
  });

  test("every appointment of a call stands with whom it is for, and no words are one person's then", async () => {
    const person = await memberOf({ organization: { time_zone: "America/New_York" } });
    const call = told();
    await person.store.agents.names();
    await inObject(person, (sql) => {
      for (const [id, name, hour, status] of [
        ["b1", "Joan Orr", 17, "booked"],
        ["b2", "Daniel Whitmore", 14, "booked"],
        ["b3", "Kay Orr", 15, "canceled"],
      ] as const)
        sql.exec(
          `insert into bookings (id, starts_at, ends_at, kind, name, notes, status, call_id, created_at, updated_at)
           values (?, ?, ?, 'Cleaning', ?, 'Reason: a sore tooth', ?, ?, 0, 0)`,
          id,
          Date.UTC(2031, 0, 7, hour),
          Date.UTC(2031, 0, 7, hour, 30),
          name,
          status,
          call.id,
        );
    });
    await ended(person, { ...call, booking_id: "b1" });
    const { words } = await reading(person, `/call-history/${call.id}`);
    expect(words).toMatch(
      /Appointments .*9:00 to 9:30 am For Daniel Whitmore Reason: a sore tooth .*12:00 to 12:30 pm For Joan Orr Reason: a sore tooth/,
    );
    expect(words).not.toContain("Kay Orr");
    expect(words).toContain("0:20 Caller Pressed 415#");
  });

  test("leads to the calls before and after it, among those that the list was asked for", async () => {
    const person = await memberOf();
    const [newest, booked, middle, oldest] = (["answered", "booked", "answered", "booked"] as const).map(
      (outcome, n) => finishedCall({ outcome, started_at: now - n * hour, caller_name: `Caller${n} Mint` }),
    );
    if (!newest || !booked || !middle || !oldest) throw new Error("four calls are made");
    await ended(person, oldest, middle, booked, newest);
    const way = async (who: Person, id: string, asked: string) => {
      const page = await reading(who, `/call-history/${id}${asked}`);
      const html = page.html.replaceAll("&amp;", "&");
      const linked = (label: string) =>
        [...html.matchAll(/<a [^>]*>/g)]
          .find(([link]) => link.includes(`aria-label="${label}"`))?.[0]
          .match(/href="([^"]*)"/)?.[1];
      expect(html).toContain(`href="/call-history${asked}"`);
      return [linked("Newer call"), linked("Older call")];
    };
    const to = (call: { id: string }, asked = "") => `/call-history/${call.id}${asked}`;
    expect(await way(person, booked.id, "")).toEqual([to(newest), to(middle)]);
    expect(await way(person, newest.id, "")).toEqual([undefined, to(booked)]);
    for (const asked of ["?outcome=booked", "?outcome=booked&direction=inbound", "?q=mint&outcome=booked"]) {
      expect(await way(person, booked.id, asked)).toEqual([undefined, to(oldest, asked)]);
      expect(await way(person, oldest.id, asked)).toEqual([to(booked, asked), undefined]);
    }
    const viewer = await memberOf({ role: "viewer", organizationId: person.organizationId });
    const { html } = await reading(viewer, `/call-history/${booked.id}?q=caller3`);
    expect(html).toContain(`href="${to(newest)}"`);
    expect(html).not.toContain("caller3");
  });

  test("says once that a question had no answer, and its times do not break", async () => {
    const person = await memberOf();
    const question = "Is there parking?";
    const call = finishedCall({
      fields: [{ id: "when", label: "Best time", value: "2026-11-24 10:00" }],
      lines: [
        { type: "caller", text: question, heard: null, detail: null, at_ms: 0 },
        { type: "note", text: "No answer", heard: null, detail: { type: "no_answer", question }, at_ms: 1 },
        {
          type: "action",
          text: "Noted the question",
          heard: null,
          detail: { action: { type: "note_question", id: "q", question }, outcome: { ok: true } },
          at_ms: 2,
        },
      ],
    });
    await ended(person, call);
    const { html, words } = await reading(person, `/call-history/${call.id}`);
    expect(words).toContain("No answer for “Is there parking?”");
    expect(words).not.toContain("Noted the question");
    expect(html).toContain("10:00\u00a0am");
    // The result stands before the script, as people read it on a phone.
    expect(words.indexOf("What the caller said")).toBeLessThan(words.indexOf("Asked about parking"));
    expect(words.indexOf("Asked about parking")).toBeLessThan(words.indexOf("Behind the scenes"));
  });

  test("goes on while it is live, and is the same address when it is over", async () => {
    const person = await memberOf();
    const call = finishedCall({ started_at: Date.now() - 19_000 });
    await person.store.agents.names();
    await inObject(person, (sql) =>
      sql.exec(
        `insert into live_calls (call_id, agent_id, agent_name, direction, other_number, provider, provider_call_id, started_at, expires_at)
         values (?, 'a', 'Front desk', 'inbound', '+14155550163', 'twilio', 'CA1', ?, ?)`,
        call.id,
        call.started_at,
        call.started_at + hour,
      ),
    );
    const asked = {
      type: "caller",
      text: "What does a crown cost?",
      heard: null,
      detail: null,
      at_ms: 1000,
    } as const;
    await person.store.live.storeLines(call.id, [{ seq: 0, line: asked }], null);
    const live = await reading(person, `/call-history/${call.id}`);
    expect(live.words).toContain("+1 415 555 0163");
    expect(live.words).toMatch(/0:01 Caller What does a crown cost\?/);
    expect(live.words).toContain("Live");
    for (const path of ["/dashboard", "/call-history"]) {
      const { html, words } = await reading(person, path);
      expect(words).toMatch(/Live now 1 call .*\+1 415 555 0163/);
      expect(html).toContain(`href="/call-history/${call.id}"`);
    }
    await ended(person, call);
    expect((await reading(person, `/call-history/${call.id}`)).words).toContain("Behind the scenes");
  });

  test("of another organization, or of none, is not there: as a page and as data", async () => {
    const [person, stranger] = await Promise.all([memberOf(), memberOf()]);
    const call = told();
    await ended(stranger, call);
    for (const id of [call.id, newId(), "no-id", "%3Cscript%3E"]) {
      const page = await person.get(`/call-history/${id}`);
      expect(page.status).toBe(404);
      expect(wordsOf(await page.text())).toContain("This call doesn't exist");
      const data = await person.get(`/call-history/${id}.data`);
      expect(data.status).toBe(404);
      expect(await data.text()).not.toContain("Daniel");
    }
  });
});

describe("who may read, and what it costs", () => {
  const paths = [
    "/dashboard",
    "/dash",
    "/analytics",
    "/call-history",
    "/call-history/01900000-0000-7000-8000-000000000000",
  ];

  test.each(paths)("%s asks strangers to sign in", async (path) => {
    const response = await anonymous().get(path);
    expect(response.status).toBe(302);
    const returnPath = path === "/dashboard" ? "" : `?${new URLSearchParams({ returnPath: path })}`;
    expect(response.headers.get("location")).toBe(`/auth${returnPath}`);
  });

  test.each(paths)("%s is not for who only pays the bills", async (path) => {
    const payer = await memberOf({ role: "billing" });
    const answer = await payer.get(path);
    const isStartPage = !path.startsWith("/call-history");
    expect(answer.status).toBe(isStartPage ? 302 : 403);
    if (isStartPage) expect(answer.headers.get("location")).toBe("/subscription");
  });

  test("a page costs the session's statement, one trip to the organization, and few rows", async () => {
    const person = await memberOf();
    const calls = Array.from({ length: 60 }, (_, n) => finishedCall({ started_at: now - n * hour }));
    await ended(person, ...calls);
    for (const path of [
      "/dashboard",
      "/dashboard?range=30",
      "/call-history",
      "/call-history?q=parking",
      `/call-history/${calls[0]?.id}`,
    ]) {
      const cost = costOf(await person.get(path));
      // The dashboard also asks how many webhooks of the organization's carriers failed.
      expect(cost).toMatchObject({ d1: path.startsWith("/dashboard") ? 2 : 1, objects: 1 });
      expect(cost.rows).toBeLessThanOrEqual(10);
      expect(cost.kv).toBeLessThanOrEqual(2);
    }
    expect(costOf(await person.get("/call-history")).object_rows).toBeLessThanOrEqual(100);
  });
});
