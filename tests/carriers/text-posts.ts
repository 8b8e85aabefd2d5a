/** What each carrier posts about text messages, as its documents have it: Twilio forms, Telnyx JSON. */
import { exports } from "cloudflare:workers";
import { z } from "zod";
import { post } from "../sandbox/world.ts";
import { origin } from "../support/people.ts";
import { type Fields, posts, type Side } from "./sides.ts";

export type Received = {
  id: string;
  from: string;
  to: string;
  words: string;
  media?: number;
  /** The carrier has answered a STOP, START or HELP by itself. */
  handled?: string;
};
export type Report = { id: string; from: string; to: string; status: string; code?: string };

export type TextPost = { form: Record<string, string> } | { json: unknown };

const hex = (): string => crypto.randomUUID().replaceAll("-", "");

type TextSide = {
  newId(): string;
  received(text: Received): TextPost;
  report(report: Report): TextPost;
  /** Its words for how far a message is, with what they mean for us; null: a step that changes nothing. */
  statuses: Record<string, "sent" | "delivered" | "undelivered" | "failed" | null>;
  /** The codes of its errors for a spam filter, for a person who wants no texts, and one that no one knows. */
  codes: { spam: string; opted_out: string; unknown: string };
};

const twilioTexts: TextSide = {
  newId: () => `SM${hex()}`,
  received: ({ id, from, to, words, media = 0, handled }) => ({
    form: {
      MessageSid: id,
      From: from,
      To: to,
      Body: words,
      NumMedia: String(media),
      ...(handled !== undefined && { OptOutType: handled }),
    },
  }),
  report: ({ id, from, to, status, code }) => ({
    form: {
      MessageSid: id,
      MessageStatus: status,
      From: from,
      To: to,
      ...(code !== undefined && { ErrorCode: code }),
    },
  }),
  statuses: {
    accepted: null,
    queued: null,
    sending: null,
    sent: "sent",
    delivered: "delivered",
    read: "delivered",
    undelivered: "undelivered",
    failed: "failed",
    toString: null,
  },
  codes: { spam: "30007", opted_out: "21610", unknown: "39999" },
};

const telnyxTexts: TextSide = {
  newId: () => crypto.randomUUID(),
  received: ({ id, from, to, words, media = 0, handled }) => ({
    json: {
      data: {
        event_type: "message.received",
        payload: {
          id,
          direction: "inbound",
          from: { phone_number: from },
          to: [{ phone_number: to, status: "webhook_delivered" }],
          text: words,
          media: Array.from({ length: media }, (_, at) => ({ url: `https://media.telnyx.com/${at}` })),
          ...(handled !== undefined && { autoresponse_type: handled }),
        },
      },
    },
  }),
  report: ({ id, from, to, status, code }) => ({
    json: {
      data: {
        event_type: status === "sent" ? "message.sent" : "message.finalized",
        payload: {
          id,
          direction: "outbound",
          from: { phone_number: from },
          to: [{ phone_number: to, status }],
          errors: code === undefined ? [] : [{ code, title: "Refused" }],
        },
      },
    },
  }),
  statuses: {
    queued: null,
    sending: null,
    sent: "sent",
    delivered: "delivered",
    delivery_unconfirmed: "sent",
    delivery_failed: "undelivered",
    sending_failed: "failed",
    toString: null,
  },
  codes: { spam: "40002", opted_out: "40300", unknown: "99999" },
};

export const textSide = ({ carrier }: Side): TextSide => (carrier === "twilio" ? twilioTexts : telnyxTexts);

const headersShape = z.record(z.string(), z.string());

/** How it is signed; null: not at all. `other`: what is signed instead of it. `at`: when, ms UTC. */
type Signing = { other?: TextPost; path?: string; at?: number };

/** Posts as the carrier does. */
export async function postsText(
  side: Side,
  path: string,
  content: TextPost,
  signed: Signing | null = {},
): Promise<Response> {
  if ("form" in content) {
    const { other, ...more } = signed ?? {};
    const fields: Fields | undefined = other && "form" in other ? other.form : undefined;
    return posts(side, path, content.form, signed && { ...more, ...(fields && { fields }) });
  }
  const body = JSON.stringify(content.json);
  const given = signed?.other && "json" in signed.other ? JSON.stringify(signed.other.json) : body;
  const order = {
    url: origin + path,
    body: given,
    account_sid: side.account_sid,
    ...(signed?.at !== undefined && { at: signed.at }),
  };
  const headers: Record<string, string> = signed
    ? headersShape.parse(await (await post("/signature", order)).json())
    : {};
  return exports.default.fetch(
    new Request(origin + path, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", ...headers },
    }),
  );
}
