/** Twilio's REST API: numbers, calls and messages of one account (docs/telephony.md, "Numbers"). */
import { z } from "zod";
import { isNorthAmerican, prefixOf } from "#app/telephony/sale/sold-countries.schema.ts";
import type { CarrierAdapter, Opened } from "./adapter.server.ts";
import type {
  CarrierAnswer,
  CarrierClient,
  DialRequest,
  Marked,
  MessageAnswer,
  MessageRequest,
  NumberSort,
} from "./carrier.schema.ts";
import { hasDigits, searchLimit, widerSearch } from "./matching.ts";
import { shaped, silent } from "./request.server.ts";
import { type TwilioCredentials, twilioCredentials } from "./twilio.schema.ts";
import { approved } from "./twilio-bundles.ts";
import { machineFields, twilioCalls, twilioConferences } from "./twilio-calls.server.ts";
import { optedOut } from "./twilio-errors.server.ts";
import { holdings, ownAddresses, targetOf } from "./twilio-numbers.server.ts";
import { twilioRecordings } from "./twilio-recordings.server.ts";
import { twilioRegistration } from "./twilio-registration.server.ts";
import { type Method, type Pairs, TwilioRequests } from "./twilio-requests.server.ts";
import { twilioSubaccounts } from "./twilio-subaccounts.server.ts";

const carrier = "twilio";

const variables = z.object({
  TWILIO_ACCOUNT_SID: twilioCredentials.shape.account_sid,
  TWILIO_AUTH_TOKEN: twilioCredentials.shape.auth_token,
  /** Calls that the account may carry at once. Twilio publishes no limit for inbound calls, so this is our own; an account's contract may allow more. */
  TWILIO_LINES: z.coerce.number().int().min(1).default(1000),
  /** Approved bundles of documents for numbers outside North America: `GB/local=BU… AU/local=BU…+AD…` (docs/telephony.md, "Documents"). */
  TWILIO_BUNDLES: z.string().max(4000).default(""),
  /** Whether each organization's numbers are bought in a subaccount of its own (docs/telephony.md, "Subaccounts"). */
  TWILIO_SUBACCOUNTS: z.enum(["on", "off"]).default("on"),
});

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
const made = z.object({ sid: z.string() });

/** The carrier's lists of numbers for sale, one for each kind. */
const lists: Record<NumberSort["kind"], string> = {
  local: "Local",
  toll_free: "TollFree",
  mobile: "Mobile",
  national: "National",
};

/** New calls a second that every account may place; Twilio raises it on request. */
const calls_per_second = 1;

class TwilioAccount {
  readonly #requests: TwilioRequests;
  readonly #bundles: string;
  readonly #account: Opened;
  readonly #subaccounts: "on" | "off" | null;

  constructor(
    credentials: TwilioCredentials,
    bundles: string,
    account: Opened,
    subaccounts: "on" | "off" | null = null,
  ) {
    this.#requests = new TwilioRequests(credentials, account);
    this.#bundles = bundles;
    this.#account = account;
    this.#subaccounts = subaccounts;
  }

  #ask = (method: Method, path: string, fields?: Pairs) => this.#requests.ask(method, path, fields);

  get client(): CarrierClient {
    return {
      numbers: {
        search: (search) => this.#search(search),
        lacksDocuments: (sort) =>
          (sort.needsAddress || !isNorthAmerican(sort.country)) && approved(this.#bundles, sort) === null,
        buy: (wanted) => this.#buy(wanted),
        find: ({ phone_number, number_id }) => this.#owned(phone_number, number_id),
        held: (phone_number) => this.#owned(phone_number, null),
        ...holdings(this.#ask, this.#account),
        registration: (number) => twilioRegistration((path) => this.#requests.readMessaging(path), number),
        configure: (sid) => this.#configure(sid),
        release: (sid) => this.#release(sid),
      },
      dial: (call) => this.#dial(call),
      calls: twilioCalls(this.#ask),
      conferences: twilioConferences(this.#ask),
      recordings: twilioRecordings(() => this.#requests.credentials, this.#ask),
      subaccounts:
        this.#subaccounts &&
        twilioSubaccounts(
          this.#subaccounts === "on",
          (method, path, fields) => this.#requests.askOwner(method, path, fields),
          this.#ask,
          this.#account.origin,
        ),
      redirect: (call, url) => this.#redirect(call, url),
      message: (message) => this.#message(message),
      check: () => this.#check(),
    };
  }

  /**
   * The carrier searches by area code in North America only; elsewhere the area is a pattern of its own, and the digits
   * are compared here.
   */
  async #search({
    country,
    kind,
    area_code,
    digits,
    locality,
  }: Parameters<CarrierClient["numbers"]["search"]>[0]): ReturnType<CarrierClient["numbers"]["search"]> {
    const hasAreaCodes = isNorthAmerican(country);
    const prefix = area_code && !hasAreaCodes ? prefixOf(country, area_code) : "";
    const contains = prefix || digits;
    const given: Record<string, string> = {
      VoiceEnabled: "true",
      PageSize: String(prefix && digits ? widerSearch : searchLimit),
      ...(area_code && hasAreaCodes && { AreaCode: area_code }),
      ...(contains && { Contains: contains }),
      ...(locality && kind === "local" && { InLocality: locality }),
    };
    const path = `/AvailablePhoneNumbers/${country}/${lists[kind]}.json`;
    const answer = await this.#ask("GET", path, Object.entries(given));
    // A country or kind that the carrier has no list of has no numbers.
    if (!answer.ok) return answer.status === 404 ? { ok: true, numbers: [] } : answer;
    const found = shaped(offered, answer.body);
    if (!found) return silent;
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

  #target = (): [string, string][] => Object.entries(targetOf(this.#account));

  async #buy({
    phone_number,
    number_id,
    ...sort
  }: Marked & NumberSort): Promise<CarrierAnswer<{ sid: string }>> {
    const answer = await this.#ask("POST", "/IncomingPhoneNumbers.json", [
      ["PhoneNumber", phone_number],
      ["FriendlyName", number_id],
      ...this.#target(),
      ...Object.entries(approved(this.#bundles, sort) ?? {}),
    ]);
    if (!answer.ok) return answer;
    const bought = shaped(owned, answer.body);
    return bought ? { ok: true, sid: bought.sid } : silent;
  }

  /** `number_id` null: whatever its name at the carrier. */
  async #owned(
    phone_number: string,
    number_id: string | null,
  ): Promise<CarrierAnswer<{ sid: string | null }>> {
    const answer = await this.#ask("GET", "/IncomingPhoneNumbers.json", [["PhoneNumber", phone_number]]);
    if (!answer.ok) return answer;
    const found = shaped(ownedList, answer.body);
    if (!found) return silent;
    const ours = found.incoming_phone_numbers.find(
      (number) =>
        number.phone_number === phone_number && (number_id === null || number.friendly_name === number_id),
    );
    return { ok: true, sid: ours?.sid ?? null };
  }

  async #configure(sid: string): Promise<CarrierAnswer<object>> {
    const path = `/IncomingPhoneNumbers/${encodeURIComponent(sid)}.json`;
    const answer = await this.#ask("POST", path, [...Object.entries(ownAddresses), ...this.#target()]);
    return answer.ok ? { ok: true } : answer;
  }

  async #release(sid: string): Promise<CarrierAnswer<object>> {
    const answer = await this.#ask("DELETE", `/IncomingPhoneNumbers/${encodeURIComponent(sid)}.json`);
    return answer.ok || answer.status === 404 ? { ok: true } : answer;
  }

