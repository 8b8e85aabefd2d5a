/** What waits in an organization's outbox, and its delivery by the queue, once or more often. */
import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { newId } from "#app/platform/id.ts";
import { consume } from "#workers/queues.ts";

/** The queue delivers these messages, each with the number of the try, and tells what becomes of them. */
export async function delivered(bodies: readonly unknown[], queue = "outbox") {
  const messages = bodies.map((body, i) => ({ id: `m${i}`, timestamp: new Date(), attempts: 1, body }));
  const batch = createMessageBatch(queue, messages);
  const ctx = createExecutionContext();
  await consume(batch, env, ctx);
  return getQueueResult(batch, ctx);
}

/** A campaign that came to its end as its organization's outbox tells of it. */
export const campaignEnded = (organization_id: string, more: object = {}, change_id = newId()) => ({
  id: `campaign.ended:${change_id}`,
  kind: "campaign.ended",
  organization_id,
  created_at: Date.now(),
  payload: {
    v: 1,
    change_id,
    campaign_id: newId(),
    name: "Spring",
    status: "finished",
    why: "done",
    created_by: "nobody",
    ended_at: Date.now(),
    asked: 12,
    answered: 1,
    ...more,
  },
});

/** A finished call as its organization's outbox tells of it: answered, of 90 seconds, booked, unless told otherwise. */
export const callFinished = (organization_id: string, more: object = {}, call_id = newId()) => {
  const started_at = Date.now() - 600_000;
  return {
    id: `call.finished:${call_id}`,
    kind: "call.finished",
    organization_id,
    created_at: started_at + 90_000,
    payload: {
      v: 1,
      call_id,
      type: "phone",
      direction: "inbound",
      other_number: "+14155550142",
      own_number: "+14155550100",
      number_id: "number-1",
      agent_id: "agent-front-desk",
      agent_version: 7,
      started_at,
      ended_at: started_at + 90_000,
      answered: true,
      outcome: "booked",
      reason: "goodbye",
      booked: true,
      booking_id: null,
      messages: 0,
      seconds: 90,
      cost_micros: 157_000,
      currency: "USD",
      contact_id: null,
      contact_name: "Marta Lindqvist",
      summary: "Booked",
      ...more,
    },
  };
};
