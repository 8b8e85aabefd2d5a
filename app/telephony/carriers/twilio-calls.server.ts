/** Twilio's placed calls: asking after them, ending them, and the detection of machines (docs/telephony.md, "Outbound calls"); and conferences ("Introduced transfers"). */
import { z } from "zod";
import type { CarrierAnswer, CarrierCall, CarrierClient, DialRequest } from "./carrier.schema.ts";
import { roomIn, roomQuery } from "./conference-room.server.ts";
import { type Answered, shaped, silent } from "./request.server.ts";

type Pairs = readonly (readonly [string, string])[];
type Ask = (method: "GET" | "POST", path: string, fields?: Pairs) => Promise<Answered>;

const statuses: Readonly<Record<string, CarrierCall["status"]>> = {
  queued: "queued",
  initiated: "ringing",
  ringing: "ringing",
  "in-progress": "in_progress",
  completed: "completed",
  busy: "busy",
  "no-answer": "no_answer",
  failed: "failed",
  canceled: "canceled",
};

const call = z.object({
  sid: z.string(),
  to: z.string(),
  from: z.string(),
  status: z.string(),
  direction: z.string().default(""),
  duration: z.string().nullish(),
  date_created: z.string().nullish(),
});
const list = z.object({ calls: z.array(call) });

function read({ sid, status, duration }: z.infer<typeof call>): CarrierCall | null {
  const known = Object.hasOwn(statuses, status) ? statuses[status] : undefined;
  if (!known) return null;
  return { provider_call_id: sid, status: known, seconds: duration ? Number(duration) : null };
}

type Found = CarrierAnswer<{ call: CarrierCall | null }>;

export const twilioCalls = (ask: Ask): CarrierClient["calls"] => ({
  async find({ to, from, since }): Promise<Found> {
    const answer = await ask("GET", "/Calls.json", [
      ["To", to],
      ["From", from],
      ["PageSize", "20"],
    ]);
    if (!answer.ok) return answer;
    const found = shaped(list, answer.body);
    if (!found) return silent;
    // Its times are whole seconds.
    const ours = found.calls.find(
      (one) => one.direction !== "inbound" && Date.parse(one.date_created ?? "") >= since - 1000,
    );
    return { ok: true, call: ours ? read(ours) : null };
  },
  async read(provider_call_id): Promise<Found> {
    const answer = await ask("GET", `/Calls/${encodeURIComponent(provider_call_id)}.json`);
    if (!answer.ok) return answer.status === 404 ? { ok: true, call: null } : answer;
    const found = shaped(call, answer.body);
    return found ? { ok: true, call: read(found) } : silent;
  },
  async stop(provider_call_id) {
    const path = `/Calls/${encodeURIComponent(provider_call_id)}.json`;
    const answer = await ask("POST", path, [["Status", "completed"]]);
    // A call that is over cannot be changed.
    return answer.ok || answer.status === 404 || answer.status === 400 ? { ok: true } : answer;
  },
});

export const twilioConferences = (ask: Ask): CarrierClient["conferences"] => ({
  async find(name) {
    const query = Object.entries(roomQuery(name));
    return roomIn(await ask("GET", "/Conferences.json", query), name);
  },
  async announce(id, url) {
    const answer = await ask("POST", `/Conferences/${encodeURIComponent(id)}.json`, [
      ["AnnounceUrl", url],
      ["AnnounceMethod", "POST"],
    ]);
    return answer.ok ? { ok: true } : answer;
  },
});

/** Asynchronous, so that a person who answers is greeted at once. */
export const machineFields = ({ machines }: Pick<DialRequest, "machines">): Pairs =>
  machines
    ? [
        ["MachineDetection", machines.waitsForBeep ? "DetectMessageEnd" : "Enable"],
        ["AsyncAmd", "true"],
        ["AsyncAmdStatusCallback", machines.report_url],
        ["AsyncAmdStatusCallbackMethod", "POST"],
      ]
    : [];
