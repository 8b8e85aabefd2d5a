/** Answers carriers' webhooks of text messages: one comes in, or tells how far one that we sent has come. */
import { z } from "zod";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { type CarrierRoute, ownerFor } from "./carrier-calls.ts";
import type { CarrierContext, CarrierPost } from "./carriers/carrier-post.ts";
import { callerWords } from "./conversation/brains/caller-words.ts";

/** The carrier is answered with nothing: what is said to a text is a message of its own. */
const taken = (): Response => new Response(null, { status: 204 });

/** A text comes in. The same text announced twice is one text. */
async function answerText({ content }: CarrierPost, context: CarrierContext): Promise<Response> {
  const { env, account, wire } = context;
  const text = wire.parse.text(content);
  const owner = await ownerFor(context, text.to);
  if (!owner) return taken();
  context.owner.organization_id = owner.organization.id;
  const now = Date.now();
  const { provider_message_id, from: other_number, to: our_number } = text;
  const of = { provider: account.carrier, our_number, other_number, now };
  await storeOf(organizationObject(owner.organization, env)).texts.receive(
    {
      ...owner,
      ...of,
      provider_call_id: provider_message_id,
      capacity_account: account.lines_of,
      direction: "inbound",
    },
    {
      ...of,
      provider_message_id,
      text: text.text,
      media: text.media,
      is_handled: text.is_handled,
      asks_stop: callerWords.isStopCalling(text.text),
    },
  );
  return taken();
}

/** How far a text that we sent has come; the address names it. Reports come late, twice and out of order. */
async function answerTextStatus(post: CarrierPost, context: CarrierContext): Promise<Response> {
  const { env, account, wire } = context;
  const id = z.uuid().parse(post.id);
  const report = wire.parse.textReport(post.content);
  const owner = report && (await ownerFor(context, report.our_number));
  if (!report || !owner) return taken();
  context.owner.organization_id = owner.organization.id;
  const { our_number: _, ...reported } = report;
  const of = { id, provider: account.carrier, now: Date.now() };
  await storeOf(organizationObject(owner.organization, env)).texts.report({ ...reported, ...of });
  return taken();
}

const failed = (): Response => new Response(null, { status: 500 });

/** By the part of the address after the carrier's name. */
export const textRoutes: ReadonlyMap<string, CarrierRoute> = new Map([
  ["message", { answer: answerText, failed }],
  ["message-status", { answer: answerTextStatus, failed }],
]);
