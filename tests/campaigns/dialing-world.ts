/** A small organization in memory whose dialer is driven by hand: contacts, a campaign, and calls that end as a test says. */
import type { PlaceOrder } from "#app/calls/outbound/placed-calls.schema.ts";
import { type CampaignDraft, campaignDraft } from "#app/campaigns/campaign.schema.ts";
import * as campaigns from "#app/campaigns/campaigns.store.ts";
import { tick } from "#app/campaigns/dialer.store.ts";
import * as dialing from "#app/campaigns/dialing.store.ts";
import type { Lead } from "#app/campaigns/leads.store.ts";
import { giveConsent } from "#app/contacts/consents.store.ts";
import { save as saveContact } from "#app/contacts/contact-file.store.ts";
import type { ContactDraft } from "#app/contacts/contact-views.schema.ts";
import { hour_ms, second_ms } from "#app/platform/durations.ts";
import { instantOf } from "#app/platform/zoned-time.ts";
import { memoryDatabase } from "./memory-database.ts";

/** A Wednesday at one in New York. */
export const begin = instantOf("2026-11-04", "13:00", "America/New_York");
export const author = { id: "m", name: "Mara", time_zone: "America/New_York", locale: "en-US" };

export const always: CampaignDraft["schedule"] = {
  days: [1, 2, 3, 4, 5, 6, 7],
  from: "00:00",
  to: "24:00",
  starts_on: null,
  ends_on: null,
  zone: "contact",
  rests_on_closed_days: false,
};

const never = { times: 0, after_minutes: 60 };
/** One attempt for each. */
export const once: CampaignDraft["attempts"] = {
  most: 1,
  retry: { no_answer: never, busy: never, voicemail: never, failed: never },
};

const contactDraft = (to: string, more: Partial<ContactDraft>): ContactDraft => ({
  id: null,
  version: null,
  name: "Ada Lovelace",
  company: "",
  address: "",
  time_zone: "",
  country: "",
  status: null,
  numbers: [{ phone_number: to, label: "" }],
  emails: [],
  custom: {},
  ...more,
});

const orderOf = (id: string, to: string, now: number): PlaceOrder => {
  const arrival = {
    organization: { time_zone: "America/New_York", locale: "en-US" },
    placed: { call_id: `call-${id}`, agent_id: "agent" },
    other_number: to,
    tier: "growth",
    lower_limits: null,
    granted_limits: { lines: 5000 },
    now,
  };
  return { key: id, arrival } as unknown as PlaceOrder;
};

export function dialingWorld() {
  const memory = memoryDatabase();
  const { sqlite } = memory;
  const db = memory.fresh();
  sqlite
    .prepare(
      "insert into agents (id, name, kind, spec, created_at, updated_at) values ('agent', 'Ada', 'reception', '{}', ?, ?)",
    )
    .run(begin, begin);
  sqlite
    .prepare(
      `insert into numbers (id, phone_number, country, provider, status, created_at, updated_at)
       values ('line', '+12125550100', 'US', 'twilio', 'active', ?, ?)`,
    )
    .run(begin, begin);

  /** @returns the id of the contact */
  const save = (to: string, more: Partial<ContactDraft> = {}, now = begin): string => {
    const saved = saveContact(db, contactDraft(to, more), { ...author, now });
    if (!saved.ok) throw new Error(saved.reason);
    return saved.id;
  };
  const agree = (contact_id: string, now = begin): void =>
    void giveConsent(db, {
      contact_id,
      phone_number: null,
      kind: "express_written",
      channel: "call",
      source: "form",
      given_at: now,
    });

  return {
    memory,
    db,
    save,
    agree,
    /** A contact who agreed to be called. */
    contact(to: string, more: Partial<ContactDraft> = {}, now = begin): string {
      const id = save(to, more, now);
      agree(id, now);
      return id;
    },
    /** A campaign of everyone that runs. */
    campaign(change: Partial<CampaignDraft> = {}, now = begin): string {
      const draft = campaignDraft.parse({
        name: "Spring",
        agent_id: "agent",
        number_ids: ["line"],
        audience: { everyone: true },
        schedule: always,
        cooldown_hours: 0,
        per_minute: 600,
        most_at_once: 200,
        reserve_inbound: 0,
        ...change,
      });
      const id = campaigns.create(db, draft, { ...author, now });
      const answer = campaigns.start(db, id, { ...author, now }, "2000-01-01");
      if (!answer.ok) throw new Error(answer.reason);
      return id;
    },
    tick: (now: number) => tick(db, now),
    /** Asks for the call of an attempt. @returns the number that is called; null: none is */
    ask(id: string, now: number): string | null {
      const job = dialing.begin(db, id, now);
      if (!job) return null;
      const asked = dialing.ask(db, id, orderOf(id, job.to, now), (_, { arrival: { placed } }) => {
        sqlite
          .prepare(
            `insert into live_calls (call_id, direction, other_number, provider, provider_call_id, started_at, expires_at, status)
             values (?, 'outbound', ?, 'twilio', ?, ?, ?, 'ringing')`,
          )
          .run(placed.call_id, job.to, placed.call_id, now, now + hour_ms);
        const { call_id } = placed;
        return { ok: true, call_id, isNew: true, longest_seconds: 600, machines: "off", announce: [] };
      });
      return asked.ok ? job.to : null;
    },
    /** Looks again right before the carrier is asked. @returns what stands against the call; null: nothing */
    lookAgain: (id: string, to: string, now: number) =>
      dialing.stillAllowed(db, id, orderOf(id, to, now), now).reason,
    /** Ends the call of an attempt. */
    over(id: string, status: string, reason: string, now: number): void {
      const isAnswered = status === "completed";
      sqlite
        .prepare(
          `insert into calls (id, type, direction, status, outcome, end_reason, other_number, provider, provider_call_id,
             started_at, answered_at, ended_at, talk_seconds, cost_micros, created_at, updated_at)
           select call_id, 'phone', 'outbound', ?, ?, ?, other_number, 'twilio', call_id, started_at, ?, ?, ?, ?, ?, ?
           from live_calls where call_id = ?`,
        )
        .run(
          status,
          isAnswered ? "answered" : "missed",
          reason,
          isAnswered ? now - 30 * second_ms : null,
          now,
          isAnswered ? 30 : 0,
          isAnswered ? 1000 : 0,
          now,
          now,
          `call-${id}`,
        );
      sqlite.prepare("delete from live_calls where call_id = ?").run(`call-${id}`);
    },
    leads: (campaign: string) =>
      sqlite
        .prepare(
          "select * from campaign_leads where campaign_id = ? order by (select seq from contacts where id = contact_id)",
        )
        .all(campaign) as unknown as Lead[],
  };
}
