/** In what the two simulated carriers differ during a call: ids, signatures, the fields of webhooks, the frames of a session. */
import { areaOf } from "./area-codes.ts";
import { type Account, type CarrierCall, newSid } from "./carrier-records.ts";
import { telnyxHost, twilioHost } from "./faults.ts";
import type { SetupFrame } from "./relay-frames.ts";
import { telnyxHeaders } from "./telnyx/signing.ts";
import { sign } from "./twilio-signature.ts";
import { type Relay, texml, twiml, type Vocabulary } from "./twiml.ts";

export type Outgoing = { url: string; method: "GET" | "POST"; body: string };

export type Dialect = {
  /** The host under which faults of this carrier are ordered. */
  host: string;
  vocabulary: Vocabulary;
  newCallId(): string;
  newSessionId(): string;
  /** The fields of every webhook about a call. */
  params(call: CarrierCall): Record<string, string>;
  /** Those that tell how a relay session ended. */
  session(fields: Record<string, string>): Record<string, string>;
  /** The headers of a webhook; `fields` null for a GET, whose fields are in the address. */
  headers(account: Account, webhook: Outgoing, fields: URLSearchParams | undefined): Promise<HeadersInit>;
  /** The headers of a relay socket's handshake. */
  handshake(account: Account, url: string): Promise<HeadersInit>;
  setup(call: CarrierCall, relay: Relay, session: { id: string; isFirst: boolean }): SetupFrame;
};

const twilio: Dialect = {
  host: twilioHost,
  vocabulary: twiml,
  newCallId: () => newSid("CA"),
  newSessionId: () => newSid("VX"),
  params({ sid, account_sid, from_number, to_number, direction, status, parent_call_sid }) {
    return {
      CallSid: sid,
      AccountSid: account_sid,
      From: from_number,
      To: to_number,
      Caller: from_number,
      Called: to_number,
      Direction: direction,
      CallStatus: status,
      ApiVersion: "2010-04-01",
      ...place("From", from_number),
      ...place("Caller", from_number),
      ...place("To", to_number),
      ...place("Called", to_number),
      ...(parent_call_sid && { ParentCallSid: parent_call_sid }),
      ...(direction === "inbound" && { StirVerstat: "TN-Validation-Passed-A" }),
    };
  },
  session: (fields) => fields,
  async headers(account, { url }, fields) {
    return {
      "user-agent": "TwilioProxy/1.1",
      "x-twilio-signature": await sign(account.auth_token, url, fields),
    };
  },
  async handshake(account, url) {
    return {
      "user-agent": "Jetty/11.0.20",
      // The handshake is signed over the attribute as written, wss:// included (docs/telephony.md, "Signatures").
      "x-twilio-signature": await sign(account.auth_token, url),
    };
  },
  setup({ sid, parent_call_sid, from_number, to_number, direction, account_sid }, relay, { id, isFirst }) {
    return {
      type: "setup",
      sessionId: id,
      callSid: sid,
      parentCallSid: parent_call_sid ?? "",
      from: from_number,
      to: to_number,
      forwardedFrom: "",
      callerName: "",
      direction,
      callType: "PSTN",
      callStatus: isFirst && direction === "inbound" ? "RINGING" : "IN_PROGRESS",
      accountSid: account_sid,
      customParameters: relay.parameters,
    };
  },
};

/** FromCity and similar fields: empty for an unknown place. */
function place(prefix: string, phone_number: string): Record<string, string> {
  const area = areaOf(phone_number);
  return {
    [`${prefix}City`]: area?.locality.toUpperCase() ?? "",
    [`${prefix}State`]: area?.region ?? "",
    [`${prefix}Zip`]: area?.postal_code ?? "",
    [`${prefix}Country`]: phone_number.startsWith("+1") ? "US" : "",
  };
}

/** `v3:` and 54 letters, as Telnyx' ids of calls. */
const telnyxCallId = (): string =>
  `v3:${[...crypto.getRandomValues(new Uint8Array(54))].map((byte) => "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"[byte % 64]).join("")}`;

const telnyx: Dialect = {
  host: telnyxHost,
  vocabulary: texml,
  newCallId: telnyxCallId,
  newSessionId: () => crypto.randomUUID(),
  params({ sid, account_sid, from_number, to_number, direction, status, parent_call_sid }) {
    return {
      AccountSid: account_sid,
      CallSid: sid,
      CallSidLegacy: sid,
      CallStatus: status,
      From: from_number,
      To: to_number,
      // Telnyx' reports name no direction; its requests for instructions do.
      ...(status === "ringing" && { Direction: direction === "inbound" ? "inbound" : "outbound" }),
      ...(parent_call_sid && { ParentCallSid: parent_call_sid, ParentCallSidLegacy: parent_call_sid }),
    };
  },
  // What its action callback tells is not documented, so nothing is told.
  session: () => ({}),
  async headers(account, { body }) {
    return { "user-agent": "telnyx-webhooks", ...(await telnyxHeaders(account.signing_key, body)) };
  },
  handshake: async () => ({ "user-agent": "telnyx-relay" }),
  setup({ sid, from_number, to_number, direction, account_sid }, relay, { id }) {
    return {
      type: "setup",
      sessionId: id,
      accountSid: account_sid,
      callSid: sid,
      callControlId: sid,
      callSessionId: id,
      callLegId: id,
      from: from_number,
      to: to_number,
      direction: direction === "inbound" ? "inbound" : "outbound",
      callerName: "",
      callStatus: "active",
      customParameters: relay.parameters,
    };
  },
};

export const dialectOf = ({ carrier }: Pick<Account, "carrier">): Dialect =>
  carrier === "telnyx" ? telnyx : twilio;

/** Ids of calls of either carrier, as they stand in addresses. */
export const callIdPattern = "CA[0-9a-f]{32}|v3:[\\w-]{54}";
