/** Whole calls by script through the sandbox's carrier: real markup, real sockets, simulated time. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { bookingAgent, clinic, clinicNumbers } from "#workers/sandbox/demo-clinic.ts";
import { post, sandbox } from "../sandbox/world.ts";
import { history } from "../support/telephone.ts";

const store = () => storeOf(organizationObject({ id: clinic.id, region: null }, env));
const to = clinicNumbers.find(({ agent }) => agent === bookingAgent)?.phone_number ?? "";

beforeAll(async () => {
  expect((await sandbox("/seed", { method: "POST" })).status).toBe(200);
  // Which slots the demo's own appointments take depends on the hour at which it is written.
  await runInDurableObject(env.ORGANIZATION.getByName(clinic.id), (_, { storage }) => {
    storage.sql.exec("delete from bookings");
  });
});

type Result = {
  call_sid: string;
  ended_by: string;
  transcript: { role: string; text: string; at_ms: number }[];
  events: { at_ms: number; direction: string; frame: { type: string } }[];
};

async function script(from: string, turns: object[]): Promise<Result> {
  const answer = await post("/phone/calls", { from, to, turns });
  return answer.json();
}

const says = (...words: string[]) => words.map((say) => ({ say }));

const agentSaid = ({ transcript }: Result): string[] =>
  transcript.filter(({ role }) => role === "agent").map(({ text }) => text);

test("a scripted caller books, and the organization has the call with the times of the call's own clock", async () => {
  const result = await script(
    "+13035550111",
    says(
      "I'd like to book a cleaning",
      "next Tuesday at 3",
      "Marta Lindqvist",
      "yes",
      "yes please",
      "no thanks bye",
    ),
  );
  expect(result.ended_by).toBe("agent");
  const call = (await history({ organizationId: clinic.id })).at(-1);
  expect(call).toMatchObject({
    provider_call_id: result.call_sid,
    outcome: "booked",
    contact_name: "Marta Lindqvist",
    // On a Monday "next Tuesday" is more than a week ahead, and is written with its date.
    summary: expect.stringMatching(/^Booked a cleaning for Tuesday,?(?: [A-Z][a-z]{2} \d+,)? at 3:00 pm$/),
    answer_ms: 900,
  });
  const spoken = (result.transcript.at(-1)?.at_ms ?? 0) / 1000;
  expect(call?.talk_seconds).toBeGreaterThan(spoken);
  const booked = await store().bookings.upcoming(Date.now(), 500);
  expect(booked.find(({ call_id }) => call_id === call?.id)).toMatchObject({ name: "Marta Lindqvist" });
}, 30_000);

test("who books for two is the one the call is called by, each appointment has its person, and the agent names the other", async () => {
  const result = await script(
    "+13035550122",
    says(
      "I'd like to book a cleaning for me and my wife",
      "Tuesday in two weeks at nine",
      "Kay Orr",
      "yes",
      "yes",
      "Tuesday in two weeks at ten",
      "Joan Orr",
      "yes",
      "yes",
      "no thanks bye",
    ),
  );
  const call = (await history({ organizationId: clinic.id })).find(
    ({ provider_call_id }) => provider_call_id === result.call_sid,
  );
  const reading = { now: Date.now(), timeZone: clinic.time_zone, locale: "en-US" };
  const page = await store().calls.find(String(call?.id), reading);
  expect(page?.ended?.appointments.map(({ person }) => person)).toEqual(["Kay Orr", "Joan Orr"]);
  expect(page).toMatchObject({ who: "Kay Orr", caller: "Caller" });
  const booked = agentSaid(result).filter((text) => /\bbooked\b/.test(text));
  expect(booked.find((text) => text.includes("Joan"))).toMatch(/booked for Joan: .* ten/);
}, 30_000);

test("callers who want the same slot at once get one each, and nobody is told of a booking that is not", async () => {
  const results = await Promise.all(
    ["Anna", "Bertil", "Clara", "David"].map((name, i) =>
      script(
        `+1303555120${i}`,
        says(
          "I'd like to book a cleaning",
          "next Wednesday at 10",
          `${name} Lindqvist`,
          "yes",
          "yes please",
          "the later one",
          "yes please",
          "yes please",
          "no thanks bye",
        ),
      ),
    ),
  );
  const booked = (await store().bookings.upcoming(Date.now(), 500)).filter(({ phone_number }) =>
    phone_number?.startsWith("+1303555120"),
  );
  expect(new Set(booked.map(({ starts_at }) => starts_at)).size).toBe(booked.length);
  expect(booked.length).toBeGreaterThan(1);
  const told = results.filter((result) =>
    agentSaid(result).some((text) => /\byou're (all )?(booked|set)\b/i.test(text)),
  );
  expect(told.length).toBeLessThanOrEqual(booked.length);
  expect(
    results.filter((result) => agentSaid(result).some((text) => /just (been )?taken/.test(text))).length,
  ).toBeGreaterThan(0);
}, 60_000);

test("cutting in leaves the transcript with what was heard", async () => {
  const result = await script("+13035550113", [
    { interrupt_after_ms: 900, say: "what are your opening hours?" },
    { hang_up: true },
  ]);
  const interrupt = result.events.find(({ frame }) => frame.type === "interrupt");
  expect(interrupt).toBeDefined();
  const call = (await history({ organizationId: clinic.id })).find(
    ({ provider_call_id }) => provider_call_id === result.call_sid,
  );
  expect(call).toMatchObject({ interruptions: 1, ended_by: "caller" });
}, 30_000);

test("a yes spoken over the question whether to book is heard, and books", async () => {
  const result = await script("+13035550114", [
    ...says("I'd like to book a cleaning", "Tuesday in four weeks at 11", "Marta Lindqvist"),
    { interrupt_after_ms: 4_600, say: "yes" },
    ...says("no thanks bye"),
  ]);
  expect(result.events.some(({ frame }) => frame.type === "interrupt")).toBe(true);
  const call = (await history({ organizationId: clinic.id })).find(
    ({ provider_call_id }) => provider_call_id === result.call_sid,
  );
  expect(call).toMatchObject({ outcome: "booked", interruptions: 1 });
}, 30_000);

test("a scripted caller hears words as the dictionary has them, and the transcript has them as they are written", async () => {
  await store().voices.addWord({ word: "Cleaning", said: "kleening" });
  try {
    const result = await script("+13035550117", [
      ...says(
        "I'd like to book a cleaning",
        "Tuesday in five weeks at 11",
        "Marta Lindqvist",
        "yes",
        "yes please",
      ),
      { hang_up: true },
    ]);
    const heard = agentSaid(result).join(" ");
    expect(heard).toMatch(/\bkleening\b/);
    expect(heard).not.toMatch(/\bcleaning\b/i);
    const kept = (await history({ organizationId: clinic.id })).find(
      ({ provider_call_id }) => provider_call_id === result.call_sid,
    );
    expect(kept).toMatchObject({ outcome: "booked" });
    const page = await store().calls.find(String(kept?.id), {
      now: Date.now(),
      timeZone: clinic.time_zone,
      locale: "en-US",
    });
    expect(JSON.stringify(page)).toMatch(/\bcleaning\b/);
    expect(JSON.stringify(page)).not.toContain("kleening");
  } finally {
    await store().voices.removeWord("cleaning");
  }
}, 30_000);
