/** Telnyx' REST API: numbers, calls and messages of one account (docs/telephony.md, "Telnyx"). */
import { z } from "zod";
import { isNorthAmerican } from "#app/telephony/sale/sold-countries.schema.ts";
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
import { digitsOf, hasDigits, searchLimit, widerSearch } from "./matching.ts";
import { askCarrier, shaped, silent } from "./request.server.ts";
import { type TelnyxCredentials, telnyxCredentials } from "./telnyx.schema.ts";
import { machineFields, telnyxCalls, telnyxConferences } from "./telnyx-calls.server.ts";
import { optedOut, understand, words } from "./telnyx-errors.server.ts";
import { applicationPath, type Holdings, holdings, pathOf } from "./telnyx-numbers.server.ts";
import { telnyxRecordings } from "./telnyx-recordings.server.ts";
import { telnyxRegistration } from "./telnyx-registration.server.ts";

const carrier = "telnyx";
const host = "https://api.telnyx.com/v2";

const variables = z.object({
  TELNYX_API_KEY: telnyxCredentials.shape.api_key,
  TELNYX_PUBLIC_KEY: telnyxCredentials.shape.public_key,
  TELNYX_APPLICATION_ID: telnyxCredentials.shape.application_id,
  TELNYX_ACCOUNT_SID: telnyxCredentials.shape.account_sid,
  TELNYX_MESSAGING_PROFILE_ID: telnyxCredentials.shape.messaging_profile_id,
  /** Calls that the account may carry at once: ten after the second level of verification, more by request. */
  TELNYX_LINES: z.coerce.number().int().min(1).default(10),
  /** Approved groups of documents for numbers outside North America: `GB/local=<requirement group>` (docs/telephony.md, "Documents"). */
  TELNYX_REQUIREMENTS: z.string().max(4000).default(""),
});

const offered = z.object({
  data: z.array(
    z.object({
      phone_number: z.string(),
      region_information: z
        .array(z.object({ region_type: z.string().nullish(), region_name: z.string().nullish() }))
        .nullish(),
    }),
  ),
});
const ordered = z.object({ data: z.object({ status: z.string() }) });
const owned = z.object({
  data: z.array(
    z.object({
      id: z.coerce.string(),
      phone_number: z.string(),
      customer_reference: z.string().nullish(),
      status: z.string().nullish(),
    }),
  ),
});
const dialled = z.object({ call_sid: z.string().nullish(), sid: z.string().nullish() });
const sent = z.object({ data: z.object({ id: z.string() }) });

/** The group of documents that orders of one sort name; null: there is none. */
function approved(requirements: string, { country, kind }: NumberSort): string | null {
  const named = `${country}/${kind}=`;
  const entry = requirements.split(/\s/).find((one) => one.startsWith(named));
  return entry?.slice(named.length) ?? null;
}

/** New calls a second that an account may place. */
const calls_per_second = 30;

type Method = "GET" | "POST" | "PATCH" | "DELETE";
type Fields = Readonly<Record<string, unknown>>;

class TelnyxAccount {
  readonly #credentials: TelnyxCredentials;
  readonly #requirements: string;
  readonly #holdings: Holdings;

