/** What each carrier posts about a text: Twilio a form, Telnyx JSON (docs/telephony.md, "Text messages"). */
import type { Account } from "#workers/sandbox/carrier-records.ts";
import type { Webhook } from "#workers/sandbox/webhooks.ts";

export type CarriedText = { id: string; from: string; to: string; words: string; media: number };

type About =
  /** It comes in; `opted`: the carrier has answered STOP or START and says so. */
  | { url: string; opted: "STOP" | "START" | null }
  /** How far one of the product's is. */
  | { url: string; status: string; error: string | null };

export const textWebhookOf = (account: Account, text: CarriedText, about: About): Webhook => ({
  act: "status" in about ? "message-callbacks" : "message-webhook",
  url: about.url,
  method: "POST",
  account,
  ...(account.carrier === "telnyx"
    ? { params: {}, json: telnyxEvent(text, about) }
    : { params: twilioFields(account, text, about) }),
});

function twilioFields({ sid }: Account, text: CarriedText, about: About): Record<string, string> {
  const of = { MessageSid: text.id, SmsSid: text.id, AccountSid: sid, From: text.from, To: text.to };
  if ("status" in about)
    return {
      ...of,
      MessageStatus: about.status,
      SmsStatus: about.status,
      ApiVersion: "2010-04-01",
      ...(about.error !== null && about.status === "undelivered" && { ErrorCode: about.error }),
    };
  return {
    ...of,
    SmsMessageSid: text.id,
    SmsStatus: "received",
    Body: text.words,
    NumSegments: "1",
    NumMedia: String(text.media),
    ApiVersion: "2010-04-01",
    ...Object.fromEntries(
      Array.from({ length: text.media }, (_, at) => [
        `MediaUrl${at}`,
        `https://api.twilio.com/2010-04-01/Accounts/${sid}/Messages/${text.id}/Media/ME${at}`,
      ]),
    ),
    ...(about.opted !== null && { OptOutType: about.opted }),
  };
}

const telnyxStatuses: Readonly<Record<string, string>> = { undelivered: "delivery_failed" };

function telnyxEvent(text: CarriedText, about: About) {
  const isReport = "status" in about;
  const status = isReport ? (telnyxStatuses[about.status] ?? about.status) : "webhook_delivered";
  return {
    data: {
      event_type: !isReport
        ? "message.received"
        : about.status === "sent"
          ? "message.sent"
          : "message.finalized",
      id: crypto.randomUUID(),
      occurred_at: new Date().toISOString(),
      record_type: "event",
      payload: {
        id: text.id,
        record_type: "message",
        direction: isReport ? "outbound" : "inbound",
        type: text.media > 0 ? "MMS" : "SMS",
        from: { phone_number: text.from, carrier: "", line_type: "Wireless" },
        to: [{ phone_number: text.to, status }],
        text: text.words,
        media: Array.from({ length: text.media }, (_, at) => ({
          url: `https://media.telnyx.com/${text.id}/${at}`,
          content_type: "image/jpeg",
        })),
        errors:
          isReport && about.error !== null && status === "delivery_failed" ? [{ code: about.error }] : [],
        ...(!isReport && about.opted !== null && { autoresponse_type: about.opted }),
      },
    },
    meta: { attempt: 1, delivered_to: about.url },
  };
}
