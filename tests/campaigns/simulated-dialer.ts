/**
 * The dialer on a clock of its own, with a queue that loses and repeats, a carrier that fails, people who ask for no calls at
 * the worst moment, and lists that change. What it does is judged by rules that are written anew here.
 * Long because one run of it is one loop over one clock.
 */

import { placeOfNumber } from "#app/calls/compliance/area-places.ts";
import type { PlaceOrder } from "#app/calls/outbound/placed-calls.schema.ts";
import { dialTimer } from "#app/calls/outbound/placed-calls.schema.ts";
import { type CampaignDraft, campaignDraft, type DialCaps } from "#app/campaigns/campaign.schema.ts";
import * as campaigns from "#app/campaigns/campaigns.store.ts";
import { tick } from "#app/campaigns/dialer.store.ts";
import * as dialing from "#app/campaigns/dialing.store.ts";
import * as ledger from "#app/campaigns/ledger.store.ts";
import { beginning, faultOf } from "#app/campaigns/ledger-chain.ts";
import { merge } from "#app/campaigns/people.store.ts";
import { archive } from "#app/contacts/contact-file.store.ts";
import { keepSetting } from "#app/object/settings.store.ts";
import { hasten } from "#app/object/timers.store.ts";
import { day_ms, hour_ms, minute_ms, second_ms } from "#app/platform/durations.ts";
import { type Memory, memoryDatabase } from "./memory-database.ts";

export type Plan = {
  seed: number;
  contacts: number;
  /** Attempts after which it stops, if it has not ended before. */
  most_attempts: number;
  begin: number;
  campaigns: number;
  caps: DialCaps;
  change?: Partial<CampaignDraft>;
  /** How often each fault happens, of one. */
  faults: {
    lost: number;
    repeated: number;
    optOut: number;
    leave: number;
    evict: number;
    crash: number;
    /** Two contacts become one, one is archived, or one that was comes in anew. */
    change: number;
  };
  /** The carrier takes no calls for an hour, so long after the beginning. */
  downAfter: number | null;
  /** The object is evicted after so many calls, each time; null: by chance alone. */
  evictEvery?: number | null;
  /** Every campaign is paused for ten minutes, so often. */
  pauseEvery: number | null;
};

export type Outcome = {
  attempts: number;
  asked: number;
  /** What went wrong, in words: nothing may. */
  violations: string[];
  /** In the dialer's own functions, ms for each attempt. */
  cpu_ms: number;
  /** Attempts that left in the busiest minute. */
  busiest: number;
  leasedAt: number[];
  /** When calls left for the carrier. */
  askedAt: number[];
  optOuts: number;
  leases_lost: number;
  evictions: number;
  /** Contacts that were merged, archived and brought in anew. */
  changes: number;
  fake_hours: number;
  states: Record<string, number>;
};

/** Numbers in four zones, of states with their own hours, in two zones at once, and without a place. */
const areas = ["212", "312", "303", "213", "305", "214", "850", "208", "800"];

