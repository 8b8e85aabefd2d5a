/** /agents/:agentId/analytics: the figures of an agent's calls, the calls behind each, and who may read what of them. */
import { describe, expect, test } from "vitest";
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import { waitAt } from "#app/calls/agent-analytics/analytics-words.ts";
import type { Analysis } from "#app/calls/analysis/analysis.schema.ts";
import type { CallLine, FinishedCall } from "#app/calls/calls.schema.ts";
import { lastSaidOf } from "#app/calls/last-said.ts";
import { agencyOwner, press } from "../clients/arrange.ts";
import { memberOf, type Person } from "../support/people.ts";
import { type Clinic, clinic, rows } from "../support/telephone.ts";
import { ended, finishedCall, wordsOf } from "./arrange.ts";

const day = 86_400_000;
const line = (type: CallLine["type"], text: string): CallLine => ({
  type,
  text,
  heard: null,
  detail: null,
  at_ms: 0,
});
const said = (...texts: string[]) => [
  line("caller", "Hello"),
  ...texts.map((text) => line("agent", text)),
  line("note", "hung up"),
];

const urgent: AgentSpec["analysis"][number] = {
  id: "urgent",
  label: "Urgent",
  type: "yes_no",
  prompt: "Is it urgent?",
  options: [],
};
const teeth: AgentSpec["analysis"][number] = {
  id: "teeth",
  label: "Teeth",
  type: "number",
  prompt: "How many teeth?",
  options: [],
};

/** A call of the clinic's agent that is over and judged. */
async function judged(
  owner: Clinic,
  call: Partial<FinishedCall>,
  verdict: Partial<Analysis> = {},
): Promise<FinishedCall> {
  const made = finishedCall({ agent_id: owner.agentId, agent_version: 1, ...call });
  await ended(owner, made);
  const analysis: Analysis = {
    summary: "Asked",
    success: "yes",
    sentiment: "neutral",
    answers: [],
    model: null,
    fault: null,
    cost_micros: 0,
    ...verdict,
  };
  await owner.store.analyses.keep({ call_id: made.id, analysis, now: Date.now() });
  return made;
}

const page = async (person: Person, id: string, query = "") => {
  const answer = await person.get(`/agents/${id}/analytics${query}`);
  expect(answer.status).toBe(200);
  const html = await answer.text();
  return { html, words: wordsOf(html) };
};

