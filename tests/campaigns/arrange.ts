/** Campaigns in tests: a house that calls, contacts that may be called, and a campaign of them that runs. */
import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { type CampaignDraft, campaignDraft } from "#app/campaigns/campaign.schema.ts";
import { dialAttempt } from "#app/campaigns/dial-attempt.server.ts";
import { newId } from "#app/platform/id.ts";
import { addDays, instantOf, localDate } from "#app/platform/zoned-time.ts";
import { inObject } from "../calls/arrange.ts";
import { type House, lawful } from "../calls/placing.ts";
import { rows } from "../support/telephone.ts";

export type Contact = { id: string; to: string };

/** A contact with a number, and written consent to be called unless told otherwise. */
export async function contactOf(
  house: House,
  {
    to = lawful(),
    consent = "express_written",
    zone = null,
  }: { to?: string; consent?: string | null; zone?: string | null } = {},
): Promise<Contact> {
  const id = newId();
  const now = Date.now();
  await inObject(house, (sql) => {
    sql.exec(
      `insert into contacts (id, phone_number, name, status, source, time_zone, created_at, updated_at)
       values (?, ?, 'Ada Lovelace', 'new', 'member', ?, ?, ?)`,
      id,
      to,
      zone,
      now,
      now,
    );
    sql.exec(
      "insert into contact_numbers (phone_number, contact_id, is_primary, created_at) values (?, ?, 1, ?)",
      to,
      id,
      now,
    );
  });
  if (consent !== null)
    await house.store.consents.giveConsent({
      contact_id: id,
      phone_number: to,
      kind: consent === "express" ? "express" : "express_written",
      channel: "call",
      source: "form",
      given_at: now,
    });
  return { id, to };
}

/** At all hours of all days, so that only the law and the caps stand against a call. */
export const always: CampaignDraft["schedule"] = {
  days: [1, 2, 3, 4, 5, 6, 7],
  from: "00:00",
  to: "24:00",
  starts_on: null,
  ends_on: null,
  zone: "contact",
  rests_on_closed_days: false,
};

export const caller = (house: House) => ({
  id: house.userId,
  name: "Mara",
  time_zone: "America/New_York",
  locale: "en-US",
  now: Date.now(),
});

/** Writes a campaign of all contacts, and starts it. */
export async function started(house: House, change: Partial<CampaignDraft> = {}): Promise<string> {
  const draft = campaignDraft.parse({
    name: "Spring",
    agent_id: house.agentId,
    number_ids: [house.lineId],
    audience: { everyone: true },
    schedule: always,
    ...change,
  });
  const id = await house.store.campaigns.create(draft, caller(house));
  const answer = await house.store.campaigns.start(id, caller(house), new Date().toISOString().slice(0, 10));
  if (!answer.ok) throw new Error(answer.reason);
  return id;
}

/** When everyone in New York may be called. */
export function noonTomorrow(): number {
  const zone = "America/New_York";
  return instantOf(addDays(localDate(Date.now(), zone), 1), "12:00", zone);
}

/** Rings the organization's alarm, whenever it was due. */
export const wake = (house: House) => runDurableObjectAlarm(env.ORGANIZATION.getByName(house.organizationId));

/** The attempts of a campaign, as soon as so many are over. */
export const attemptsOver = (house: House, campaign: string, many: number) =>
  vi.waitFor(
    async () => {
      await wake(house);
      const over = await rows(
        house,
        `select * from dial_attempts where campaign_id = '${campaign}' and state = 'over' order by id`,
      );
      if (over.length < many) throw new Error(`${over.length} are over`);
      return over;
    },
    { timeout: 40_000, interval: 100 },
  );

/** Leases what is due and leaves it out of the queue: what may happen between a lease and its call happens now. */
export const leasedNow = (house: House): Promise<string[]> => house.store.dialer.tick(Date.now());

/** The queue hands attempts over, as often as they are named. */
export const handedOver = (house: House, ids: readonly string[]): Promise<unknown> =>
  Promise.all(
    ids.map((attempt_id) => dialAttempt(env, { organization_id: house.organizationId, attempt_id })),
  );

/** The leads of a campaign by contact. */
export async function leadsOf(house: House, campaign: string) {
  const { rows: all } = await house.store.campaignProgress.leads(campaign, {
    state: null,
    result: null,
    after: null,
  });
  return new Map(all.map((lead) => [lead.contact_id, lead]));
}
