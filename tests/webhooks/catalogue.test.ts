/** The events that the outside can hear of, and the signature under each. */
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { factShapes, isFactKind } from "#app/object/events.schema.ts";
import { catalogue, eventNamed, eventOf, toldFacts } from "#app/webhooks/catalogue.ts";
import { newSecret, signedHeaders } from "#app/webhooks/signature.ts";

/** What stays inside: the machinery of the product, and who belongs to an organization. */
const inside = [
  "webhook.failing",
  "member.joined",
  "agent.archived",
  "brand.changed",
  "settings.changed",
  "subscription.changed",
];

test("every kind of fact is told to the outside once, or stays inside on purpose", () => {
  expect([...toldFacts, ...inside].sort()).toEqual(Object.keys(factShapes).sort());
  expect(new Set(catalogue.map(({ name }) => name)).size).toBe(catalogue.length);
});

test.each(catalogue.map((event) => [event.name, event] as const))(
  "%s: its example has its shape",
  (_, event) => {
    expect(event.schema.strict().parse(event.example)).toEqual(event.example);
    expect(event.version).toBe(1);
    expect(eventNamed(event.name)?.title).toBe(event.title);
  },
);

test("what a fact says of money and of the inside is not told", () => {
  const event = eventOf(
    "call.finished",
    {
      v: 1,
      call_id: "call-1",
      type: "phone",
      direction: "outbound",
      other_number: "+14155550142",
      own_number: "+14155550100",
      number_id: null,
      agent_id: "agent-1",
      agent_version: 3,
      started_at: Date.UTC(2026, 0, 1),
      ended_at: Date.UTC(2026, 0, 1, 0, 1),
      answered: true,
      outcome: "lead",
      reason: "goodbye",
      booked: false,
      booking_id: null,
      messages: 0,
      seconds: 60,
      billable_seconds: 60,
      cost_micros: 99_000,
      currency: "USD",
      contact_id: null,
      contact_name: null,
      summary: null,
    },
    { organization_id: "org-1", at: Date.UTC(2026, 0, 1, 0, 1) },
  );
  expect(event).toMatchObject({
    type: "call.ended",
    version: 1,
    timestamp: "2026-01-01T00:01:00.000Z",
    organization_id: "org-1",
    data: { from: "+14155550100", to: "+14155550142", ended_at: "2026-01-01T00:01:00.000Z" },
  });
  expect(JSON.stringify(event)).not.toMatch(/cost|billable|99000/);
  expect(isFactKind("member.joined") && eventOf("member.joined", {}, { organization_id: "o", at: 0 })).toBe(
    null,
  );
});

test("a message verifies by either secret while one replaces the other, and by no other", async () => {
  const [one, other, third] = [newSecret(), newSecret(), newSecret()];
  const body = JSON.stringify({ type: "call.ended", data: { summary: "Übermorgen · 10 Uhr" } });
  const headers = await signedHeaders({ id: "msg_1", body }, [one, other], Date.now());
  for (const secret of [one, other])
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(third).verify(body, headers)).toThrow();
  expect(() => new Webhook(one).verify(`${body} `, headers)).toThrow();
  const old = await signedHeaders({ id: "msg_1", body }, [one], Date.now() - 3_600_000);
  expect(() => new Webhook(one).verify(body, old)).toThrow();
});
