/** Telnyx at the edge: its signature, its posts in our terms, and its markup. */
import type { CarrierAccount } from "#app/telephony/carriers/carrier.schema.ts";
import { telnyxCredentials } from "#app/telephony/carriers/telnyx.schema.ts";
import type { CarrierWire, Post, Verdict } from "#workers/carriers/carrier-wire.ts";
import { hangUp, reject, sayAndHangUp } from "#workers/carriers/markup.ts";
import { faultOf } from "#workers/carriers/session-fault.ts";
import { dialEndOf, legOf } from "#workers/carriers/transfer-markup.ts";
import {
  answererForm,
  conferenceForm,
  legForm,
  recordingForm,
  relayEndForm,
  statusForm,
  transferForm,
  voiceForm,
} from "./forms.ts";
import { jsonField, text, textReport } from "./messages.ts";
import { isSigned } from "./signature.ts";
import { dial, hold, introduce, join, meet, relay, whisper } from "./texml.ts";

/** Fields that may occur only once in a post. */
const single = [
  "AccountSid",
  "CallSid",
  "From",
  "To",
  "Direction",
  "CallStatus",
  "CallbackSource",
  "RecordingSid",
];

async function verify(post: Post, account: CarrierAccount, now: number): Promise<Verdict> {
  const { public_key, account_sid } = telnyxCredentials.parse(account.credentials);
  if (!(await isSigned(post, public_key, now))) return { ok: false, reason: "not_signed" };
  if (post.headers.get("content-type")?.startsWith("application/json")) return jsonContent(post.body);
  const form = new URLSearchParams(post.body);
  if (single.some((name) => form.getAll(name).length > 1)) return { ok: false, reason: "malformed" };
  const content = Object.fromEntries(form);
  return (content.AccountSid ?? account_sid) === account_sid
    ? { ok: true, content }
    : { ok: false, reason: "not_signed" };
}

/** Posts about messages are JSON, and name no account: the signature is the account's. */
function jsonContent(body: string): Verdict {
  try {
    JSON.parse(body);
    return { ok: true, content: { [jsonField]: body } };
  } catch {
    return { ok: false, reason: "malformed" };
  }
}

const isOutbound = (direction: string): boolean => direction.startsWith("outbound");

export const telnyx: CarrierWire = {
  signsAddresses: false,
  verify,
  // No signature of handshakes is documented: the one-time token in the address is what is believed.
  verifySocket: async () => true,
  parse: {
    call(fields) {
      const { CallSid, From, To, Direction } = voiceForm.parse(fields);
      const direction = isOutbound(Direction) ? "outbound" : "inbound";
      return { provider_call_id: CallSid, direction, from: From, to: To };
    },
    report(fields) {
      const {
        CallSid,
        CallStatus,
        From,
        To,
        CallDuration,
        SipResponseCode: cause,
      } = statusForm.parse(fields);
      // Its reports do not say in which direction the call goes.
      const our_numbers = [To, From];
      return { provider_call_id: CallSid, status: CallStatus, our_numbers, seconds: CallDuration, cause };
    },
    answerer(fields) {
      const { CallSid, AnsweredBy } = answererForm.parse(fields);
      return { provider_call_id: CallSid, who: AnsweredBy };
    },
    sessionEnd(fields) {
      const { CallSid, CallStatus, ErrorMessage } = relayEndForm.parse(fields);
      return { provider_call_id: CallSid, status: CallStatus, fault: faultOf("", ErrorMessage) };
    },
    conference: (fields) => ({ id: conferenceForm.parse(fields).ConferenceSid }),
    leg: (fields) => legForm.transform(legOf).parse(fields),
    transferEnd(fields) {
      const { CallSid, CallStatus, ...dialled } = transferForm.parse(fields);
      return { provider_call_id: CallSid, status: CallStatus, ...dialEndOf(dialled) };
    },
    recording(fields) {
      const { CallSid, RecordingSid, RecordingStatus, RecordingDuration } = recordingForm.parse(fields);
      const seconds = RecordingDuration;
      return { provider_call_id: CallSid, sid: RecordingSid, status: RecordingStatus, seconds };
    },
    text,
    textReport,
  },
  answer: { relay, dial, whisper, join, hold, meet, introduce, say: sayAndHangUp, hangUp, reject },
};
