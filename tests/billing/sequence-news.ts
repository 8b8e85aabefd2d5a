/** Stripe's events of one sequence on their way to the product, which gets them signed, as they are ordered. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { z } from "zod";
import { isUsedEvent, processEvent } from "#workers/stripe-events.ts";
import { answerStripe } from "#workers/stripe-webhook.ts";
import { sandbox } from "../sandbox/world.ts";
import type { Step } from "./sequence-plan.ts";
import { webhook } from "./subscribing.ts";

/** The queue accepts everything and delivers nothing: each test delivers by itself, in its own order. */
const mute = { send: async () => {}, sendBatch: async () => {} };
export const quiet = new Proxy(env, {
  get: (target, name) => (name === "OUTBOX" ? mute : Reflect.get(target, name)),
});

const kept = z.array(
  z.object({ number: z.number(), event: z.looseObject({ id: z.string(), type: z.string() }) }),
);
export type News = z.output<typeof kept>[number]["event"];

let last = 0;

/** Events since the last look, oldest first. One sequence acts at a time, so all of them are its own. */
export async function newEvents(): Promise<News[]> {
  const found = kept.parse(await (await sandbox(`/stripe/events?after=${last}`)).json());
  last = found[0]?.number ?? last;
  // As at Stripe, where the endpoint has chosen these types.
  return found
    .map(({ event }) => event)
    .filter(({ type }) => isUsedEvent(type))
    .reverse();
}

async function post(event: News): Promise<void> {
  const ctx = createExecutionContext();
  const answer = await answerStripe(await webhook(JSON.stringify(event)), quiet, ctx);
  expect(answer.status).toBe(200);
  await waitOnExecutionContext(ctx);
}

async function inOrder(events: readonly News[]): Promise<void> {
  for (const event of events) {
    await post(event);
    await processEvent(quiet, event.id, Date.now());
  }
}

/** Delivers a step's events as ordered, after `waiting`. @returns what comes later */
export async function deliver(how: Step["news"], events: News[], waiting: News[]): Promise<News[]> {
  switch (how) {
    case "late":
      return [...waiting, ...events];
    case "lost":
      return waiting;
    case "prompt":
      await inOrder([...events]);
      return waiting;
    case "repeated":
      await inOrder([...waiting, ...events, ...events]);
      return [];
    case "reversed":
      await inOrder([...waiting, ...events].reverse());
      return [];
    case "at_once": {
      const all = [...waiting, ...events];
      await Promise.all(all.map(post));
      await Promise.all(all.map(({ id }) => processEvent(quiet, id, Date.now())));
      return [];
    }
  }
}
