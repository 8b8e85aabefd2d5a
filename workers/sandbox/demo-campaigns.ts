/** The clinic's campaigns: one that is over, one that is held, and one that goes on tomorrow. The dialer itself called everyone, on a clock of the past. */

import type { BusyStretch } from "#app/bookings/bookings.schema.ts";
import type { FinishedCall } from "#app/calls/calls.schema.ts";
import { newFinishedCall } from "#app/calls/new-finished-call.ts";
import { campaignGreeting } from "#app/calls/outbound/campaign-greeting.ts";
import { campaignAuthor, type PlaceOrder } from "#app/calls/outbound/placed-calls.schema.ts";
import { type CampaignDraft, campaignDraft } from "#app/campaigns/campaign.schema.ts";
import { minute_ms, second_ms } from "#app/platform/durations.ts";
import type { Store } from "#app/platform/organization-door.ts";
import { addDays, instantOf, localDate } from "#app/platform/zoned-time.ts";
import { randomOf } from "#workers/conversation/simulation/simulated-caller.ts";
import type { CallerTurn } from "#workers/conversation/simulation/simulated-line.ts";
import { noteDeed } from "./demo-activity.ts";
import { callFrame, callIdOf, type DemoCall, toldCall } from "./demo-calls.ts";
import { bookingAgent, clinic, clinicNumbers, staff } from "./demo-clinic.ts";
import { personAt } from "./demo-contacts.ts";
import type { Ring } from "./demo-rings.ts";
import { bookingOf, recorded } from "./demo-written-calls.ts";
import { localSettings } from "./local-bindings.ts";

type Plan = {
  name: string;
  tag: string;
  consent: CampaignDraft["consent"];
  /** Days before today, and the clinic's time, of its beginning. */
  daysAgo: number;
  at: string;
  /** Days after which someone who was not reached is called again. */
  againAfter: number;
  /** After so many calls it is paused; null: it is not. */
  heldAfter: number | null;
};

const plans: readonly Plan[] = [
  {
    name: "Checkup reminders",
    tag: "checkup-due",
    consent: "relaxed",
    daysAgo: 9,
    at: "12:00",
    againAfter: 1,
    heldAfter: null,
  },
  {
    name: "Whitening offer",
    tag: "whitening-offer",
    consent: "relaxed",
    daysAgo: 4,
    at: "13:00",
    againAfter: 1,
    heldAfter: 14,
  },
  // People who were not reached yesterday are called again tomorrow: today the campaign waits.
  {
    name: "Autumn recall",
    tag: "autumn-recall",
    consent: "required",
    daysAgo: 1,
    at: "10:00",
    againAfter: 2,
    heldAfter: null,
  },
];

const firstSeed = 6001;
/** The pace: with one call at a time, the next one waits for the end of the last, and no less. */
const spacing_ms = 10 * second_ms;

const [owner] = staff;
const author = (now: number) => ({
  id: owner?.id ?? "",
  name: owner?.name ?? "",
  time_zone: clinic.time_zone,
  locale: clinic.locale,
  now,
});

function draftOf({ name, tag, consent, againAfter }: Plan): CampaignDraft {
  const again = { times: 1, after_minutes: againAfter * 24 * 60 };
  return campaignDraft.parse({
    name,
    agent_id: bookingAgent.id,
    audience: { tags: [tag] },
    number_ids: [clinicNumbers[0].id, clinicNumbers[1].id],
    schedule: {
      days: [1, 2, 3, 4, 5, 6, 7],
      from: "09:00",
      to: "18:00",
      starts_on: null,
      ends_on: null,
      zone: "contact",
    },
    attempts: { most: 2, retry: { no_answer: again, busy: again, voicemail: again, failed: again } },
    per_minute: minute_ms / spacing_ms,
    most_at_once: 1,
    consent,
  });
}

/** What an agent of a campaign says first. */
const callingAgent = {
  ...bookingAgent,
  spec: { ...bookingAgent.spec, outbound_greeting: campaignGreeting(null, "en-US") },
};

function orderOf({ id, name }: { id: string; name: string }, key: string, ring: Ring): PlaceOrder {
  const call_id = callIdOf(ring);
  const { provider, our_number, other_number } = callFrame(ring);
  return {
    key,
    reason: null,
    account_id: null,
    asked_by: `${campaignAuthor}${id}`,
    asked_name: name,
    voicemail: "hang_up",
    arrival: {
      provider,
      provider_call_id: call_id,
      capacity_account: `${provider}:${localSettings("").TWILIO_ACCOUNT_SID}`,
      direction: "outbound",
      placed: { call_id, agent_id: bookingAgent.id },
      our_number,
      other_number,
      tier: "growth",
      subscription_status: "active",
      organization: { ...clinic, region: null },
      is_deleted: false,
      now: ring.at,
    },
  };
}

/** What people say who are called out of the blue; the others talk about an appointment. */
const answers: readonly { share: number; says: readonly CallerTurn[] }[] = [
  { share: 0.24, says: [{ say: "No thanks, not interested." }] },
  { share: 0.14, says: [{ say: "Who is this?" }, { say: "I'm at work right now, bye." }] },
  { share: 0.12, says: [{ say: "What does a cleaning cost?" }, { say: "Okay, I'll think about it. Bye." }] },
  { share: 0.1, says: [] },
  { share: 0.07, says: [{ say: "Please stop calling me." }] },
];

