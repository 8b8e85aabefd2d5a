/** A number as Twilio describes it, and the addresses that point it at us. */
import { z } from "zod";
import type { Opened } from "./adapter.server.ts";
import { type Aim, type CarrierClient, type CarrierNumber, webhookUrl } from "./carrier.schema.ts";
import { type Answered, shaped, silent } from "./request.server.ts";

const carrier = "twilio";
const address = z
  .string()
  .nullish()
  .transform((url) => url ?? "");

const describedNumber = z.object({
  sid: z.string(),
  phone_number: z.string(),
  friendly_name: z.string().nullish(),
  voice_url: address,
  voice_fallback_url: address,
  status_callback: address,
  sms_url: address,
  /** Each of these, where it is set, takes the place of addresses. */
  voice_application_sid: address,
  sms_application_sid: address,
  trunk_sid: address,
  status: z.string().nullish(),
  capabilities: z.object({ sms: z.boolean().nullish() }).nullish(),
});

/** Of a number, below its account. */
export const numberPath = (sid: string): string => `/IncomingPhoneNumbers/${encodeURIComponent(sid)}.json`;

const nowhere: Aim = { VoiceUrl: "", VoiceFallbackUrl: "", StatusCallback: "", SmsUrl: "" };
/** With these empty, the number's own addresses count. */
export const ownAddresses: Aim = { VoiceApplicationSid: "", SmsApplicationSid: "", TrunkSid: "" };

/** An organization may replace its token without telling us: then our answers are refused, and callers hear the words at the second address. */
export const targetOf = ({ origin, id }: Opened): Aim => ({
  VoiceUrl: webhookUrl(origin, { carrier, id }, "voice"),
  VoiceMethod: "POST",
  StatusCallback: webhookUrl(origin, { carrier, id }, "status"),
  StatusCallbackMethod: "POST",
  SmsUrl: webhookUrl(origin, { carrier, id }, "message"),
  SmsMethod: "POST",
  ...(id !== null && { VoiceFallbackUrl: webhookUrl(origin, { carrier, id }, "sorry") }),
});

/** The part of an address that people recognize. */
const hostOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).host : null);

/** Where texts to a number go. */
function textsOf(
  { sms_url, sms_application_sid }: z.output<typeof describedNumber>,
  wanted: string | undefined,
): CarrierNumber["texts"] {
  if (sms_application_sid !== "") return { at: "elsewhere", target: `application ${sms_application_sid}` };
  if (sms_url === wanted) return { at: "here", target: null };
  return sms_url === "" ? { at: "nowhere", target: null } : { at: "elsewhere", target: hostOf(sms_url) };
}

function described(number: z.output<typeof describedNumber>, account: Opened): CarrierNumber {
  const { sid, phone_number, voice_url, status_callback, status, capabilities } = number;
  const { voice_application_sid, sms_application_sid, trunk_sid } = number;
  const wanted = targetOf(account);
  const elsewhere =
    (trunk_sid && `trunk ${trunk_sid}`) ||
    (voice_application_sid && `application ${voice_application_sid}`) ||
    null;
  return {
    sid,
    phone_number,
    label: number.friendly_name || null,
    isAimedHere:
      elsewhere === null && voice_url === wanted.VoiceUrl && status_callback === wanted.StatusCallback,
    aim: {
      VoiceUrl: voice_url,
      VoiceFallbackUrl: number.voice_fallback_url,
      StatusCallback: status_callback,
      SmsUrl: number.sms_url,
      VoiceApplicationSid: voice_application_sid,
      SmsApplicationSid: sms_application_sid,
      TrunkSid: trunk_sid,
    },
    target: elsewhere ?? hostOf(voice_url),
    texts: textsOf(number, wanted.SmsUrl),
    trouble: !status || status === "in-use" ? null : status,
    messages: capabilities?.sms ?? null,
    // The API of numbers does not tell it.
    caller_name: null,
  };
}

type Ask = (
  method: "GET" | "POST",
  path: string,
  fields?: readonly (readonly [string, string])[],
) => Promise<Answered>;

/** What an account holds, asked by its own requests. */
export const holdings = (
  ask: Ask,
  account: Opened,
): Pick<CarrierClient["numbers"], "list" | "look" | "aim"> => ({
  async list() {
    const answer = await ask("GET", "/IncomingPhoneNumbers.json", [["PageSize", "1000"]]);
    if (!answer.ok) return answer;
    const found = shaped(z.object({ incoming_phone_numbers: z.array(describedNumber) }), answer.body);
    if (!found) return silent;
    return { ok: true, numbers: found.incoming_phone_numbers.map((number) => described(number, account)) };
  },
  async look(sid) {
    const answer = await ask("GET", numberPath(sid));
    if (!answer.ok) return answer.status === 404 ? { ok: true, number: null } : answer;
    const found = shaped(describedNumber, answer.body);
    return found ? { ok: true, number: described(found, account) } : silent;
  },
  async aim(sid, aim) {
    const answer = await ask("POST", numberPath(sid), Object.entries(aim ?? nowhere));
    return answer.ok || answer.status === 404 ? { ok: true } : answer;
  },
});
