/** Recordings of calls at Twilio (docs/telephony.md, "Recording"). */
import type { CarrierRecordings } from "./carrier.schema.ts";
import { fileAt, inOurTerms, listed } from "./recording-answers.server.ts";
import { type Answered, shaped, silent } from "./request.server.ts";
import type { TwilioCredentials } from "./twilio.schema.ts";

type Ask = (
  method: "GET" | "POST" | "DELETE",
  path: string,
  fields?: readonly (readonly [string, string])[],
) => Promise<Answered>;

const host = "https://api.twilio.com/2010-04-01/Accounts";

export const twilioRecordings = (credentials: () => TwilioCredentials, ask: Ask): CarrierRecordings => ({
  async ofCall(provider_call_id) {
    const answer = await ask("GET", `/Calls/${encodeURIComponent(provider_call_id)}/Recordings.json`);
    if (!answer.ok) return answer.status === 404 ? { ok: true, recordings: [] } : answer;
    const found = shaped(listed, answer.body);
    return found ? { ok: true, recordings: inOurTerms(found) } : silent;
  },
  async stop(provider_call_id, sid) {
    const path = `/Calls/${encodeURIComponent(provider_call_id)}/Recordings/${encodeURIComponent(sid)}.json`;
    const answer = await ask("POST", path, [["Status", "stopped"]]);
    return answer.ok || answer.reason === "refused" ? { ok: true } : answer;
  },
  audio(sid) {
    const { account_sid, auth_token } = credentials();
    return fileAt(`${host}/${account_sid}/Recordings/${encodeURIComponent(sid)}.wav?RequestedChannels=2`, {
      authorization: `Basic ${btoa(`${account_sid}:${auth_token}`)}`,
    });
  },
  async delete(sid) {
    const answer = await ask("DELETE", `/Recordings/${encodeURIComponent(sid)}.json`);
    return answer.ok || answer.status === 404 ? { ok: true } : answer;
  },
});
