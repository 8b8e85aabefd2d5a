/** Twilio at the edge: its signature, its posts in our terms, and its markup. */
import type { CarrierAccount } from "#app/telephony/carriers/carrier.schema.ts";
import { twilioCredentials } from "#app/telephony/carriers/twilio.schema.ts";
import type { CarrierWire, Fields, Post, Verdict } from "#workers/carriers/carrier-wire.ts";
import { hangUp, reject, sayAndHangUp } from "#workers/carriers/markup.ts";
import { faultOf } from "#workers/carriers/session-fault.ts";
import { dialEndOf, legOf } from "#workers/carriers/transfer-markup.ts";
import {
  answererForm,
  conferenceForm,
  dialActionForm,
  legForm,
  recordingForm,
  relayActionForm,
  statusForm,
  voiceForm,
} from "./forms.ts";
import { text, textReport } from "./messages.ts";
import { isBodySigned, isSigned } from "./signature.ts";
import { dial, hold, introduce, join, meet, relay, whisper } from "./twiml.ts";

/** Fields that may occur only once in a post: one that repeats a field has two meanings and is refused. */
const single = [
  "AccountSid",
  "CallSid",
  "From",
  "To",
  "Direction",
  "CallStatus",
  "RecordingSid",
  "MessageSid",
  "MessageStatus",
  "Body",
];

const unsigned = { ok: false, reason: "not_signed" } as const;

/** A post is believed when it is signed with the account's token and names the account. A JSON body is signed by its hash in the address. */
async function verify({ headers, url, body }: Post, account: CarrierAccount): Promise<Verdict> {
  const { account_sid, auth_token } = twilioCredentials.parse(account.credentials);
  const given = { authToken: auth_token, signature: headers.get("x-twilio-signature"), url };
  const isJson = headers.get("content-type")?.startsWith("application/json") ?? false;
  const form = new URLSearchParams(isJson ? "" : body);
  if (!(isJson ? await isBodySigned(given, body) : await isSigned(given, form))) return unsigned;
  if (single.some((name) => form.getAll(name).length > 1)) return { ok: false, reason: "malformed" };
  const content = isJson ? jsonFields(body) : Object.fromEntries(form);
  return (content.AccountSid ?? account_sid) === account_sid ? { ok: true, content } : unsigned;
}

function jsonFields(body: string): Fields {
  try {
    const json: unknown = JSON.parse(body);
    if (typeof json !== "object" || json === null) return {};
    return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, String(value)]));
  } catch {
    return {};
  }
}

export const twilio: CarrierWire = {
  signsAddresses: true,
  verify,
  // Signed over the address exactly as the markup wrote it, wss:// included (docs/telephony.md, "Signatures").
  verifySocket: (headers, url, account) =>
    isSigned({
      authToken: twilioCredentials.parse(account.credentials).auth_token,
      signature: headers.get("x-twilio-signature"),
      url,
    }),
  parse: {
    call(fields) {
      const { CallSid, From, To, Direction } = voiceForm.parse(fields);
      const direction = Direction === "inbound" ? "inbound" : "outbound";
      return { provider_call_id: CallSid, direction, from: From, to: To };
    },
    report(fields) {
      const {
        CallSid,
        CallStatus,
        From,
        To,
        Direction,
        CallDuration,
        SipResponseCode: cause,
      } = statusForm.parse(fields);
      const our_numbers = [Direction.startsWith("outbound") ? From : To];
      return { provider_call_id: CallSid, status: CallStatus, our_numbers, seconds: CallDuration, cause };
    },
    answerer(fields) {
      const { CallSid, AnsweredBy } = answererForm.parse(fields);
      return { provider_call_id: CallSid, who: AnsweredBy };
    },
    sessionEnd(fields) {
      const { CallSid, CallStatus, ErrorCode, ErrorMessage } = relayActionForm.parse(fields);
      const fault = faultOf(ErrorCode, ErrorMessage);
      return { provider_call_id: CallSid, status: CallStatus, fault };
    },
    conference: (fields) => ({ id: conferenceForm.parse(fields).ConferenceSid }),
    leg: (fields) => legForm.transform(legOf).parse(fields),
    transferEnd(fields) {
      const { CallSid, CallStatus, ...dialled } = dialActionForm.parse(fields);
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
