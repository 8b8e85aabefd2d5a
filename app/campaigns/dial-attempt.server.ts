/** Places the call of an attempt: the one path to a placed call, with the attempt as its key. */
import { calledById } from "#app/calls/answering.server.ts";
import { placeBy } from "#app/calls/outbound/place-call.server.ts";
import { campaignAuthor } from "#app/calls/outbound/placed-calls.schema.ts";
import { isUnpaid } from "#app/membership/plan-limits.ts";
import { Database } from "#app/platform/d1.server.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { Timing } from "#app/platform/server-timing.ts";
import type { DialMessage } from "./dial.schema.ts";
import { standingOf } from "./dial-standing.ts";

/** Handles a message of the queue `dial`; repeating it places nothing new. */
export async function dialAttempt(env: Env, { organization_id, attempt_id }: DialMessage): Promise<void> {
  const db = new Database(env.DB, new Timing());
  const standing = await calledById(db, organization_id);
  if (!standing) return;
  const { organization, tier, subscription_status: status } = standing;
  const store = storeOf(organizationObject(organization, env));
  if (isUnpaid(status)) {
    await store.dialing.answered(attempt_id, { ok: false, reason: "unpaid", words: null }, Date.now());
    return;
  }
  const job = await store.dialing.begin(attempt_id, Date.now(), standingOf(standing));
  if (!job) return;
  let isOurs = true;
  const notOurs = () => {
    isOurs = false;
    return "already_calling" as const;
  };
  const { id, country } = organization;
  const answer = await placeBy(
    {
      store,
      organization: { id, country, tier, status },
      asked_by: `${campaignAuthor}${job.campaign_id}`,
      asked_name: job.campaign,
      placed: async () => {},
    },
    { agent_id: job.agent_id, to: job.to, number_id: job.number_id, reason: null, key: attempt_id },
    { db, env },
    {
      write: async (order) => {
        const { announce: _, ...asked } = await store.dialing.ask(attempt_id, order);
        if (asked.ok || asked.reason !== "not_leased") return asked;
        return { ok: false, reason: notOurs(), words: null, call_id: null };
      },
      lookAgain: async (order, now) => {
        const { reason } = await store.dialing.stillAllowed(attempt_id, order, now);
        return reason === "not_leased" ? notOurs() : reason;
      },
    },
    { voicemail: job.voicemail, ...(job.zones !== null && { zones: job.zones }) },
  );
  if (!isOurs) return;
  const told = answer.ok
    ? { ok: true as const }
    : { ok: false as const, reason: answer.reason, words: answer.words };
  await store.dialing.answered(attempt_id, told, Date.now());
}