  async #dial(call: DialRequest): Promise<CarrierAnswer<{ provider_call_id: string | null }>> {
    const answer = await this.#ask("POST", "/Calls.json", [
      ["To", call.to],
      ["From", call.from],
      ["Url", call.answer_url],
      ["Method", "POST"],
      ["StatusCallback", call.status_url],
      ["StatusCallbackMethod", "POST"],
      ...["initiated", "ringing", "answered", "completed"].map(
        (event) => ["StatusCallbackEvent", event] as const,
      ),
      ["Timeout", String(call.ring_seconds)],
      ["TimeLimit", String(call.longest_seconds)],
      ...machineFields(call),
    ]);
    if (!answer.ok) return answer;
    const placed = shaped(made, answer.body);
    return placed ? { ok: true, provider_call_id: placed.sid } : silent;
  }

  async #redirect(call: string, url: string): Promise<CarrierAnswer<object>> {
    const fields = [
      ["Url", url],
      ["Method", "POST"],
    ] as const;
    const answer = await this.#ask("POST", `/Calls/${encodeURIComponent(call)}.json`, fields);
    return answer.ok ? { ok: true } : answer;
  }

  async #message(message: MessageRequest): Promise<MessageAnswer> {
    const answer = await this.#ask("POST", "/Messages.json", [
      ["To", message.to],
      ["From", message.from],
      ["Body", message.text],
      ["StatusCallback", message.status_url],
    ]);
    if (!answer.ok) return { ...answer, has_opted_out: answer.code === optedOut };
    const sent = shaped(made, answer.body);
    return sent ? { ok: true, provider_message_id: sent.sid } : { ...silent, has_opted_out: false };
  }

  async #check(): Promise<CarrierAnswer<object>> {
    const answer = await this.#ask("GET", ".json");
    if (!answer.ok) return answer;
    // A suspended account answers, and takes no calls.
    const { data } = z.object({ status: z.string() }).safeParse(answer.body);
    return data?.status === "active"
      ? { ok: true }
      : {
          ok: false,
          reason: "refused",
          why: "Twilio has suspended or closed this account.",
          exact: `Account status: ${data?.status ?? "unknown"}`,
        };
  }
}

export const twilio: CarrierAdapter = {
  name: carrier,
  title: "Twilio",
  variables,
  secrets: ["TWILIO_AUTH_TOKEN"],
  platform(environment, account) {
    const set = variables.safeParse(environment).data;
    if (!set) return null;
    const credentials = { account_sid: set.TWILIO_ACCOUNT_SID, auth_token: set.TWILIO_AUTH_TOKEN };
    return {
      credentials,
      lines_of: `${carrier}:${set.TWILIO_ACCOUNT_SID}`,
      lines: set.TWILIO_LINES,
      calls_per_second,
      client: new TwilioAccount(credentials, set.TWILIO_BUNDLES, account, set.TWILIO_SUBACCOUNTS).client,
    };
  },
  own(stored, account) {
    const credentials = twilioCredentials.safeParse(stored).data;
    if (!credentials) return null;
    return {
      credentials,
      lines_of: `${carrier}:${credentials.account_sid}`,
      lines: variables.shape.TWILIO_LINES.parse(undefined),
      calls_per_second,
      client: new TwilioAccount(credentials, "", account).client,
    };
  },
};
