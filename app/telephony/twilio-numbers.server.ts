/** Twilio's phone numbers: searching, buying, finding and releasing (docs/telephony.md, "Numbers"). */
import { z } from "zod";
import { second_ms } from "#app/platform/durations.ts";
import { publicOrigin, type Settings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.ts";
import { outbound } from "#app/platform/outbound.server.ts";
import type { NumberKind } from "./number-terms.schema.ts";
import type { NumberSearch, OfferedNumber } from "./numbers.schema.ts";
import { documentFields } from "./regulations.server.ts";
import { isNorthAmerican, prefixOf } from "./sale/sold-countries.schema.ts";

/**
 * Why the carrier did not do it. `silent`: it failed or did not answer, and may have done it. `taken`: Twilio's
 * 21422. `busy`: too many requests at once. `refused`: our account lacks the permission.
 */
export type CarrierRefusal = "taken" | "busy" | "refused" | "silent";
export type CarrierAnswer<T> = ({ ok: true } & T) | { ok: false; reason: CarrierRefusal };

/** A person waits for the page: after this time the carrier counts as silent. */
const patience_ms = 5 * second_ms;

/** How many numbers a search shows. */
const searchLimit = 20;

const failure = z.object({ code: z.number().optional() });
const offered = z.object({
  available_phone_numbers: z.array(
    z.object({
      phone_number: z.string(),
      locality: z.string().nullish(),
      region: z.string().nullish(),
      address_requirements: z.string().nullish(),
    }),
  ),
});
const owned = z.object({ sid: z.string(), phone_number: z.string(), friendly_name: z.string().nullish() });
const ownedList = z.object({ incoming_phone_numbers: z.array(owned) });

const notAvailable = 21422;

function refusalOf(status: number, body: unknown): CarrierRefusal {
  const code = failure.safeParse(body).data?.code;
  if (code === notAvailable) return "taken";
  if (status === 429 || code === 20429) return "busy";
  return status >= 500 ? "silent" : "refused";
}

/** One request to the account's REST API; never throws, because people are expected to meet a carrier that is down. */
async function ask(
  { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN }: Settings,
  method: "GET" | "POST" | "DELETE",
  path: string,
  values: Record<string, string> = {},
): Promise<
  { ok: true; status: number; body: unknown } | { ok: false; reason: CarrierRefusal; status: number }
> {
  const url = new URL(`https://api.twilio.com/2010-04-01/Accounts/${TWILIO_ACCOUNT_SID}/${path}`);
  const body = new URLSearchParams(values);
  if (method === "GET") url.search = body.toString();
  try {
    const authorization = `Basic ${btoa(`${TWILIO_ACCOUNT_SID}:${TWILIO_AUTH_TOKEN}`)}`;
    const request = { method, headers: { authorization }, ...(method === "POST" && { body }) };
    const response = await outbound(url, request, patience_ms);
    const text = await response.text();
    const answer: unknown = text === "" ? null : JSON.parse(text);
    if (response.ok) return { ok: true, status: response.status, body: answer };
    const reason = refusalOf(response.status, answer);
    log("warn", "carrier_refused", {
      status: response.status,
      reason,
      code: failure.safeParse(answer).data?.code,
    });
    return { ok: false, reason, status: response.status };
  } catch (error) {
    log("warn", "carrier_silent", { message: String(error) });
    return { ok: false, reason: "silent", status: 0 };
  }
}

/** An answer in an undocumented shape cannot be relied on. */
function shaped<T>(shape: z.ZodType<T>, body: unknown): T | null {
  const parsed = shape.safeParse(body);
  if (!parsed.success) log("error", "carrier_answer_unknown", { message: parsed.error.message });
  return parsed.data ?? null;
}

/** The carrier's lists of numbers for sale, one for each kind. */
const lists: Record<NumberKind, string> = {
  local: "Local",
  toll_free: "TollFree",
  mobile: "Mobile",
  national: "National",
};

/** How many numbers a search asks for whose area only we can check. */
const widerSearch = 200;

/**
 * Numbers of one country and kind that are for sale and take calls, at most 20. The carrier searches by area code in
 * North America only; elsewhere the area is a pattern of its own, and the digits are compared here.
 */
export async function searchNumbers(
  settings: Settings,
  { country, kind, area_code, digits, locality }: NumberSearch,
): Promise<CarrierAnswer<{ numbers: OfferedNumber[] }>> {
  const hasAreaCodes = isNorthAmerican(country);
  const prefix = area_code && !hasAreaCodes ? prefixOf(country, area_code) : "";
  const contains = prefix || digits;
  const answer = await ask(settings, "GET", `AvailablePhoneNumbers/${country}/${lists[kind]}.json`, {
    VoiceEnabled: "true",
    PageSize: String(prefix && digits ? widerSearch : searchLimit),
    ...(area_code && hasAreaCodes && { AreaCode: area_code }),
    ...(contains && { Contains: contains }),
    ...(locality && kind === "local" && { InLocality: locality }),
  });
  // A country or kind that the carrier has no list of has no numbers.
  if (!answer.ok) return answer.status === 404 ? { ok: true, numbers: [] } : answer;
  const found = shaped(offered, answer.body);
  if (!found) return { ok: false, reason: "silent" };
  const numbers = found.available_phone_numbers
    .filter(
      ({ phone_number }) =>
        phone_number.startsWith(`+${prefix}`) && (!prefix || hasDigits(phone_number, digits)),
    )
    .map(({ phone_number, locality, region, address_requirements }) => ({
      phone_number,
      country,
      kind,
      locality: locality ?? null,
      region: region ?? null,
      needsAddress: (address_requirements ?? "none") !== "none",
    }));
  return { ok: true, numbers: numbers.slice(0, searchLimit) };
}

const keys = "22233344455566677778889999";

/** Whether a number contains typed digits: letters are the keys they stand on, `*` is any digit. */
function hasDigits(phone_number: string, typed: string): boolean {
  const wanted = [...typed.toUpperCase()].map((one) => keys[one.charCodeAt(0) - 65] ?? one);
  const all = phone_number.slice(1);
  for (let start = 0; start + wanted.length <= all.length; start += 1)
    if (wanted.every((one, i) => one === "*" || one === all[start + i])) return true;
  return false;
}

/** Our id of a number, stored at the carrier as its name: the proof that a purchase was ours. */
type Marked = { phone_number: string; number_id: string };
type Sort = Pick<OfferedNumber, "country" | "kind">;

/** Buys a number and points it at us. The carrier has no idempotency key: after `silent`, call `findPurchase`. */
export async function purchaseNumber(
  settings: Settings,
  { phone_number, number_id, ...sort }: Marked & Sort,
): Promise<CarrierAnswer<{ sid: string }>> {
  const origin = publicOrigin(settings);
  const answer = await ask(settings, "POST", "IncomingPhoneNumbers.json", {
    PhoneNumber: phone_number,
    FriendlyName: number_id,
    VoiceUrl: `${origin}/webhooks/twilio/voice`,
    VoiceMethod: "POST",
    StatusCallback: `${origin}/webhooks/twilio/status`,
    StatusCallbackMethod: "POST",
    ...documentFields(settings, sort),
  });
  if (!answer.ok) return answer;
  const bought = shaped(owned, answer.body);
  return bought ? { ok: true, sid: bought.sid } : { ok: false, reason: "silent" };
}

/** The carrier's id of the number that this purchase brought, or null. */
export async function findPurchase(
  settings: Settings,
  { phone_number, number_id }: Marked,
): Promise<CarrierAnswer<{ sid: string | null }>> {
  const answer = await ask(settings, "GET", "IncomingPhoneNumbers.json", { PhoneNumber: phone_number });
  if (!answer.ok) return answer;
  const found = shaped(ownedList, answer.body);
  if (!found) return { ok: false, reason: "silent" };
  const ours = found.incoming_phone_numbers.find(
    (number) => number.phone_number === phone_number && number.friendly_name === number_id,
  );
  return { ok: true, sid: ours?.sid ?? null };
}

/** Releases a number; one that is already gone counts as released. */
export async function releaseNumber(settings: Settings, sid: string): Promise<CarrierAnswer<object>> {
  const answer = await ask(settings, "DELETE", `IncomingPhoneNumbers/${encodeURIComponent(sid)}.json`);
  return answer.ok || answer.status === 404 ? { ok: true } : { ok: false, reason: answer.reason };
}
