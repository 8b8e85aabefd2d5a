/** Each carrier as the contract's tests meet it: how it signs, what it posts, and what its account holds. */
// Its first import is what leads every outside address to the sandbox.
import "#workers/local.ts";
import { env, exports } from "cloudflare:workers";
import { z } from "zod";
import { Database } from "#app/platform/d1.server.ts";
import { settings } from "#app/platform/env.server.ts";
import { Timing } from "#app/platform/server-timing.ts";
import type { CarrierAccount } from "#app/telephony/carriers/carrier.schema.ts";
import { credentialsOf } from "#app/telephony/carriers/carriers.server.ts";
import { post, sandbox } from "../sandbox/world.ts";
import { carrierSettings } from "../support/carrier-settings.ts";
import { origin } from "../support/people.ts";

/** A field that occurs more than once is a list. */
export type Fields = Record<string, string | string[]>;

const pairs = (fields: Fields): string[][] =>
  Object.entries(fields).flatMap(([name, values]) => [values].flat().map((value) => [name, value]));

export type Side = {
  carrier: "twilio" | "telnyx";
  host: string;
  /** Where faults of its REST API are ordered. */
  rest: { search: string; buy: string; release: string; dial: string; message: string };
  account_sid: string;
  /** Whether its signature says when it was made. */
  signsTime: boolean;
  newCallId(): string;
  voice(call: { id: string; from: string; to: string }): Fields;
  status(call: { id: string; from: string; to: string; status: string; seconds?: string }): Fields;
  sessionEnd(call: { id: string; isOver: boolean }): Fields;
  transferEnd(call: { id: string; result: string }): Fields;
};

const hex = (): string => crypto.randomUUID().replaceAll("-", "");

export const twilio: Side = {
  carrier: "twilio",
  host: "api.twilio.com",
  rest: {
    search: `/2010-04-01/Accounts/${carrierSettings.TWILIO_ACCOUNT_SID}/AvailablePhoneNumbers`,
    buy: `/2010-04-01/Accounts/${carrierSettings.TWILIO_ACCOUNT_SID}/IncomingPhoneNumbers.json`,
    release: `/2010-04-01/Accounts/${carrierSettings.TWILIO_ACCOUNT_SID}/IncomingPhoneNumbers/`,
    dial: `/2010-04-01/Accounts/${carrierSettings.TWILIO_ACCOUNT_SID}/Calls`,
    message: `/2010-04-01/Accounts/${carrierSettings.TWILIO_ACCOUNT_SID}/Messages`,
  },
  account_sid: carrierSettings.TWILIO_ACCOUNT_SID,
  signsTime: false,
  newCallId: () => `CA${hex()}`,
  voice: ({ id, from, to }) => ({
    CallSid: id,
    From: from,
    To: to,
    Direction: "inbound",
    CallStatus: "ringing",
  }),
  status: ({ id, from, to, status, seconds }) => ({
    CallSid: id,
    From: from,
    To: to,
    Direction: "inbound",
    CallStatus: status,
    CallbackSource: "call-progress-events",
    ...(seconds !== undefined && { CallDuration: seconds }),
  }),
  sessionEnd: ({ id, isOver }) => ({
    CallSid: id,
    CallStatus: isOver ? "completed" : "in-progress",
    SessionStatus: isOver ? "completed" : "ended",
  }),
  transferEnd: ({ id, result }) => ({ CallSid: id, CallStatus: "in-progress", DialCallStatus: result }),
};

