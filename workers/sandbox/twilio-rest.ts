/** Plays https://api.twilio.com: the entry of the REST subset, its authentication and its errors (docs/telephony.md, "Numbers"). */
import type { Account } from "./carrier-records.ts";
import { announceIn, roomsNamed } from "./conference-rest.ts";
import { numberKinds } from "./number-ranges.ts";
import { callList, type Lines, oneCall } from "./twilio-calls.ts";
import { sendMessage } from "./twilio-messages.ts";
import { numberList, oneNumber, type RestRequest, searchNumbers } from "./twilio-numbers.ts";
import { callRecordings, oneRecording } from "./twilio-recordings.ts";
import { accountJson, notFound, twilioError, version } from "./twilio-wire.ts";
import type { WorldDoor } from "./world-door.ts";

/** Answers a request to api.twilio.com. */
export async function twilio(request: Request, world: WorldDoor, lines: Lines): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const caller = await authenticated(request, world);
  if (!caller) return twilioError(401, 20003, "Authenticate");
  const path = new RegExp(
    `^/${version}/Accounts(?:/(AC[0-9a-f]{32}))?(?:/(.+?))?(?:\\.(json|wav|mp3))?$`,
  ).exec(pathname);
  if (!path) return notFound(pathname);
  const [, sid, rest, extension = "wav"] = path;
  const fields = request.method === "POST" ? await form(request) : searchParams;
  if (!fields)
    return twilioError(415, 20001, "The body must be application/x-www-form-urlencoded, as this API expects");
  const account = sid ? await world.account(sid) : caller;
  // An account may act for itself and for its subaccounts.
  if (!account || (account.sid !== caller.sid && account.owner_sid !== caller.sid)) return notFound(pathname);
  const asked = { method: request.method, pathname, fields, account, world };
  if (!rest) return accounts(asked, sid !== undefined);
  return resource(asked, rest, extension, lines);
}

function resource(
  asked: RestRequest,
  rest: string,
  extension: string,
  lines: Lines,
): Promise<Response> | Response {
  const [, country = "", list] = /^AvailablePhoneNumbers\/([A-Z]{2})\/(\w+)$/.exec(rest) ?? [];
  const sold = numberKinds.find((one) => one === list);
  if (sold) return searchNumbers(asked, country, sold);
  if (rest === "IncomingPhoneNumbers") return numberList(asked);
  if (rest === "Calls") return callList(asked, lines);
  const rooms = { account_sid: asked.account.sid, world: asked.world, lines };
  if (rest === "Conferences" && asked.method === "GET")
    return roomsNamed(asked.fields.get("FriendlyName"), rooms).then((found) => Response.json(found));
  const [, room] = /^Conferences\/(CF[0-9a-f]{32})$/.exec(rest) ?? [];
  if (room && asked.method === "POST")
    return announceIn(room, asked.fields.get("AnnounceUrl") ?? "", rooms).then((told) =>
      told ? Response.json(told) : notFound(asked.pathname),
    );
  if (rest === "Messages") return sendMessage(asked);
  const [, of, one] = /^Calls\/(CA[0-9a-f]{32})\/Recordings(?:\/(RE[0-9a-f]{32}))?$/.exec(rest) ?? [];
  if (of) return callRecordings(asked, of, one);
  const [, kind, sid = ""] =
    /^(IncomingPhoneNumbers|Calls|Recordings)\/((?:PN|CA|RE)[0-9a-f]{32})$/.exec(rest) ?? [];
  if (kind === "IncomingPhoneNumbers") return oneNumber(asked, sid);
  if (kind === "Calls") return oneCall(asked, lines, sid);
  if (kind === "Recordings") return oneRecording(asked, sid, extension);
  return notFound(asked.pathname);
}

/** Accounts.json makes a subaccount, or lists those of a name; Accounts/{AC}.json shows one or changes its status. */
async function accounts(
  { method, fields, account, world, pathname }: RestRequest,
  one: boolean,
): Promise<Response> {
  if (!one && method === "POST")
    return Response.json(
      accountJson(await world.addAccount(account.sid, fields.get("FriendlyName") ?? "SubAccount")),
      { status: 201 },
    );
  if (!one && method === "GET") {
    const named = await world.accountsNamed(account.sid, fields.get("FriendlyName") ?? "");
    return Response.json({ accounts: named.map(accountJson), page: 0, page_size: 50 });
  }
  if (!one) return notFound(pathname);
  if (method === "GET") return Response.json(accountJson(account));
  const status = fields.get("Status");
  if (status !== "active" && status !== "suspended" && status !== "closed")
    return twilioError(400, 20001, `Invalid Status: ${status ?? ""}`);
  const changed = await world.setAccountStatus(account.sid, status);
  return changed ? Response.json(accountJson(changed)) : notFound(pathname);
}

/** The account in whose name a request asks; null: none. */
export async function authenticated(request: Request, world: WorldDoor): Promise<Account | null> {
  const encoded = /^Basic\s+(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (!encoded) return null;
  let pair: string;
  try {
    pair = atob(encoded);
  } catch {
    return null;
  }
  const colon = pair.indexOf(":");
  const account = await world.account(pair.slice(0, colon));
  return account && account.status === "active" && account.auth_token === pair.slice(colon + 1)
    ? account
    : null;
}

async function form(request: Request): Promise<URLSearchParams | null> {
  const type = request.headers.get("content-type") ?? "";
  // Read as bytes, because the runtime warns about reading a form as text.
  const body = new TextDecoder().decode(await request.arrayBuffer());
  if (body !== "" && !type.startsWith("application/x-www-form-urlencoded")) return null;
  return new URLSearchParams(body);
}