/** Where the link with these words leads. */
function linkOf(html: string, words: string): string {
  const found = [...html.matchAll(/<a[^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)].find(
    ([, , text]) => wordsOf(text ?? "").trim() === words,
  );
  return (found?.[1] ?? "").replaceAll("&amp;", "&");
}

/** The ids of the calls that a list shows. */
const listed = async (person: Person, path: string) => {
  const html = await (await person.get(path)).text();
  return [...new Set(html.match(/(?<=href="\/call-history\/)[0-9a-f-]{36}/g))].sort();
};

const suits = "Thanks, Dana. Which day suits you best?";

/** Four calls: three hang-ups, two of them after the same question. */
async function calledClinic() {
  const owner = await clinic((spec) => ({ ...spec, analysis: [urgent, teeth] }));
  const asked = (value: boolean | null, count: number | null): Analysis["answers"] => [
    { id: "urgent", label: "Urgent", type: "yes_no", value },
    { id: "teeth", label: "Teeth", type: "number", value: count },
    { id: "former", label: "Former", type: "text", value: "kept" },
  ];
  const cost_items = [
    { what: "model", quantity: 1, unit: "call", unit_price_micros: 300_000, cost_micros: 300_000 } as const,
  ];
  const first = await judged(
    owner,
    {
      outcome: "booked",
      talk_seconds: 180,
      answer_ms: 700,
      ended_by: "agent",
      lines: said("Goodbye now."),
      cost_items,
    },
    { success: "yes", sentiment: "positive", answers: asked(true, 2) },
  );
  const second = await judged(
    owner,
    { talk_seconds: 60, answer_ms: 900, lines: said(suits) },
    { success: "no", sentiment: "negative", answers: asked(false, 4) },
  );
  const third = await judged(
    owner,
    {
      talk_seconds: 60,
      answer_ms: 1100,
      agent_version: 2,
      lines: said("Hello, Sam. Which day suits you best?"),
    },
    { success: "unclear", answers: asked(null, null) },
  );
  const fourth = await judged(
    owner,
    { talk_seconds: 61, answer_ms: 3000, lines: said("I can reach you on 415 555 0177, right?") },
    { success: "yes" },
  );
  // Of another agent, and before the range.
  await ended(owner, finishedCall({ agent_id: "agent-other" }));
  const old = await judged(owner, { started_at: Date.now() - 40 * day });
  return { owner, first, second, third, fourth, old };
}

describe("the page", () => {
  test("counts an agent's calls, and each figure leads to the calls behind it", async () => {
    const { owner, first, second, third, fourth, old } = await calledClinic();
    const { html, words } = await page(owner, owner.agentId);
    for (const text of [
      "Calls 4 100% answered",
      "Minutes talked 7 1 min 30 s average",
      "Successful 50% of 4 judged calls",
      "Callers' wait 0.9 s median; 95% within 3.0 s",
      "Cost a call $0.08 $0.30 in all",
      "Answered 3 · 75%",
      "Booked 1 · 25%",
      "Got what they wanted 2 · 50%",
      "3 callers hung up, 75% of all calls",
      "Which day suits you best? 2 · 67%",
      "Yes 1 · 33%",
      "No 1 · 33%",
      "Not answered 1 · 33%",
      "3 judged calls · average 3, from 2 to 4",
    ])
      expect(words).toContain(text);
    expect(words).not.toContain("Former");
    const leads = async (text: string, ...calls: FinishedCall[]) =>
      expect(await listed(owner, linkOf(html, text)), text).toEqual(calls.map(({ id }) => id).sort());
    await leads("4", first, second, third, fourth);
    await leads("50%", first, fourth);
    await leads("Booked", first);
    await leads("Unclear", third);
    await leads("Which day suits you best?", second, third);
    const longer = await page(owner, owner.agentId, "?range=90");
    expect(longer.words).toContain("Calls 5 100% answered");
    expect(await listed(owner, linkOf(longer.html, "5"))).toContain(old.id);
  });

  test("compares versions where several answered", async () => {
    const { owner } = await calledClinic();
    const { words } = await page(owner, owner.agentId);
    expect(words).toMatch(
      /Version 2 1 calls 0% successful 1 min \$0\.00 a call Version 1 3 calls 67% successful 1 min 40 s \$0\.10 a call/,
    );
    const alone = await clinic();
    await judged(alone, {});
    expect((await page(alone, alone.agentId)).words).not.toContain("By version");
  });

  test("says what will be there before the first call, and ignores a range that does not exist", async () => {
    const owner = await clinic();
    const { words, html } = await page(owner, owner.agentId, "?range=4000");
    expect(words).toContain("No calls in these days");
    expect(words).toContain("the last 30 days");
    expect(html).toContain(`href="/agents/${owner.agentId}/call"`);
    const viewer = await memberOf({ role: "viewer", organizationId: owner.organizationId });
    expect((await page(viewer, owner.agentId)).html).not.toContain(`href="/agents/${owner.agentId}/call"`);
  });

  test("shows a member who may not read who called no person in the last words", async () => {
    const { owner, fourth } = await calledClinic();
    expect((await page(owner, owner.agentId)).words).toContain("415 555 0177");
    const viewer = await memberOf({ role: "viewer", organizationId: owner.organizationId });
    const { html, words } = await page(viewer, owner.agentId);
    expect(html).not.toContain("0177");
    expect(words).toContain("I can reach you on [number], right?");
    const list = await (await viewer.get(`/call-history?last=${fourth.id}`)).text();
    expect(list).not.toContain("0177");
    expect(wordsOf(list)).toContain("Hung up after “I can reach you on [number], right?”");
  });

  test("is not there where calls are withheld, nor is its tab", async () => {
    const agency = await agencyOwner();
    const client = await memberOf({ organization: { parent_organization_id: agency.organizationId } });
    const { spec } = await clinic();
    await client.store.agents.create({ id: "agent-1", spec, created_by: client.userId, now: Date.now() });
    const member = await memberOf({ role: "member", organizationId: client.organizationId });
    expect((await member.get("/agents/agent-1/analytics")).status).toBe(200);
    const tab = 'href="/agents/agent-1/analytics"';
    expect(await (await member.get("/agents/agent-1")).text()).toContain(tab);
    await press(agency, client, "sections", { withheld: ["calls:member"] });
    for (const path of ["/agents/agent-1/analytics", "/agents/agent-1/analytics.data"])
      expect((await member.get(path)).status, path).toBe(404);
    const editor = await member.get("/agents/agent-1");
    expect(editor.status).toBe(200);
    expect(await editor.text()).not.toContain(tab);
    expect((await client.get("/agents/agent-1/analytics")).status).toBe(200);
  });
});

describe("the last words before a hang-up", () => {
  const lastOf = (text: string) => lastSaidOf({ ended_by: "caller", lines: [line("agent", text)] });

  test.each([
    [suits, "Which day suits you best?"],
    ["Which day\n  suits you best?", "Which day suits you best?"],
    ["You see Dr. Smith", "You see Dr. Smith"],
    ["Goodbye.", "Goodbye."],
    [`${"word ".repeat(60)}`, "word ".repeat(60).slice(0, 160)],
  ])("of %j are the last sentence", (text, last) => expect(lastOf(text)).toBe(last));

  test("are kept of hang-ups only, and are gone with the words of the call", async () => {
    const owner = await clinic();
    const hung = await judged(owner, { lines: said(suits), other_number: "+14155550123" });
    await judged(owner, { ended_by: "agent", lines: said(suits) });
    await judged(owner, { lines: [] });
    const kept = () => rows(owner, "select last_said, success, sentiment from calls order by seq");
    const unsaid = { last_said: null, success: "yes", sentiment: "neutral" };
    expect(await kept()).toEqual([{ ...unsaid, last_said: "Which day suits you best?" }, unsaid, unsaid]);
    await owner.post("/settings/data", { intent: "erase", who: hung.other_number ?? "" });
    expect((await kept())[0]).toEqual({ last_said: null, success: null, sentiment: null });
    expect((await page(owner, owner.agentId)).words).toContain("No caller hung up in these days");
  });

  test("lose another person's number when that person is erased", async () => {
    const owner = await clinic();
    await judged(owner, { lines: said("I can reach Ann on 415 555 0188, right?") });
    await owner.store.persons.erase(
      { phone_number: "+14155550188", email: null },
      { part: "mentions", after: 0 },
      Date.now(),
    );
    expect(await rows(owner, "select last_said from calls")).toEqual([
      { last_said: "I can reach Ann on [erased], right?" },
    ]);
  });
});

test("the wait that a share of the calls does not exceed", () => {
  const waits = [
    { ms: 500, calls: 90 },
    { ms: 900, calls: 5 },
    { ms: 4000, calls: 5 },
  ];
  expect([0.5, 0.95, 0.96, 1].map((share) => waitAt(waits, share))).toEqual([500, 900, 4000, 4000]);
  expect(waitAt([], 0.5)).toBeNull();
});
