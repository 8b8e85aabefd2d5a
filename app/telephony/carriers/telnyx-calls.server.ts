/** Telnyx' placed calls, by TeXML's REST API: asking after them, ending them, and the detection of machines (docs/telephony.md, "Outbound calls"); and conferences ("Introduced transfers"). */
import { z } from "zod";
import type { CarrierAnswer, CarrierCall, CarrierClient, DialRequest } from "./carrier.schema.ts";
import { roomIn, roomQuery } from "./conference-room.server.ts";
import { type Answered, shaped, silent } from "./request.server.ts";

type Ask = (
  method: "GET" | "POST",
  path: string,
  fields?: Readonly<Record<string, unknown>>,
) => Promise<Answered>;

const statuses: Readonly<Record<string, CarrierCall["status"]>> = {
  queued: "queued",
  initiated: "ringing",
  ringing: "ringing",
  "in-progress": "in_progress",
  answered: "in_progress",
  completed: "completed",
  busy: "busy",
  "no-answer": "no_answer",
  failed: "failed",
  canceled: "canceled",
};

const call = z.object({
  sid: z.string(),
  status: z.string(),
  direction: z.string().default(""),
  duration: z.coerce.number().nullish(),
  date_created: z.string().nullish(),
});
const list = z.object({ calls: z.array(call) });

function read({ sid, status, duration }: z.infer<typeof call>): CarrierCall | null {
  const known = Object.hasOwn(statuses, status) ? statuses[status] : undefined;
  return known ? { provider_call_id: sid, status: known, seconds: duration ?? null } : null;
}

type Found = CarrierAnswer<{ call: CarrierCall | null }>;

export const telnyxCalls = (ask: Ask, account_sid: string): CarrierClient["calls"] => {
  const calls = `/texml/Accounts/${account_sid}/Calls`;
  const one = (id: string) => `${calls}/${encodeURIComponent(id)}`;
  return {
    async find({ to, from, since }): Promise<Found> {
      const answer = await ask("GET", calls, { To: to, From: from, PageSize: 20 });
      if (!answer.ok) return answer;
      const found = shaped(list, answer.body);
      if (!found) return silent;
      const ours = found.calls.find(
        ({ direction, date_created }) =>
          direction !== "inbound" && Date.parse(date_created ?? "") >= since - 1000,
      );
      return { ok: true, call: ours ? read(ours) : null };
    },
    async read(provider_call_id): Promise<Found> {
      const answer = await ask("GET", one(provider_call_id));
      if (!answer.ok) return answer.status === 404 ? { ok: true, call: null } : answer;
      const found = shaped(call, answer.body);
      return found ? { ok: true, call: read(found) } : silent;
    },
    async stop(provider_call_id) {
      const answer = await ask("POST", one(provider_call_id), { Status: "completed" });
      // A call that is over cannot be changed.
      return answer.ok || answer.status === 404 || answer.status === 422 ? { ok: true } : answer;
    },
  };
};

export const telnyxConferences = (ask: Ask, account_sid: string): CarrierClient["conferences"] => {
  const conferences = `/texml/Accounts/${account_sid}/Conferences`;
  return {
    async find(name) {
      return roomIn(await ask("GET", conferences, roomQuery(name)), name);
    },
    async announce(id, url) {
      const fields = { AnnounceUrl: url, AnnounceMethod: "POST" };
      const answer = await ask("POST", `${conferences}/${encodeURIComponent(id)}`, fields);
      return answer.ok ? { ok: true } : answer;
    },
  };
};

/** Asynchronous, so that a person who answers is greeted at once. */
export const machineFields = ({ machines }: Pick<DialRequest, "machines">) =>
  machines
    ? {
        MachineDetection: machines.waitsForBeep ? "DetectMessageEnd" : "Enable",
        AsyncAmd: true,
        AsyncAmdStatusCallback: machines.report_url,
        AsyncAmdStatusCallbackMethod: "POST",
      }
    : {};
