/** Recordings of calls at Telnyx (docs/telephony.md, "Recording"): its file is at an address of its storage that is valid for ten minutes. */
import { z } from "zod";
import type { CarrierRecordings } from "./carrier.schema.ts";
import { fileAt, inOurTerms, listed } from "./recording-answers.server.ts";
import { type Answered, shaped, silent } from "./request.server.ts";
import type { TelnyxCredentials } from "./telnyx.schema.ts";

type Ask = (
  method: "GET" | "POST" | "DELETE",
  path: string,
  fields?: Readonly<Record<string, unknown>>,
) => Promise<Answered>;

const resource = z.object({
  data: z.object({ download_urls: z.object({ wav: z.url().nullish(), mp3: z.url().nullish() }).nullish() }),
});

export const telnyxRecordings = ({ account_sid }: TelnyxCredentials, ask: Ask): CarrierRecordings => {
  const ofCallPath = (id: string) =>
    `/texml/Accounts/${account_sid}/Calls/${encodeURIComponent(id)}/Recordings`;
  const path = (sid: string) => `/recordings/${encodeURIComponent(sid)}`;
  return {
    async ofCall(provider_call_id) {
      const answer = await ask("GET", `${ofCallPath(provider_call_id)}.json`);
      if (!answer.ok) return answer.status === 404 ? { ok: true, recordings: [] } : answer;
      const found = shaped(listed, answer.body);
      return found ? { ok: true, recordings: inOurTerms(found) } : silent;
    },
    async stop(provider_call_id, sid) {
      const at = `${ofCallPath(provider_call_id)}/${encodeURIComponent(sid)}.json`;
      const answer = await ask("POST", at, { Status: "stopped" });
      return answer.ok || answer.reason === "refused" ? { ok: true } : answer;
    },
    async audio(sid) {
      const answer = await ask("GET", path(sid));
      if (!answer.ok) return answer;
      const urls = shaped(resource, answer.body)?.data.download_urls;
      const url = urls?.wav ?? urls?.mp3;
      // The address carries its own proof: no credentials of ours travel to that host.
      return url ? fileAt(url, {}) : silent;
    },
    async delete(sid) {
      const answer = await ask("DELETE", path(sid));
      return answer.ok || answer.status === 404 ? { ok: true } : answer;
    },
  };
};
