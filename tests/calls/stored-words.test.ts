/** Redaction where it counts: what is stored of a call, what open dashboards are told, and what a search finds. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { rows } from "../support/telephone.ts";
import { ended, finishedCall, inObject, leftMessage } from "./arrange.ts";

const choose = (owner: Person, ...kinds: string[]) =>
  owner.post("/settings", { intent: "redaction", ...Object.fromEntries(kinds.map((kind) => [kind, "on"])) });

const said = (text: string, type: "caller" | "agent" = "caller") => ({
  type,
  text,
  heard: null,
  detail: null,
  at_ms: 0,
});

const secrets = () =>
  finishedCall({
    other_number: "+14155550177",
    summary: "Paid with 4111 1111 1111 1111",
    fields: [
      { id: "card", label: "Card", value: "4111111111111111" },
      { id: "phone", label: "Phone", value: "+14155550177" },
    ],
    lines: [
      said("My card is 4111 1111 1111 1111"),
      said("and my social is 219-09-9999"),
      said("write to mara@people.example or call 415 555 0188"),
    ],
  });

test("what is redacted is never stored, and no search finds it", async () => {
  const owner = await memberOf();
  expect((await choose(owner, "cards", "national_ids", "emails", "phones")).headers.get("location")).toBe(
    "/settings?done=redaction",
  );
  const call = secrets();
  await ended(owner, call);
  await owner.store.messages.take(
    leftMessage({ call_id: call.id, text: "Card 4111 1111 1111 1111, call 415 555 0188" }),
  );
  const [transcript] = await rows(owner, "select lines from call_transcripts");
  expect(transcript?.lines).not.toMatch(/4111|219-09|mara@|0188/);
  expect(transcript?.lines).toContain("[card number]");
  const [stored] = await rows(owner, "select summary, fields, other_number from calls");
  expect(stored).toMatchObject({ summary: "Paid with [card number]", other_number: "+14155550177" });
  // A number that the agent was told to ask for is wanted; a card is not.
  expect(stored?.fields).toContain("+14155550177");
  expect(stored?.fields).not.toContain("4111");
  expect(await rows(owner, "select text from messages")).toEqual([
    { text: expect.stringMatching(/^Card \[card number\]/) },
  ]);
  for (const word of ["4111", "219", "mara"])
    expect(await pageText(await (await owner.get(`/call-history?q=${word}`)).text())).not.toContain(
      "Front desk",
    );
  const outbox = await rows(owner, "select payload from outbox");
  expect(JSON.stringify(outbox)).not.toMatch(/4111 ?1111|219-09/);
});

test("off, as at first, everything is stored as it was said; switching it on changes no older call", async () => {
  const owner = await memberOf();
  await ended(owner, secrets());
  await choose(owner, "cards");
  const [transcript] = await rows(owner, "select lines from call_transcripts");
  expect(transcript?.lines).toContain("4111 1111 1111 1111");
  await choose(owner);
  const call = secrets();
  await ended(owner, call);
  const [later] = await rows(owner, `select lines from call_transcripts where call_id = '${call.id}'`);
  expect(later?.lines).toContain("4111 1111 1111 1111");
});

test("the live feed tells a card's lines anew, once the last of them shows that it is one", async () => {
  const owner = await memberOf();
  await choose(owner, "cards");
  await inObject(owner, (sql) =>
    sql.exec(
      `insert into live_calls (call_id, direction, other_number, provider, provider_call_id, started_at, expires_at)
       values ('c', 'inbound', '+14155550177', 'twilio', 'CA1', 1, 1)`,
    ),
  );
  const tell = (seq: number, text: string) =>
    owner.store.live.storeLines("c", [{ seq, line: said(text) }], null);
  await tell(0, "Hello");
  const first = await tell(1, "4111 1111");
  expect(first.announce).toHaveLength(1);
  const last = await tell(2, "1111 1111");
  expect(last.announce).toEqual([
    { type: "line", call_id: "c", seq: 1, line: said("[card number]") },
    { type: "line", call_id: "c", seq: 2, line: said("[card number]") },
  ]);
  const [live] = await rows(owner, "select last_words from live_calls");
  const kept = await rows(owner, "select seq, line from live_lines order by seq");
  expect(kept.map(({ seq }) => seq)).toEqual([0, 1, 2]);
  expect(JSON.stringify(kept)).not.toContain("1111");
  expect(live?.last_words).toBe("[card number]");
});

test("the audit trail says who switched what, and only those who may change settings can", async () => {
  const owner = await memberOf();
  const member = await memberOf({ role: "member", organizationId: owner.organizationId });
  expect((await choose(member, "cards")).status).toBe(403);
  await choose(owner, "cards", "emails");
  const events = await controlPlane()
    .select()
    .from(control.auditEvents)
    .where(eq(control.auditEvents.organization_id, owner.organizationId));
  expect(events.find(({ action }) => action === "organization.redaction_changed")?.changes).toEqual({
    cards: true,
    national_ids: false,
    emails: true,
    phones: false,
  });
});
