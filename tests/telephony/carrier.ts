/** The carrier as tests see it: what it has sold, what it does wrong next, and numbers that no other test uses. */
import { env } from "cloudflare:workers";
// Its first import is what leads every outside address to the sandbox.
import "#workers/local.ts";
import { z } from "zod";
import { settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { offerProof } from "#app/telephony/number-offers.server.ts";
import { carrierSettings } from "../support/carrier-settings.ts";
import type { Person } from "../support/people.ts";

const account = () => settings(env);

/** A request to the carrier's REST API, as the product makes them. */
async function carrier(path: string): Promise<unknown> {
  const { TWILIO_ACCOUNT_SID: sid, TWILIO_AUTH_TOKEN: token } = carrierSettings;
  const answer = await fetch(`https://api.twilio.com/2010-04-01/Accounts/${sid}/${path}`, {
    headers: { authorization: `Basic ${btoa(`${sid}:${token}`)}` },
  });
  return answer.json();
}

const sold = z.object({
  incoming_phone_numbers: z.array(
    z.object({
      sid: z.string(),
      phone_number: z.string(),
      friendly_name: z.string(),
      voice_url: z.string().nullable(),
      status_callback: z.string().nullable(),
    }),
  ),
});

/** What the account holds under a number (E.164): one entry or none. */
export async function soldAs(phone_number: string) {
  const found = sold.parse(
    await carrier(`IncomingPhoneNumbers.json?PhoneNumber=${encodeURIComponent(phone_number)}`),
  );
  return found.incoming_phone_numbers.find((one) => one.phone_number === phone_number) ?? null;
}

const forSale = z.object({ available_phone_numbers: z.array(z.object({ phone_number: z.string() })) });

/** A number that is for sale now. */
export async function numberForSale(areaCode: string): Promise<string> {
  const found = forSale.parse(
    await carrier(`AvailablePhoneNumbers/US/Local.json?AreaCode=${areaCode}&PageSize=1`),
  );
  const number = found.available_phone_numbers[0]?.phone_number;
  if (!number) throw new Error(`nothing for sale in ${areaCode}`);
  return number;
}

/** What the button beside a number posts, as if it had been offered to this person without a place. */
export async function pressFor(
  { organizationId }: Person,
  phone_number: string,
  { country, kind } = { country: "US", kind: "local" },
): Promise<string> {
  const numberContext = { settings: account(), organization_id: organizationId };
  const offered = { phone_number, country, kind, locality: "", region: "" };
  return [...Object.values(offered), await offerProof(numberContext, offered)].join("|");
}

type FaultOrder = { path: string; host?: string; status?: number; drop?: boolean; times?: number };

/** Makes the carrier, or another host, fail the next requests whose path begins so; the carrier's within its account. */
export async function fault(person: Person, order: FaultOrder): Promise<void> {
  const path = order.host
    ? order.path
    : `/2010-04-01/Accounts/${carrierSettings.TWILIO_ACCOUNT_SID}/${order.path}`;
  const answer = await person.fetch("/sandbox/faults", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: "https://app.test",
      "sec-fetch-site": "same-origin",
    },
    body: JSON.stringify({ host: "api.twilio.com", times: 1, ...order, path }),
  });
  if (!answer.ok) throw new Error(`no fault ordered: ${answer.status} ${await answer.text()}`);
}

/** A purchase that was begun and never heard of again; unless told otherwise long enough ago that it is no longer under way. */
export async function strandedPurchase(
  person: Person,
  phone_number: string,
  { agent_id = null, age_ms = 90_000 }: { agent_id?: string | null; age_ms?: number } = {},
): Promise<string> {
  const id = newId();
  await person.store.numbers.reserve({
    id,
    country: "US",
    provider: "twilio",
    phone_number,
    locality: null,
    region: null,
    monthly: { micros: 1_150_000, currency: "USD" },
    agent_id,
    created_by: person.userId,
    now: Date.now() - age_ms,
  });
  return id;
}
