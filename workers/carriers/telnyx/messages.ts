/** Telnyx' posts about text messages, which are JSON, in our terms (docs/telephony.md, "Text messages"). */
import { z } from "zod";
import { optedOut, words } from "#app/telephony/carriers/telnyx-errors.server.ts";
import type { AnnouncedText, Fields, TextReport } from "#workers/carriers/carrier-wire.ts";

const id = z.string().regex(/^[\w-]{8,100}$/);
const e164 = z.string().regex(/^\+[1-9]\d{6,14}$/);

/** Under which a JSON body stands among the fields of a post. */
export const jsonField = "json";

const received = z.object({
  data: z.object({
    event_type: z.literal("message.received"),
    payload: z.object({
      id,
      from: z.object({ phone_number: z.string().min(1).max(40) }),
      to: z.array(z.object({ phone_number: z.string() })).min(1),
      text: z.string().max(20_000).nullish(),
      media: z.array(z.unknown()).nullish(),
      autoresponse_type: z.string().nullish(),
    }),
  }),
});

const statuses: Readonly<Record<string, TextReport["status"]>> = {
  sent: "sent",
  delivered: "delivered",
  delivery_unconfirmed: "sent",
  delivery_failed: "undelivered",
  sending_failed: "failed",
};

const report = z.object({
  data: z.object({
    event_type: z.enum(["message.sent", "message.finalized"]),
    payload: z.object({
      id,
      from: z.object({ phone_number: e164 }),
      to: z.array(z.object({ status: z.string() })).min(1),
      errors: z.array(z.object({ code: z.coerce.string() })).nullish(),
    }),
  }),
});

const bodyOf = (fields: Fields): unknown => JSON.parse(fields[jsonField] ?? "null");

export function text(fields: Fields): AnnouncedText {
  const { payload } = received.parse(bodyOf(fields)).data;
  const [to] = payload.to;
  return {
    provider_message_id: payload.id,
    from: payload.from.phone_number,
    to: e164.parse(to?.phone_number),
    text: payload.text ?? "",
    media: payload.media?.length ?? 0,
    is_handled: (payload.autoresponse_type ?? "") !== "",
  };
}

export function textReport(fields: Fields): TextReport | null {
  const { payload } = report.parse(bodyOf(fields)).data;
  const named = payload.to[0]?.status ?? "";
  const status = Object.hasOwn(statuses, named) ? statuses[named] : undefined;
  if (!status) return null;
  const code = payload.errors?.[0]?.code ?? null;
  return {
    provider_message_id: payload.id,
    status,
    our_number: payload.from.phone_number,
    why: code === null ? null : (words[code] ?? null),
    has_opted_out: code === optedOut,
  };
}
