/** Telnyx' messages, and the profile that says where they are announced. */
import { z } from "zod";
import { carryOn } from "#workers/sandbox/texts/text-endpoints.ts";
import { phone } from "./placed-calls.ts";
import { type Asked, notFound, telnyxError } from "./telnyx-wire.ts";

const profileBody = z.object({ webhook_url: z.url() });

/** PATCH /messaging_profiles/{id}: where texts to the account's numbers are announced. */
export async function messagingProfile({ method, body, account, world }: Asked): Promise<Response> {
  const changes = profileBody.safeParse(body).data;
  if (method !== "PATCH" || !changes) return telnyxError(422, "10015", "Bad Request");
  await world.texts.setAddress(account.sid, changes.webhook_url);
  return Response.json({ data: { record_type: "messaging_profile", enabled: true, ...changes } });
}

const numberBody = z.object({ messaging_profile_id: z.string() });

/** PATCH /phone_numbers/{id}/messaging: the profile that a number is connected to; an empty one is none. */
export async function numberMessages({ method, body, account, world }: Asked, id: string): Promise<Response> {
  const number = await world.number(id);
  if (number?.account_sid !== account.sid) return notFound();
  const changes = numberBody.safeParse(body).data;
  if (method !== "PATCH" || !changes) return telnyxError(422, "10015", "Bad Request");
  await world.texts.setProfile(id, changes.messaging_profile_id);
  return Response.json({ data: { id, record_type: "messaging_settings", ...changes } });
}

const messageBody = z.object({
  to: z.string(),
  from: z.string(),
  text: z.string().min(1),
  webhook_url: z.url().optional(),
});

/** POST /messages */
export async function send({ body, account, world }: Asked): Promise<Response> {
  const message = messageBody.safeParse(body).data;
  if (!message) return telnyxError(422, "10004", "Missing required parameter");
  if (!phone.test(message.to)) return telnyxError(400, "40310", "Invalid 'to' address");
  const number = await world.numberCalled(message.from);
  if (number?.account_sid !== account.sid) return telnyxError(400, "40305", "Invalid 'from' address");
  const { to, from, text, webhook_url: status_url = "" } = message;
  const id = await world.texts.send(account, { from, to, words: text, status_url });
  if (id === null) return telnyxError(409, "40300", "Blocked due to STOP message");
  await carryOn(world, { from, to, words: text });
  return Response.json({ data: { id, record_type: "message", direction: "outbound", type: "SMS", text } });
}
