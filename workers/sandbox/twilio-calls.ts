/** Twilio's call resources: placing calls, reading them, intervening in one. */
import { type CarrierCall, newSid } from "./carrier-records.ts";
import type { Line } from "./line.ts";
import type { Outbound } from "./place-calls.ts";
import { pageOf, type RestRequest } from "./twilio-numbers.ts";
import { callJson, notFound, pageJson, twilioError } from "./twilio-wire.ts";

export type Lines = DurableObjectNamespace<Line>;

const phone = /^\+[1-9]\d{6,14}$/;
const longestTwiml = 4000;
const running = ["queued", "initiated", "ringing", "in-progress"];

/** Calls.json */
export async function callList(request: RestRequest, lines: Lines): Promise<Response> {
  const { method, fields, account, world, pathname } = request;
  if (method === "POST") return dial(request, lines);
  if (method !== "GET") return twilioError(405, 20004, "Method not allowed");
  const { page, pageSize } = pageOf(fields);
  const found = await world.calls({
    account_sid: account.sid,
    to: fields.get("To") ?? undefined,
    from: fields.get("From") ?? undefined,
    status: fields.get("Status") ?? undefined,
    parent_call_sid: fields.get("ParentCallSid") ?? undefined,
    ...startTimes(fields),
    limit: (page + 1) * pageSize + 1,
  });
  const rows = found.slice(page * pageSize, (page + 1) * pageSize);
  const hasMore = found.length > (page + 1) * pageSize;
  return Response.json(pageJson("calls", rows.map(callJson), { pathname, page, pageSize, hasMore }));
}

/** Calls/{CA}.json: GET; POST Status=completed|canceled, or Url or Twiml for the live call. */
export async function oneCall(request: RestRequest, lines: Lines, sid: string): Promise<Response> {
  const { method, fields, account, world, pathname } = request;
  const call = await world.call(sid);
  if (!call || call.account_sid !== account.sid) return notFound(pathname);
  if (method === "GET") return Response.json(callJson(call));
  if (method !== "POST") return twilioError(405, 20004, "Method not allowed");
  if (!running.includes(call.status))
    return twilioError(400, 21220, "Call is not in-progress. Cannot redirect.");
  const line = lines.getByName(call.parent_call_sid ?? sid);
  const status = fields.get("Status");
  if (status === "completed" || status === "canceled") {
    if (status === "canceled" && call.status === "in-progress")
      return twilioError(400, 21220, "Call is in-progress. Only queued and ringing calls can be canceled.");
    await line.control({ type: "finish", status });
    return Response.json(callJson({ ...call, status }));
  }
  if (status !== null) return twilioError(400, 21218, `Invalid Status: ${status}`);
  const twiml = fields.get("Twiml");
  const url = fields.get("Url");
  if (twiml === null && url === null) return twilioError(400, 21205, "Url or Twiml is required");
  const document =
    twiml === null
      ? { url: url ?? "", method: fields.get("Method") === "GET" ? ("GET" as const) : ("POST" as const) }
      : { twiml, url: "https://api.twilio.com/" };
  await line.control({ type: "redirect", document });
  return Response.json(callJson(call));
}

async function dial({ fields, account, world }: RestRequest, lines: Lines): Promise<Response> {
  const [to, from] = [fields.get("To") ?? "", fields.get("From") ?? ""];
  if (!phone.test(to)) return twilioError(400, 21211, `The 'To' number ${to} is not a valid phone number.`);
  if (!phone.test(from))
    return twilioError(400, 21212, `The 'From' number ${from} is not a valid phone number.`);
  const number = await world.numberCalled(from);
  if (!number || number.account_sid !== account.sid)
    return twilioError(
      400,
      21210,
      `The source phone number provided, ${from}, is not yet verified for your account.`,
    );
  const document = documentOf(fields);
  if (document instanceof Response) return document;
  const timeout = Number(fields.get("Timeout") ?? 60);
  if (!Number.isInteger(timeout) || timeout < 1 || timeout > 600)
    return twilioError(400, 21217, "Timeout must be 1 to 600 seconds");
  const record: CarrierCall = {
    sid: newSid("CA"),
    account_sid: account.sid,
    parent_call_sid: null,
    phone_number_sid: number.sid,
    from_number: from,
    to_number: to,
    direction: "outbound-api",
    status: "queued",
    answered_by: null,
    created_at: Date.now(),
    started_at: null,
    ended_at: null,
  };
  await world.addCall(record);
  const callback = fields.get("StatusCallback");
  const events = fields.getAll("StatusCallbackEvent").flatMap((names) => names.split(/\s+/));
  const outbound: Outbound = {
    record,
    document,
    timeout,
    subscription: callback
      ? {
          url: callback,
          method: fields.get("StatusCallbackMethod") === "GET" ? "GET" : "POST",
          events: events.length > 0 ? events : ["completed"],
        }
      : null,
    machines: machinesOf({
      mode: fields.get("MachineDetection"),
      isAsync: fields.get("AsyncAmd") === "true",
      url: fields.get("AsyncAmdStatusCallback"),
    }),
    answer: await world.answer(to),
  };
  await lines.getByName(record.sid).ring(outbound);
  return Response.json(callJson(record), { status: 201 });
}

/** The carriers have the same parameters. Only the asynchronous way is simulated: the call is answered at once. */
export function machinesOf({
  mode,
  isAsync,
  url,
}: {
  mode: string | null | undefined;
  isAsync: boolean;
  url: string | null | undefined;
}): Outbound["machines"] {
  if ((mode !== "Enable" && mode !== "DetectMessageEnd") || !isAsync || !url) return null;
  return { url, mode };
}

function documentOf(fields: URLSearchParams): Outbound["document"] | Response {
  const twiml = fields.get("Twiml");
  if (twiml !== null)
    return twiml.length > longestTwiml
      ? twilioError(400, 21219, `Twiml is longer than ${longestTwiml} characters`)
      : { twiml };
  const url = fields.get("Url");
  if (url === null || !/^https?:\/\/\S+$/i.test(url))
    return twilioError(400, 21205, "Url parameter is required");
  const method = (name: string) => (fields.get(name) === "GET" ? "GET" : "POST");
  return {
    url,
    method: method("Method"),
    fallback_url: fields.get("FallbackUrl") ?? "",
    fallback_method: method("FallbackMethod"),
  };
}

/** `StartTime` is a day, or with `>` and `<` a moment; both spellings of Twilio's libraries. */
function startTimes(fields: URLSearchParams): { after?: number | undefined; before?: number | undefined } {
  const at = (name: string): number | undefined => {
    const ms = Date.parse(fields.get(name) ?? "");
    return Number.isNaN(ms) ? undefined : ms;
  };
  const day = at("StartTime");
  return day === undefined
    ? { after: at("StartTime>"), before: at("StartTime<") }
    : { after: day, before: day + 86_399_999 };
}
