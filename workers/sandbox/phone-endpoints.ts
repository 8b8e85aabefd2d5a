/** The phone's addresses: numbers with an agent, scripted calls, live lines, and answers for outbound calls. */
import { answerOrder } from "./answers.ts";
import { callIdPattern, dialectOf } from "./dialect.ts";
import { methodNotAllowed, problem, readJson, wantsJson } from "./json.ts";
import { manyCallers } from "./many-callers.ts";
import { type Callable, phonePage } from "./phone-page.ts";
import type { SandboxBindings } from "./sandbox-bindings.ts";
import { phoneTexts } from "./texts/text-endpoints.ts";
import { phoneNumber, scriptedCall } from "./turns.ts";
import { type WithWorld, worldOf } from "./world-door.ts";

const isUpgrade = (request: Request): boolean =>
  request.headers.get("upgrade")?.toLowerCase() === "websocket";

const callAddress = new RegExp(`^/(calls|lines)/(${callIdPattern})$`);

/** A new id for a call to a number, as its carrier makes them. */
async function newCallId(bindings: WithWorld, to: string): Promise<string> {
  const world = worldOf(bindings);
  const number = await world.numberCalled(to);
  const account = number && (await world.account(number.account_sid));
  return dialectOf(account ?? { carrier: "twilio" }).newCallId();
}

/**
 * Answers below /sandbox/phone; `rest` is what follows it.
 * - `GET` the numbers that an agent answers, or the phone as a page; `?carrier=` those of one carrier
 * - `POST /calls` a scripted call; `GET /calls/{CA}` the result of the last call on that line
 * - `POST /load` many callers at once, and how long each waited
 * - `GET /line?to&from` (WebSocket) a live call; `GET /ringing` calls that wait for an answer
 * - `GET /lines/{CA}` (WebSocket) answers one, `DELETE` declines it, `PUT` lets a mailbox answer it
 * - `POST /texts` a person texts a number, `GET /texts?our&other` what was texted
 * - `POST /answers` a script that answers at a number outside, `DELETE` forgets them all
 */
export async function phone(
  request: Request,
  rest: string,
  bindings: SandboxBindings,
  wait: (work: Promise<unknown>) => void,
): Promise<Response> {
  const { method } = request;
  const url = new URL(request.url);
  const world = worldOf(bindings);
  const [, kind, sid = ""] = callAddress.exec(decodeURIComponent(rest)) ?? [];
  if (rest === "") {
    if (method !== "GET") return methodNotAllowed("GET");
    const carrier = url.searchParams.get("carrier");
    const every = await callable(bindings.DB);
    const numbers = carrier ? every.filter((number) => number.carrier === carrier) : every;
    return wantsJson(request) ? Response.json({ numbers }) : phonePage(numbers, url.searchParams.get("to"));
  }
  if (rest === "/calls")
    return method === "POST" ? callByScript(request, bindings) : methodNotAllowed("POST");
  if (kind === "calls")
    return method === "GET"
      ? bindings.LINE.getByName(sid).fetch(new Request(new URL("/result", url)))
      : methodNotAllowed("GET");
  if (rest === "/load") {
    if (method !== "POST") return methodNotAllowed("POST");
    await follow(url, bindings);
    return manyCallers(request, bindings.LINE, wait);
  }
  if (rest === "/line") return callLive(request, url, bindings);
  if (rest === "/ringing") {
    const calls = (await world.ringing()).map(({ sid: call_sid, from_number, to_number }) => ({
      call_sid,
      from: from_number,
      to: to_number,
    }));
    return method === "GET" ? Response.json({ calls }) : methodNotAllowed("GET");
  }
  if (kind === "lines") return answerOrDecline(request, sid, bindings);
  if (rest === "/texts") return phoneTexts(request, url, world);
  if (rest === "/answers") {
    if (method === "DELETE") {
      await world.clearAnswers();
      return new Response(null, { status: 204 });
    }
    if (method !== "POST") return methodNotAllowed("POST, DELETE");
    const order = await readJson(request, answerOrder);
    if (!order.ok) return order.response;
    await world.setAnswer(order.value.phone_number, order.value.answer);
    return Response.json(order.value, { status: 201 });
  }
  return problem(404, `There is nothing at ${url.pathname}.`);
}

/** Every number of the product that an agent answers, oldest organization first. */
async function callable(db: D1Database): Promise<Callable[]> {
  const { results } = await db
    .prepare(
      `select n.phone_number, n.provider as carrier, o.name as organization, n.agent_name as agent
       from phone_numbers n join organizations o on o.id = n.organization_id
       where n.agent_name is not null and o.archived_at is null
       order by o.created_at, n.phone_number`,
    )
    .all<Callable>();
  return results;
}

async function callByScript(request: Request, { LINE, ...rest }: SandboxBindings): Promise<Response> {
  const script = await readJson(request, scriptedCall);
  if (!script.ok) return script.response;
  await follow(new URL(request.url), rest);
  const call_sid = await newCallId(rest, script.value.to);
  const order = new Request("https://line/scripted", {
    method: "POST",
    body: JSON.stringify({ ...script.value, call_sid }),
    headers: { accept: request.headers.get("accept") ?? "application/json" },
  });
  return LINE.getByName(call_sid).fetch(order);
}

/** Points the numbers' webhooks at the local server's current address. */
async function follow(url: URL, bindings: WithWorld): Promise<void> {
  if (url.hostname === "localhost") await worldOf(bindings).followTo(url.origin);
}

async function callLive(request: Request, url: URL, { LINE, ...rest }: SandboxBindings): Promise<Response> {
  if (!isUpgrade(request)) return problem(426, "A line is a WebSocket.", { upgrade: "websocket" });
  const [to, from] = [url.searchParams.get("to"), url.searchParams.get("from")];
  if (!phoneNumber.safeParse(to).success || !phoneNumber.safeParse(from).success)
    return problem(400, "`to` and `from` must be phone numbers like +12125550123.");
  if (!(await worldOf(rest).numberCalled(to ?? ""))) return problem(404, `${to} isn't in service.`);
  await follow(url, rest);
  const call_sid = await newCallId(rest, to ?? "");
  const line = new URL("https://line/live");
  line.search = new URLSearchParams({ to: to ?? "", from: from ?? "", call_sid }).toString();
  return LINE.getByName(call_sid).fetch(new Request(line, { headers: { upgrade: "websocket" } }));
}

async function answerOrDecline(request: Request, sid: string, { LINE }: SandboxBindings): Promise<Response> {
  const line = LINE.getByName(sid);
  if (request.method === "DELETE")
    return (await line.control({ type: "hang_up" }))
      ? new Response(null, { status: 204 })
      : problem(404, "That call is no longer ringing.");
  if (request.method === "PUT")
    return (await line.control({ type: "answer", voicemail: true }))
      ? new Response(null, { status: 204 })
      : problem(404, "That call is no longer ringing.");
  if (!isUpgrade(request)) return problem(426, "A line is a WebSocket.", { upgrade: "websocket" });
  return line.fetch(new Request("https://line/answer", { headers: { upgrade: "websocket" } }));
}