  constructor(credentials: TelnyxCredentials, requirements: string, account: Opened) {
    this.#credentials = credentials;
    this.#requirements = requirements;
    this.#holdings = holdings(
      (method, path, fields) => this.#ask(method, path, fields),
      credentials,
      account,
    );
  }

  get client(): CarrierClient {
    return {
      numbers: {
        search: (search) => this.#search(search),
        lacksDocuments: (sort) =>
          (sort.needsAddress || !isNorthAmerican(sort.country)) &&
          approved(this.#requirements, sort) === null,
        buy: (wanted) => this.#buy(wanted),
        find: ({ phone_number, number_id }) => this.#owned(phone_number, number_id),
        held: (phone_number) => this.#owned(phone_number, null),
        ...this.#holdings,
        registration: ({ phone_number }) =>
          telnyxRegistration((path) => this.#ask("GET", path), phone_number),
        configure: (sid) => this.#configure(sid),
        release: (sid) => this.#release(sid),
      },
      dial: (call) => this.#dial(call),
      conferences: telnyxConferences(
        (method, path, fields) => this.#ask(method, path, fields),
        this.#credentials.account_sid,
      ),
      calls: telnyxCalls(
        (method, path, fields) => this.#ask(method, path, fields),
        this.#credentials.account_sid,
      ),
      recordings: telnyxRecordings(this.#credentials, (method, path, fields) =>
        this.#ask(method, path, fields),
      ),
      subaccounts: null,
      redirect: (call, url) => this.#redirect(call, url),
      message: (message) => this.#message(message),
      check: () => this.#check(),
    };
  }

  #ask(method: Method, path: string, fields: Fields = {}) {
    const url = new URL(host + path);
    const hasBody = method === "POST" || method === "PATCH";
    if (method === "GET")
      for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, String(value));
    const headers = {
      authorization: `Bearer ${this.#credentials.api_key}`,
      accept: "application/json",
      ...(hasBody && { "content-type": "application/json" }),
    };
    return askCarrier(url, { method, headers, ...(hasBody && { body: JSON.stringify(fields) }) }, understand);
  }

  async #search({
    country,
    kind,
    area_code,
    digits,
    locality,
  }: Parameters<CarrierClient["numbers"]["search"]>[0]): ReturnType<CarrierClient["numbers"]["search"]> {
    const isCompared = digits.includes("*");
    const answer = await this.#ask("GET", "/available_phone_numbers", {
      "filter[country_code]": country,
      "filter[phone_number_type]": kind,
      "filter[features]": "voice",
      "filter[limit]": isCompared ? widerSearch : searchLimit,
      ...(area_code && { "filter[national_destination_code]": area_code.replace(/^0/, "") }),
      ...(digits && !isCompared && { "filter[phone_number][contains]": digitsOf(digits) }),
      ...(locality && kind === "local" && { "filter[locality]": locality }),
    });
    // A country without coverage is refused, and has no numbers.
    if (!answer.ok)
      return answer.reason === "refused" && answer.why === null ? { ok: true, numbers: [] } : answer;
    const found = shaped(offered, answer.body);
    if (!found) return silent;
    const numbers = found.data
      .filter(({ phone_number }) => !isCompared || hasDigits(phone_number, digits))
      .map(({ phone_number, region_information }) => {
        const named = (type: string) =>
          region_information?.find(({ region_type }) => region_type === type)?.region_name ?? null;
        const place = { locality: named("location") ?? named("rate_center"), region: named("state") };
        return { phone_number, country, kind, ...place, needsAddress: !isNorthAmerican(country) };
      });
    return { ok: true, numbers: numbers.slice(0, searchLimit) };
  }

  /** An order may take a moment: a number that has not come with it is `silent`, and found by a later check. */
  async #buy({
    phone_number,
    number_id,
    ...sort
  }: Marked & NumberSort): Promise<CarrierAnswer<{ sid: string }>> {
    const group = approved(this.#requirements, sort);
    const answer = await this.#ask("POST", "/number_orders", {
      phone_numbers: [{ phone_number, ...(group !== null && { requirement_group_id: group }) }],
      connection_id: this.#credentials.application_id,
      customer_reference: number_id,
    });
    if (!answer.ok) return answer;
    const order = shaped(ordered, answer.body);
    if (!order) return silent;
    if (order.data.status === "failure") return { ok: false, reason: "taken", why: words["85000"] ?? null };
    const found = await this.#owned(phone_number, number_id);
    if (!found.ok || found.sid === null) return silent;
    const isSet = await this.#holdings.pointApplication();
    // A number without messages is bought all the same: pointing it at us again connects it.
    if (isSet.ok) await this.#holdings.connectMessages(found.sid);
    return isSet.ok ? { ok: true, sid: found.sid } : silent;
  }

  /** `number_id` null: whatever its reference at the carrier. */
  async #owned(
    phone_number: string,
    number_id: string | null,
  ): Promise<CarrierAnswer<{ sid: string | null }>> {
    const answer = await this.#ask("GET", "/phone_numbers", { "filter[phone_number]": phone_number });
    if (!answer.ok) return answer;
    const found = shaped(owned, answer.body);
    if (!found) return silent;
    const ours = found.data.find(
      (number) =>
        number.phone_number === phone_number &&
        (number_id === null || number.customer_reference === number_id),
    );
    return { ok: true, sid: ours?.id ?? null };
  }

  async #configure(sid: string): Promise<CarrierAnswer<object>> {
    const answer = await this.#ask("PATCH", pathOf(sid), { connection_id: this.#credentials.application_id });
    const pointed = answer.ok ? await this.#holdings.pointApplication() : answer;
    return pointed.ok ? this.#holdings.connectMessages(sid) : pointed;
  }

  async #release(sid: string): Promise<CarrierAnswer<object>> {
    const answer = await this.#ask("DELETE", pathOf(sid));
    return answer.ok || answer.status === 404 ? { ok: true } : answer;
  }

  async #dial(call: DialRequest): Promise<CarrierAnswer<{ provider_call_id: string | null }>> {
    const { account_sid, application_id } = this.#credentials;
    const answer = await this.#ask("POST", `/texml/Accounts/${account_sid}/Calls`, {
      ApplicationSid: application_id,
      To: call.to,
      From: call.from,
      Url: call.answer_url,
      UrlMethod: "POST",
      StatusCallback: call.status_url,
      StatusCallbackMethod: "POST",
      StatusCallbackEvent: "initiated ringing answered completed",
      Timeout: call.ring_seconds,
      TimeLimit: call.longest_seconds,
      ...machineFields(call),
    });
    if (!answer.ok) return answer;
    const placed = shaped(dialled, answer.body);
    return placed ? { ok: true, provider_call_id: placed.call_sid ?? placed.sid ?? null } : silent;
  }

  async #redirect(call: string, url: string): Promise<CarrierAnswer<object>> {
    const path = `/texml/Accounts/${this.#credentials.account_sid}/Calls/${encodeURIComponent(call)}`;
    const answer = await this.#ask("POST", path, { Url: url, UrlMethod: "POST" });
    return answer.ok ? { ok: true } : answer;
  }

  async #message(message: MessageRequest): Promise<MessageAnswer> {
    const { to, from, text, status_url } = message;
    const answer = await this.#ask("POST", "/messages", { to, from, text, webhook_url: status_url });
    if (!answer.ok) return { ...answer, has_opted_out: answer.code === optedOut };
    const made = shaped(sent, answer.body);
    return made ? { ok: true, provider_message_id: made.data.id } : { ...silent, has_opted_out: false };
  }

  async #check(): Promise<CarrierAnswer<object>> {
    const answer = await this.#ask("GET", applicationPath(this.#credentials.application_id));
    if (answer.ok) return { ok: true };
    return answer.status === 404 ? { ...answer, why: words["10017"] ?? null } : answer;
  }
}