export const telnyx: Side = {
  carrier: "telnyx",
  host: "api.telnyx.com",
  rest: {
    search: "/v2/available_phone_numbers",
    buy: "/v2/number_orders",
    release: "/v2/phone_numbers/",
    dial: "/v2/texml",
    message: "/v2/messages",
  },
  account_sid: carrierSettings.TELNYX_ACCOUNT_SID,
  signsTime: true,
  newCallId: () => `v3:${hex()}${hex()}`.slice(0, 57),
  voice: ({ id, from, to }) => ({
    CallSid: id,
    CallSidLegacy: id,
    From: from,
    To: to,
    Direction: "inbound",
    CallStatus: "ringing",
  }),
  status: ({ id, from, to, status, seconds }) => ({
    CallSid: id,
    CallSidLegacy: id,
    From: from,
    To: to,
    CallStatus: status,
    CallbackSource: "call-progress-events",
    ...(seconds !== undefined && { CallDuration: seconds }),
  }),
  // Of a session that ends it is not known which fields Telnyx posts.
  sessionEnd: ({ id, isOver }) => ({ CallSid: id, ...(isOver && { CallStatus: "completed" }) }),
  transferEnd: ({ id, result }) => ({ CallSid: id, DialCallStatus: result }),
};

export const sides: readonly Side[] = [twilio, telnyx];

type Signing = {
  /** Whose carrier signs; the platform's account unless told otherwise. */
  account_sid?: string;
  /** What is signed, where it is not what is posted. */
  path?: string;
  fields?: Fields;
  /** When, ms UTC; now unless told otherwise. */
  at?: number;
};

const headersShape = z.record(z.string(), z.string());

/** The headers with which a carrier signs a post; `null` in `signed` posts without any. */
async function signatureOf(side: Side, path: string, fields: Fields, signed: Signing): Promise<HeadersInit> {
  const answer = await post("/signature", {
    url: origin + (signed.path ?? path),
    params: signed.fields ?? fields,
    account_sid: signed.account_sid ?? side.account_sid,
    ...(signed.at !== undefined && { at: signed.at }),
  });
  const made = headersShape.parse(await answer.json());
  return side.carrier === "twilio" ? { "x-twilio-signature": made.signature ?? "" } : made;
}

/** Posts as the carrier does: with the account's id, signed as told. */
export async function posts(
  side: Side,
  path: string,
  given: Fields,
  signed: Signing | null = {},
): Promise<Response> {
  const fields = { AccountSid: signed?.account_sid ?? side.account_sid, ...given };
  const headers =
    signed === null
      ? {}
      : await signatureOf(side, path, fields, {
          ...signed,
          ...(signed.fields && { fields: { AccountSid: fields.AccountSid ?? "", ...signed.fields } }),
        });
  return exports.default.fetch(
    new Request(origin + path, { method: "POST", body: new URLSearchParams(pairs(fields)), headers }),
  );
}

/** The platform's account at a carrier, as the product opens it. */
export async function platformAccount({ carrier }: Side): Promise<CarrierAccount> {
  const db = new Database(env.DB, new Timing());
  const account = await credentialsOf(db, settings(env), { carrier, account_id: null });
  if (!account) throw new Error(`no account at ${carrier}`);
  return account;
}

/** The next requests of the product to a carrier, or of the carrier to it, go wrong. */
export async function goesWrong(
  { host }: Side,
  fault: {
    path: string;
    status?: number;
    drop?: boolean;
    delay_ms?: number;
    effect?: string;
    times?: number;
  },
): Promise<void> {
  const answer = await post("/faults", { host, times: 1, ...fault });
  if (!answer.ok) throw new Error(`no fault ordered: ${answer.status} ${await answer.text()}`);
}

export const mend = (): Promise<Response> => sandbox("/faults", { method: "DELETE" });

const ownAccount = z.object({ account_sid: z.string(), credentials: z.record(z.string(), z.string()) });

/** A customer opens an account at the carrier. */
export async function openAccount({ carrier }: Side): Promise<z.infer<typeof ownAccount>> {
  return ownAccount.parse(await (await post("/carrier-accounts", { carrier })).json());
}

/** The customer replaces its credentials at the carrier, without telling us. */
export const replaceCredentials = (account_sid: string): Promise<Response> =>
  post("/carrier-accounts", { account_sid });
