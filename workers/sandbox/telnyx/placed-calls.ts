/** Telnyx' placed calls: placing one, the list of them, one of them, and ending one. */
import { z } from "zod";
import type { CarrierCall } from "#workers/sandbox/carrier-records.ts";
import { dialectOf } from "#workers/sandbox/dialect.ts";
import { machinesOf } from "#workers/sandbox/twilio-calls.ts";
import { type Asked, notFound, telnyxError } from "./telnyx-wire.ts";

export const phone = /^\+[1-9]\d{6,14}$/;

const running = ["queued", "initiated", "ringing", "in-progress"];

const callJson = ({ sid, account_sid, to_number, from_number, status, direction, ...at }: CarrierCall) => ({
  sid,
  account_sid,
  to: to_number,
  from: from_number,
  status,
  direction: direction === "inbound" ? "inbound" : "outbound",
  duration:
    at.ended_at === null || at.started_at === null
      ? null
      : String(Math.round((at.ended_at - at.started_at) / 1000)),
  date_created: new Date(at.created_at).toUTCString(),
});

/** GET /texml/Accounts/{account}/Calls */
export async function placedCalls({ url, method, account, world }: Asked): Promise<Response> {
  if (method !== "GET") return notFound();
  const of = (name: string) => url.searchParams.get(name) ?? undefined;
  const found = await world.calls({ account_sid: account.sid, to: of("To"), from: of("From"), limit: 20 });
  return Response.json({ calls: found.map(callJson), page: 0, page_size: 20 });
}

const change = z.object({ Status: z.literal("completed") });

/** GET and POST /texml/Accounts/{account}/Calls/{call} */
export async function onePlacedCall(
  { method, body, account, world, lines }: Asked,
  sid: string,
): Promise<Response> {
  const call = await world.call(sid);
  if (call?.account_sid !== account.sid) return notFound();
  if (method === "GET") return Response.json(callJson(call));
  if (method !== "POST" || !change.safeParse(body).success) return telnyxError(422, "10015", "Bad Request");
  if (!running.includes(call.status)) return telnyxError(422, "90018", "Call has already ended");
  await lines.getByName(call.parent_call_sid ?? sid).control({ type: "finish", status: "completed" });
  return Response.json(callJson({ ...call, status: "completed" }));
}

const callBody = z.object({
  ApplicationSid: z.string(),
  To: z.string(),
  From: z.string(),
  Url: z.url(),
  UrlMethod: z.enum(["GET", "POST"]).default("GET"),
  StatusCallback: z.url().optional(),
  StatusCallbackMethod: z.enum(["GET", "POST"]).default("POST"),
  StatusCallbackEvent: z.string().default("completed"),
  Timeout: z.number().int().min(5).max(120).default(30),
  TimeLimit: z.number().int().min(30).max(14_400).optional(),
  MachineDetection: z.enum(["Enable", "Disable", "DetectMessageEnd"]).optional(),
  AsyncAmd: z.boolean().default(false),
  AsyncAmdStatusCallback: z.url().optional(),
  AsyncAmdStatusCallbackMethod: z.enum(["GET", "POST"]).default("POST"),
});

/** POST /texml/Accounts/{account}/Calls */
export async function dial({ body, account, world, lines }: Asked): Promise<Response> {
  const asked = callBody.safeParse(body);
  if (!asked.success) return telnyxError(422, "10015", "Bad Request", z.prettifyError(asked.error));
  const call = asked.data;
  if (!phone.test(call.To) || !phone.test(call.From))
    return telnyxError(422, "10016", "Phone number must be in +E.164 format");
  const number = await world.numberCalled(call.From);
  if (number?.account_sid !== account.sid) return telnyxError(403, "10010", "Authorization failed");
  if (number.connection_id !== call.ApplicationSid)
    return telnyxError(422, "10017", "Associated resource does not exist");
  const record: CarrierCall = {
    sid: dialectOf(account).newCallId(),
    account_sid: account.sid,
    parent_call_sid: null,
    phone_number_sid: number.sid,
    from_number: call.From,
    to_number: call.To,
    direction: "outbound-api",
    status: "queued",
    answered_by: null,
    created_at: Date.now(),
    started_at: null,
    ended_at: null,
  };
  await world.addCall(record);
  await lines.getByName(record.sid).ring({
    record,
    document: { url: call.Url, method: call.UrlMethod, fallback_url: "", fallback_method: "POST" },
    timeout: call.Timeout,
    subscription: call.StatusCallback
      ? {
          url: call.StatusCallback,
          method: call.StatusCallbackMethod,
          events: call.StatusCallbackEvent.split(/\s+/),
        }
      : null,
    machines: machinesOf({
      mode: call.MachineDetection,
      isAsync: call.AsyncAmd,
      url: call.AsyncAmdStatusCallback,
    }),
    answer: await world.answer(call.To),
  });
  return Response.json({ from: call.From, to: call.To, status: "queued", call_sid: record.sid });
}