/** @param chance of one. Undefined: they talk with the agent as people do who call it */
function answerOf(chance: number): readonly CallerTurn[] | undefined {
  let left = chance;
  for (const { share, says } of answers) {
    if (left < share) return says;
    left -= share;
  }
  return undefined;
}

/** How a placed call goes: it is not answered, answered by a machine, or a person talks with the agent. */
type Going = { over: number; told: DemoCall | null; isMachine: boolean };

function goingOf(ring: Ring, chance: number, busy: BusyStretch[]): Going {
  if (chance < 0.32)
    return { over: ring.at + (chance < 0.06 ? 3 : 30) * second_ms, told: null, isMachine: false };
  if (chance < 0.46) {
    const over = ring.at + 24 * second_ms;
    const call = newFinishedCall({
      ...callFrame(ring),
      status: "completed",
      outcome: "missed",
      ended_by: "voicemail",
      end_reason: "voicemail_hangup",
      answered_at: over - 4 * second_ms,
      ended_at: over,
      talk_seconds: 4,
    });
    return { over, told: { call, bookings: [], questions: [], messages: [] }, isMachine: true };
  }
  const told = { ...toldCall(ring, busy), questions: [] };
  for (const { request } of told.bookings)
    busy.push({ from: request.starts_at, to: request.starts_at + request.duration_minutes * minute_ms });
  return { over: told.call.ended_at, told, isMachine: false };
}

/** What the object is told when the call is over; it travels with what is asked in the same tick. */
function ended(store: Store, ring: Ring, { over, told, isMachine }: Going, booking_id: string | null) {
  const { id: call_id, provider, provider_call_id } = callFrame(ring);
  if (!told) {
    const status = over - ring.at < 10 * second_ms ? "busy" : "no_answer";
    return [store.placed.report({ call_id, provider, provider_call_id, status, cause: null, now: over })];
  }
  const { phone_number } = ring.caller;
  return [
    ...(isMachine ? [store.placed.answeredBy({ call_id, who: "machine_start" })] : []),
    ...recorded(store, told, booking_id),
    ...(told.call.outcome === "opted_out"
      ? [store.doNotCall.bar({ phone_number, source: "voice", reason: "", by: null, now: over })]
      : []),
  ];
}

type Lived = { store: Store; d1: D1Database; busy: BusyStretch[]; answered: FinishedCall[]; present: number };

/** Runs a campaign's past until it is over, is held, or waits for a moment that has not come. */
async function seedCampaign(
  { store, d1, busy, answered, present }: Lived,
  plan: Plan,
  seed: number,
): Promise<void> {
  const today = localDate(present, clinic.time_zone);
  let now = instantOf(addDays(today, -plan.daysAgo), plan.at, clinic.time_zone);
  const written = now - 40 * minute_ms;
  const id = await store.campaigns.create(draftOf(plan), author(written));
  await noteDeed(d1, written, author(written).id, ["campaign.created", id]);
  await store.campaigns.start(id, author(now), localDate(now, clinic.time_zone));
  await noteDeed(d1, now, author(now).id, ["campaign.started", id]);
  const random = randomOf(seed);
  let calls = 0;
  let leased = await store.dialer.tick(now);
  for (;;) {
    // One call at a time.
    const [attempt] = leased;
    if (attempt === undefined) {
      const [campaign, progress] = await Promise.all([
        store.campaigns.find(id),
        store.campaignProgress.progress(id, now),
      ]);
      const next = progress?.next_at ?? null;
      if (campaign?.status !== "running" || next === null || next >= present) return;
      now = Math.max(now + second_ms, next);
      leased = await store.dialer.tick(now);
      continue;
    }
    const job = await store.dialing.begin(attempt, now);
    const number = clinicNumbers.find((one) => one.id === job?.number_id);
    if (!job || !number) throw new Error("an attempt of the demo has no call");
    const says = answerOf(random());
    const ring: Ring = {
      at: now,
      seed: seed + calls++,
      agent: callingAgent,
      caller: personAt(job.to),
      number,
      direction: "outbound",
      ...(says && { says }),
    };
    const going = goingOf(ring, random(), busy);
    const [asked, booking_id] = await Promise.all([
      store.dialing.ask(attempt, orderOf({ id, name: plan.name }, attempt, ring)),
      going.told && bookingOf(store, going.told),
    ]);
    if (!asked.ok) throw new Error(`a call of the demo was refused: ${asked.reason}`);
    if (going.told) answered.push(going.told.call);
    now = Math.max(going.over, now + spacing_ms) + second_ms;
    const over = ended(store, ring, going, booking_id);
    const isHeld = calls === plan.heldAfter;
    const held = isHeld ? [store.campaigns.pause(id, now)] : [];
    const tick = store.dialer.tick(now);
    await Promise.all([...over, ...held]);
    leased = await tick;
    if (isHeld) await noteDeed(d1, now, author(now).id, ["campaign.paused", id]);
  }
}

/** Lives through all of them. `calls`: those that people made, whose appointments stand. @returns the calls that were answered */
export async function seedCampaigns(
  { store, d1 }: Pick<Lived, "store" | "d1">,
  calls: readonly DemoCall[],
  present: number,
): Promise<FinishedCall[]> {
  const busy = calls.flatMap(({ bookings }) =>
    bookings.map(({ request: { starts_at, duration_minutes } }) => ({
      from: starts_at,
      to: starts_at + duration_minutes * minute_ms,
    })),
  );
  const lived: Lived = { store, d1, busy, answered: [], present };
  for (const [place, plan] of plans.entries()) await seedCampaign(lived, plan, firstSeed + place * 1000);
  return lived.answered;
}
