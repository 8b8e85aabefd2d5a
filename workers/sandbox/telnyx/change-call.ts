/** Telnyx' order to a running call: that it fetches its next step. */
import { z } from "zod";
import type { Account } from "#workers/sandbox/carrier-records.ts";
import type { Lines } from "#workers/sandbox/twilio-calls.ts";
import type { WorldDoor } from "#workers/sandbox/world-door.ts";

const callChange = z.object({ Url: z.url(), UrlMethod: z.enum(["GET", "POST"]).default("POST") });

type Asked = { url: URL; body: unknown; account: Account; world: WorldDoor; lines: Lines };

/** POST /texml/Accounts/{account}/Calls/{call}; null: there is no such call, or nothing is ordered. */
export async function changeCall({ url, body, account, world, lines }: Asked): Promise<Response | null> {
  const [owner, resource, sid = ""] = url.pathname.split("/").slice(4);
  if (owner !== account.sid || resource !== "Calls") return null;
  const call = await world.call(decodeURIComponent(sid));
  const change = callChange.safeParse(body).data;
  if (call?.account_sid !== account.sid || !change) return null;
  const line = lines.getByName(call.parent_call_sid ?? call.sid);
  const document = { url: change.Url, method: change.UrlMethod };
  return (await line.control({ type: "redirect", document })) ? Response.json({ call_sid: call.sid }) : null;
}
