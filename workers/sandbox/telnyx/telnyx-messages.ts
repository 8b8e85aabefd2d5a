/** Telnyx' messages, and the profile that says where they are announced. */
import { z } from "zod";
import { carryOn } from "#workers/sandbox/texts/text-endpoints.ts";
import { phone } from "./placed-calls.ts";
import { type Asked, notFound, telnyxError } from "./telnyx-wire.ts";

const profileBody = z.object({ webhook_url: z.url() });

/** GET and PATCH /messaging_profiles/{id}: where texts to the account's numbers are announced. */
export async function messagingProfile({ method, body, account, world }: Asked): Promise<Response> {
  const profile = { record_type: "messaging_profile", enabled: true };
  if (method === "GET") {
    const webhook_url = (await world.texts.address(account.sid)) || null;
    return Response.json({ data: { ...profile, webhook_url } });
  }
  const changes = profileBody.safeParse(body).data;
  if (method !== "PATCH" || !changes) return telnyxError(422, "10015", "Bad Request");
  await world.texts.setAddress(account.sid, changes.webhook_url);
  return Response.json({ data: { ...profile, ...changes } });
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

/** GET /10dlc/phone_number_campaigns/{number}: the campaign that a number is assigned to. */
export async function phoneNumberCampaign(
  { account, world }: Asked,
  phone_number: string,
): Promise<Response> {
  const number = await world.numberCalled(phone_number);
  const state = number?.account_sid === account.sid ? await world.texts.campaign(number.sid) : null;
  if (state === null) return notFound();
  return Response.json({ phoneNumber: phone_number, campaignId: "CCAMPAIGN", assignmentStatus: state });
}

/** GET /messaging_tollfree/verification/requests?phone_number=…: the newest verification of a toll-free number. */
export async function tollFreeVerifications({ url, account, world }: Asked): Promise<Response> {
  const number = await world.numberCalled(url.searchParams.get("phone_number") ?? "");
  const state = number?.account_sid === account.sid ? await world.texts.campaign(number.sid) : null;
  const records = state === null ? [] : [{ id: "verification", verificationStatus: state }];
  return Response.json({ records, total_records: records.length });
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