/** mulberry32 */
function randomOf(seed: number): () => number {
  let at = seed;
  return () => {
    at = (at + 0x6d2b79f5) | 0;
    let t = Math.imul(at ^ (at >>> 15), 1 | at);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const hours = new Map<string, Intl.DateTimeFormat>();
function hourIn(zone: string, at: number): number {
  const known = hours.get(zone);
  const format =
    known ??
    new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
  if (!known) hours.set(zone, format);
  const [hour = 0, minute = 0] = format.format(at).split(":").map(Number);
  return hour + minute / 60;
}

type Person = { id: string; to: string; zone: string | null; list: string; isArchived: boolean };
type Queued = { at: number; id: string };
type Going = { at: number; call_id: string; to: string; result: string; campaign: string };

export function simulate(plan: Plan): Outcome {
  const random = randomOf(plan.seed);
  const chance = (of: number) => random() < of;
  const memory = memoryDatabase();
  let db = memory.fresh();
  const people = populate(memory, plan);
  keepSetting(db, "dial_caps", plan.caps);
  const author = { id: "m", name: "Mara", time_zone: "America/New_York", locale: "en-US" };
  const ids: string[] = [];
  for (let n = 0; n < plan.campaigns; n++) {
    const draft = campaignDraft.parse({
      name: `Campaign ${n}`,
      agent_id: "agent",
      number_ids: ["number-0", "number-1"],
      audience: { lists: [`list-${n}`] },
      most_at_once: 200,
      per_minute: 600,
      cooldown_hours: 0,
      reserve_inbound: 0,
      schedule: {
        days: [1, 2, 3, 4, 5, 6, 7],
        from: "07:00",
        to: "22:30",
        starts_on: null,
        ends_on: null,
        zone: "contact",
      },
      attempts: {
        most: 5,
        retry: {
          no_answer: { times: 3, after_minutes: 60 },
          busy: { times: 3, after_minutes: 15 },
          voicemail: { times: 2, after_minutes: 120 },
          failed: { times: 1, after_minutes: 60 },
        },
      },
      ...plan.change,
    });
    const id = campaigns.create(db, draft, { ...author, now: plan.begin });
    const answer = campaigns.start(db, id, { ...author, now: plan.begin }, "2000-01-01");
    if (!answer.ok) throw new Error(answer.reason);
    ids.push(id);
  }

  let now = plan.begin;
  let cpu = 0;
  const timed = <T>(work: () => T): T => {
    const { user, system } = process.cpuUsage();
    try {
      return memory.transaction(work);
    } finally {
      const end = process.cpuUsage();
      cpu += (end.user - user + end.system - system) / 1000;
    }
  };
  const out: Outcome = {
    attempts: 0,
    asked: 0,
    violations: [],
    cpu_ms: 0,
    busiest: 0,
    leasedAt: [],
    askedAt: [],
    optOuts: 0,
    leases_lost: 0,
    evictions: 0,
    changes: 0,
    fake_hours: 0,
    states: {},
  };
  const wrong = (words: string) => {
    if (out.violations.length < 20) out.violations.push(`${new Date(now).toISOString()}: ${words}`);
  };
  const byNumber = new Map(people.map((one) => [one.to, one]));
  const optedOut = new Set<string>();
  const left = new Set<string>();
  /** Who talked in a campaign, as a person and as a number: neither is called in it again. */
  const reached = new Map(ids.map((id) => [id, { people: new Set<Person>(), numbers: new Set<string>() }]));
  const campaignOf = memory.sqlite.prepare("select campaign_id from dial_attempts where id = ?");
  const ringing = new Map<string, string>();
  const askedIds = new Set<string>();
  const queue: Queued[] = [];
  let going: Going[] = [];
  const perMinute = new Map<number, number>();

  const optOut = (to: string) => {
    if (optedOut.has(to)) return;
    optedOut.add(to);
    out.optOuts++;
    memory.sqlite
      .prepare(
        "insert or ignore into do_not_call (phone_number, reason, source, at) values (?, '', 'voice', ?)",
      )
      .run(to, now);
  };
  const isDown = () =>
    plan.downAfter !== null &&
    now >= plan.begin + plan.downAfter &&
    now < plan.begin + plan.downAfter + hour_ms;

  /** The carrier is asked: whatever may not happen is looked for here. */
  const dialled = (to: string, id: string) => {
    const person = byNumber.get(to);
    if (!person) throw new Error(`${to} is no contact`);
    if (ringing.has(to)) wrong(`${to} is called twice at a time`);
    if (askedIds.has(id)) wrong(`attempt ${id} left twice`);
    askedIds.add(id);
    if (optedOut.has(to)) wrong(`${to} asked for no calls`);
    if (left.has(person.id)) wrong(`${to} left the list`);
    if (person.isArchived) wrong(`${to} is archived`);
    const before = reached.get(String(campaignOf.get(id)?.campaign_id));
    if (before?.people.has(person) || before?.numbers.has(to)) wrong(`${to} talked in this campaign before`);
    if (person.id.endsWith("-none")) wrong(`${to} never agreed`);
    const zones = person.zone ? [person.zone] : (placeOfNumber(to)?.zones ?? []);
    if (zones.length === 0) wrong(`it isn't known where ${to} is`);
    for (const zone of zones) {
      const hour = hourIn(zone, now);
      if (hour < 8 || hour >= 21) wrong(`${to} is called at ${hour.toFixed(2)} in ${zone}`);
      if (to.startsWith("+1305") && hour >= 20) wrong(`${to} in Florida is called at ${hour.toFixed(2)}`);
    }
    const minute = Math.floor(now / minute_ms);
    perMinute.set(minute, (perMinute.get(minute) ?? 0) + 1);
    out.asked++;
    out.askedAt.push(now);
  };

  const keep: Parameters<typeof dialing.ask>[3] = (_, { key, arrival }: PlaceOrder) => {
    const { placed, other_number } = arrival;
    dialled(other_number, key);
    memory.sqlite
      .prepare(
        `insert into live_calls (call_id, direction, other_number, provider, provider_call_id, started_at, expires_at, status)
         values (?, 'outbound', ?, 'twilio', ?, ?, ?, 'ringing')`,
      )
      .run(placed.call_id, other_number, placed.call_id, now, now + hour_ms);
    return {
      ok: true,
      call_id: placed.call_id,
      isNew: true,
      longest_seconds: 600,
      machines: "off",
      announce: [],
    };
  };

  const deliver = (id: string) => {
    const job = timed(() => dialing.begin(db, id, now));
    if (!job) return;
    if (chance(plan.faults.optOut)) optOut(job.to);
    const call_id = `call-${out.attempts++}`;
    const arrival = {
      organization: { time_zone: "America/New_York", locale: "en-US" },
      placed: { call_id, agent_id: "agent" },
      other_number: job.to,
      tier: "growth",
      lower_limits: null,
      granted_limits: { lines: 5000 },
      now,
    };
    const order = { key: id, arrival } as unknown as PlaceOrder;
    const answer = timed(() => dialing.ask(db, id, order, keep));
    if (!answer.ok) return;
    // The isolate ends after the call was written and before the carrier was asked: its check finds no such call.
    const crashed = chance(plan.faults.crash);
    if (isDown() || crashed) {
      end(call_id, "failed", crashed ? "not_placed" : "no_relay", 0);
      if (!crashed) timed(() => dialing.answered(db, id, { ok: false, reason: "carrier", words: null }, now));
      return;
    }
    ringing.set(job.to, call_id);
    const roll = random();
    const result =
      roll < 0.35
        ? "answered"
        : roll < 0.7
          ? "no_answer"
          : roll < 0.8
            ? "busy"
            : roll < 0.95
              ? "voicemail"
              : "opted_out";
    const lasts = result === "answered" ? 20 + random() * 60 : result === "busy" ? 2 : 15 + random() * 15;
    going.push({ at: now + lasts * second_ms, call_id, to: job.to, result, campaign: job.campaign_id });
  };

  const insertCall = memory.sqlite.prepare(
    `insert into calls (id, type, direction, status, outcome, end_reason, other_number, provider, provider_call_id,
       started_at, answered_at, ended_at, talk_seconds, cost_micros, created_at, updated_at)
     select call_id, 'phone', 'outbound', ?, ?, ?, other_number, 'twilio', call_id, started_at, ?, ?, ?, ?, ?, ? from live_calls where call_id = ?`,
  );
  const forgetLive = memory.sqlite.prepare("delete from live_calls where call_id = ?");
  const end = (call_id: string, status: string, reason: string, talk: number) => {
    const answered_at = talk > 0 ? now - talk * second_ms : null;
    const outcome = reason === "opted_out" ? "opted_out" : talk > 0 ? "answered" : "missed";
    insertCall.run(status, outcome, reason, answered_at, now, talk, talk * 1000, now, now, call_id);
    forgetLive.run(call_id);
    hasten(db, dialTimer, now + 250);
  };
  const endDue = () => {
    const due = going.filter(({ at }) => at <= now);
    if (due.length === 0) return;
    going = going.filter(({ at }) => at > now);
    for (const { call_id, to, result, campaign } of due) {
      ringing.delete(to);
      const person = byNumber.get(to);
      if (person && (result === "answered" || result === "opted_out")) {
        reached.get(campaign)?.people.add(person);
        reached.get(campaign)?.numbers.add(to);
      }
      if (result === "answered") end(call_id, "completed", "customer_hangup", 30);
      else if (result === "opted_out") {
        optOut(to);
        end(call_id, "completed", "opted_out", 20);
      } else if (result === "voicemail") end(call_id, "completed", "voicemail_hangup", 1);
      else end(call_id, result, result, 0);
    }
  };

  const archived: Person[] = [];
  /** Someone of whom nothing else stands against a change. */
  const anyone = (): Person | null => {
    const person = people[Math.floor(random() * people.length)];
    if (!person || left.has(person.id) || person.isArchived || person.id.endsWith("-none")) return null;
    return byNumber.get(person.to) === person && !optedOut.has(person.to) ? person : null;
  };
  const zoneOf = memory.sqlite.prepare("select time_zone from contacts where id = ?");
  /** Two become one, one is archived, or one that was comes in anew with the same number. */
  const changePeople = () => {
    const [into, from] = [anyone(), anyone()];
    const back = archived.at(-1);
    const roll = random();
    if (roll < 0.4 && into && from && into !== from) {
      if (!memory.transaction(() => merge(db, { into: into.id, from: from.id }, { ...author, now })).ok)
        return;
      for (const [number, person] of byNumber) if (person === from) byNumber.set(number, into);
      for (const { people: talked } of reached.values()) if (talked.has(from)) talked.add(into);
      const zone = zoneOf.get(into.id)?.time_zone;
      into.zone = typeof zone === "string" ? zone : null;
    } else if (roll < 0.7 && into) {
      archive(db, [into.id], now);
      into.isArchived = true;
      archived.push(into);
    } else if (back && !optedOut.has(back.to)) {
      archived.pop();
      const fresh = { ...back, id: `again-${out.changes}-${back.id}`, isArchived: false };
      addPerson(memory, fresh, now, now);
      people.push(fresh);
      byNumber.set(fresh.to, fresh);
    } else return;
    out.changes++;
  };

  const timer = memory.sqlite.prepare("select due_at from timers where kind = ?");
  const alarm = (): number | null => {
    const row = timer.get(dialTimer);
    return row ? Number(row.due_at) : null;
  };
  const evictEvery = plan.evictEvery ?? Number.POSITIVE_INFINITY;
  let evictAt = evictEvery;
  let pausedUntil: number | null = null;
  let nextPause = plan.pauseEvery === null ? null : plan.begin + plan.pauseEvery;
  const last = plan.begin + 60 * day_ms;
  while (out.attempts < plan.most_attempts && now < last) {
    const wakes = [alarm(), queue[0]?.at ?? null, pausedUntil, nextPause].filter((at) => at !== null);
    for (const { at } of going) wakes.push(at);
    const isBroken = ids.some((id) => campaigns.find(db, id)?.status === "broken");
    if (isBroken && isDown()) wakes.push(plan.begin + (plan.downAfter ?? 0) + hour_ms);
    else if (
      alarm() === null &&
      queue.length === 0 &&
      going.length === 0 &&
      pausedUntil === null &&
      !isBroken
    )
      break;
    now = Math.max(now, Math.min(...wakes));
    endDue();
    if (pausedUntil !== null && now >= pausedUntil) {
      pausedUntil = null;
      for (const id of ids) campaigns.start(db, id, { ...author, now }, "2000-01-01");
    } else if (nextPause !== null && now >= nextPause) {
      nextPause += plan.pauseEvery ?? 0;
      pausedUntil = now + 10 * minute_ms;
      for (const id of ids) campaigns.pause(db, id, now);
    }
    // A broken campaign is resumed by a person, an hour later.
    if (isDown() === false && pausedUntil === null)
      for (const id of ids)
        if (campaigns.find(db, id)?.status === "broken")
          campaigns.start(db, id, { ...author, now }, "2000-01-01");
    const due = alarm();
    if (due !== null && due <= now) {
      const leased = timed(() => tick(db, now));
      for (const _ of leased) out.leasedAt.push(now);
      const isEvicted = chance(plan.faults.evict) || out.asked >= evictAt;
      if (isEvicted) {
        evictAt = out.asked + evictEvery;
        // What was leased stands; that it was to be queued is forgotten with the object.
        out.evictions++;
        out.leases_lost += leased.length;
        db = memory.fresh();
      } else
        for (const id of leased) {
          if (chance(plan.faults.lost)) {
            out.leases_lost++;
            continue;
          }
          queue.push({ at: now + random() * 2 * second_ms, id });
          if (chance(plan.faults.repeated)) queue.push({ at: now + random() * 200 * second_ms, id });
        }
      queue.sort((a, b) => a.at - b.at);
      if (chance(plan.faults.change)) changePeople();
      if (chance(plan.faults.leave)) {
        const person = people[Math.floor(random() * people.length)];
        if (person && !left.has(person.id)) {
          left.add(person.id);
          memory.sqlite.prepare("delete from contact_list_members where contact_id = ?").run(person.id);
        }
      }
    }
    while (queue[0] && queue[0].at <= now) {
      const message = queue.shift();
      if (message) deliver(message.id);
    }
  }
  out.busiest = Math.max(0, ...perMinute.values());
  out.cpu_ms = cpu / Math.max(1, out.attempts);
  out.fake_hours = (now - plan.begin) / hour_ms;
  for (const row of memory.sqlite
    .prepare("select state, result, leads from campaign_counts where leads <> 0")
    .all())
    out.states[`${row.state} ${row.result}`] =
      (out.states[`${row.state} ${row.result}`] ?? 0) + Number(row.leads);
  counted(memory, wrong);
  chained(db, wrong);
  memory.sqlite.close();
  return out;
}

/** The counts that are kept say what the rows say. */
function counted(memory: Memory, wrong: (words: string) => void): void {
  const kept = memory.sqlite
    .prepare(
      "select campaign_id, state, result, leads from campaign_counts where leads <> 0 order by 1, 2, 3",
    )
    .all();
  const rows = memory.sqlite
    .prepare(
      `select campaign_id, state, coalesce(result, '') as result, count(*) as leads from campaign_leads
       group by 1, 2, 3 order by 1, 2, 3`,
    )
    .all();
  if (JSON.stringify(kept) !== JSON.stringify(rows)) wrong("the counts of leads are wrong");
}

/** The ledger holds together. */
function chained(db: Parameters<typeof ledger.page>[0], wrong: (words: string) => void): void {
  let before = { sequence: 0, hash: beginning };
  for (;;) {
    const rows = ledger.page(db, before.sequence, 5000);
    for (const row of rows) {
      const fault = faultOf(row, before);
      if (fault) {
        wrong(`the ledger: ${fault.kind} ${fault.sequence}`);
        return;
      }
      before = row;
    }
    if (rows.length === 0) return;
  }
}

const addMember = "insert into contact_list_members (list_id, contact_id, added_at) values (?, ?, ?)";

/** A contact as an import makes it. @param agreed_at null: they never agreed to be called */
function addPerson(
  { sqlite }: Memory,
  { id, to, zone, list }: Person,
  now: number,
  agreed_at: number | null,
): void {
  sqlite
    .prepare(
      `insert into contacts (id, phone_number, name, source, time_zone, created_at, updated_at) values (?, ?, 'A', 'import', ?, ?, ?)`,
    )
    .run(id, to, zone, now, now);
  sqlite
    .prepare(
      "insert into contact_numbers (phone_number, contact_id, is_primary, created_at) values (?, ?, 1, ?)",
    )
    .run(to, id, now);
  sqlite.prepare(addMember).run(list, id, now);
  if (agreed_at !== null)
    sqlite
      .prepare(
        `insert into consents (id, contact_id, phone_number, kind, channel, source, proof, given_at)
         values (?, ?, ?, 'express_written', 'call', 'form', '', ?)`,
      )
      .run(`consent-${id}`, id, to, agreed_at);
}

function populate(memory: Memory, plan: Plan): Person[] {
  const { sqlite } = memory;
  // Of the calls' indexes, those that the dialer reads: keeping the others is the work of a call's end.
  const read = ["calls_id_unique", "calls_caller_taken"];
  for (const { name } of sqlite
    .prepare("select name from sqlite_master where type = 'index' and tbl_name = 'calls' and sql is not null")
    .all())
    if (!read.includes(String(name))) sqlite.exec(`drop index ${name}`);
  const begin = plan.begin;
  sqlite
    .prepare(
      "insert into agents (id, name, kind, spec, created_at, updated_at) values ('agent', 'Ada', 'reception', '{}', ?, ?)",
    )
    .run(begin, begin);
  for (const [n, number] of ["+12125550100", "+13125550100"].entries())
    sqlite
      .prepare(
        `insert into numbers (id, phone_number, country, provider, status, created_at, updated_at)
         values (?, ?, 'US', 'twilio', 'active', ?, ?)`,
      )
      .run(`number-${n}`, number, begin, begin);
  const people: Person[] = [];
  sqlite.exec("begin");
  for (let n = 0; n < plan.contacts; n++) {
    const area = areas[n % areas.length] ?? "212";
    const isSilent = n % 50 === 7;
    const digits = String(n).padStart(8, "0");
    const person = {
      id: `contact-${digits}${isSilent ? "-none" : "-yes1"}`,
      to: `+1${area}${String(2_000_000 + Math.floor(n / areas.length)).padStart(7, "0")}`,
      // Some moved, and kept their number.
      zone: n % 40 === 3 ? "America/Los_Angeles" : null,
      list: `list-${n % plan.campaigns}`,
      isArchived: false,
    };
    people.push(person);
    addPerson(memory, person, begin, isSilent ? null : begin);
    // Some are in two campaigns at once.
    const own = n % plan.campaigns;
    if (n % 10 === 0 && plan.campaigns > 1)
      sqlite.prepare(addMember).run(`list-${(own + 1) % plan.campaigns}`, person.id, begin);
  }
  sqlite.exec("commit");
  return people;
}
