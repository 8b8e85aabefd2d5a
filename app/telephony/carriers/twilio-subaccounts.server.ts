/** Subaccounts at Twilio: made, found, given numbers, suspended and closed by the account that owns them (https://www.twilio.com/docs/iam/api/subaccounts). */
import { z } from "zod";
import type { CarrierAnswer, Subaccounts } from "./carrier.schema.ts";
import { type Answered, shaped, silent } from "./request.server.ts";
import { twilioCredentials } from "./twilio.schema.ts";
import { numberPath, targetOf } from "./twilio-numbers.server.ts";
import type { Method, Pairs } from "./twilio-requests.server.ts";

const account = z.object({ sid: z.string(), auth_token: z.string(), status: z.string() });
const list = z.object({ accounts: z.array(account) });

type Ask = (method: Method, path: string, fields?: Pairs) => Promise<Answered>;

const credentialsIn = ({ sid, auth_token }: z.infer<typeof account>) => ({ account_sid: sid, auth_token });

const sidOf = (credentials: unknown): string => twilioCredentials.parse(credentials).account_sid;
const pathOf = (credentials: unknown): string => `/${encodeURIComponent(sidOf(credentials))}.json`;

/**
 * @param ask requests below /Accounts, in the name of the account that owns them
 * @param askHere requests below that account itself
 * @param origin of our addresses
 */
export const twilioSubaccounts = (
  areWanted: boolean,
  ask: Ask,
  askHere: Ask,
  origin: string,
): Subaccounts => ({
  areWanted,
  async find(name) {
    const answer = await ask("GET", ".json", [["FriendlyName", name]]);
    if (!answer.ok) return answer;
    const found = shaped(list, answer.body);
    if (!found) return silent;
    const living = found.accounts.find(({ status }) => status !== "closed");
    return { ok: true, credentials: living ? credentialsIn(living) : null };
  },
  async make(name) {
    const answer = await ask("POST", ".json", [["FriendlyName", name]]);
    if (!answer.ok) return answer;
    const made = shaped(account, answer.body);
    return made ? { ok: true, credentials: credentialsIn(made) } : silent;
  },
  async read(credentials): Promise<CarrierAnswer<{ credentials: unknown }>> {
    const answer = await ask("GET", pathOf(credentials));
    if (!answer.ok) return answer;
    const read = shaped(account, answer.body);
    return read ? { ok: true, credentials: credentialsIn(read) } : silent;
  },
  /** One request changes both: at no moment do its calls go to an address that the new account's signature doesn't fit. */
  async take(number_sid, { id, credentials }) {
    const fields = Object.entries({ AccountSid: sidOf(credentials), ...targetOf({ origin, id }) });
    const answer = await askHere("POST", numberPath(number_sid), fields);
    if (answer.ok) return { ok: true, is_gone: false };
    return answer.status === 404 ? { ok: true, is_gone: true } : answer;
  },
  async become(credentials, status) {
    const answer = await ask("POST", pathOf(credentials), [["Status", status]]);
    if (answer.ok) return { ok: true };
    return status === "closed" && answer.status === 404 ? { ok: true } : answer;
  },
});
