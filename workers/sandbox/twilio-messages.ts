/** Twilio's messages: one is accepted, reported, and shown on the sandbox's phone. */
import { carryOn } from "./texts/text-endpoints.ts";
import type { RestRequest } from "./twilio-numbers.ts";
import { twilioError } from "./twilio-wire.ts";

const phone = /^\+[1-9]\d{6,14}$/;

/** POST Messages.json */
export async function sendMessage({ method, fields, account, world }: RestRequest): Promise<Response> {
  if (method !== "POST") return twilioError(405, 20004, "Method not allowed");
  const [to, from, text] = ["To", "From", "Body"].map((name) => fields.get(name) ?? "");
  if (!to || !phone.test(to)) return twilioError(400, 21211, `Invalid 'To' Phone Number: ${to}`);
  const number = from ? await world.numberCalled(from) : null;
  if (!from || number?.account_sid !== account.sid)
    return twilioError(400, 21606, `The 'From' phone number ${from} is not a valid message-capable number.`);
  if (!text) return twilioError(400, 21602, "Message body is required.");
  if (text.length > 1600)
    return twilioError(400, 21617, "The concatenated message body exceeds the 1600 character limit");
  const status_url = fields.get("StatusCallback") ?? "";
  const id = await world.texts.send(account, { from, to, words: text, status_url });
  if (id === null) return twilioError(400, 21610, "Attempt to send to unsubscribed recipient");
  await carryOn(world, { from, to, words: text });
  return Response.json(
    { sid: id, account_sid: account.sid, status: "queued", direction: "outbound-api", to, from, body: text },
    { status: 201 },
  );
}