export const telnyx: CarrierAdapter = {
  name: carrier,
  title: "Telnyx",
  variables,
  secrets: ["TELNYX_API_KEY"],
  platform(environment, account) {
    const set = variables.safeParse(environment).data;
    if (!set) return null;
    const credentials = {
      api_key: set.TELNYX_API_KEY,
      public_key: set.TELNYX_PUBLIC_KEY,
      application_id: set.TELNYX_APPLICATION_ID,
      account_sid: set.TELNYX_ACCOUNT_SID,
      messaging_profile_id: set.TELNYX_MESSAGING_PROFILE_ID,
    };
    return {
      credentials,
      lines_of: `${carrier}:${set.TELNYX_ACCOUNT_SID}`,
      lines: set.TELNYX_LINES,
      calls_per_second,
      client: new TelnyxAccount(credentials, set.TELNYX_REQUIREMENTS, account).client,
    };
  },
  own(stored, account) {
    const credentials = telnyxCredentials.safeParse(stored).data;
    if (!credentials) return null;
    return {
      credentials,
      // Its account_sid is typed and proven by nothing: another account's lines must not be taken by naming it.
      lines_of: `${carrier}:${account.id}`,
      lines: variables.shape.TELNYX_LINES.parse(undefined),
      calls_per_second,
      client: new TelnyxAccount(credentials, "", account).client,
    };
  },
};
