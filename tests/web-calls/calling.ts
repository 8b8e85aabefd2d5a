/** A browser that calls: from a page of the dashboard, or from a website with a widget. */
import { exports } from "cloudflare:workers";
import { afterAll } from "vitest";
import { origin, type Person } from "../support/people.ts";
import type { Clinic } from "../support/telephone.ts";
import { RelayEnd } from "../support/telephone.ts";

/** The website of most tests. */
export const shop = "https://www.harbor-shop.com";

export type Opening = { ticket: string; call: string; agent: string; language: string };

/** Saves a clinic's widget as its page does. @returns its public id */
export async function widget(owner: Clinic, typed: Record<string, string> = {}): Promise<string> {
  const form = {
    enabled: "on",
    allowed_hosts: "www.harbor-shop.com",
    position: "right",
    greeting: "Hello from the harbor!",
    color: "",
    intent: "save",
    ...typed,
  };
  const saved = await owner.post(`/agents/${owner.agentId}/widget`, form);
  if (saved.status !== 302) throw new Error(`the widget was not saved: ${saved.status}`);
  return keyOf(owner);
}

/** The public id in the line for the website. */
export async function keyOf(owner: Clinic): Promise<string> {
  const html = await (await owner.get(`/agents/${owner.agentId}/widget`)).text();
  const key = /data-agent=(?:&quot;|\\?")([\w-]{24})/.exec(html)?.[1];
  if (!key) throw new Error("the page shows no line for the website");
  return key;
}

type Asked = { from?: string | null; method?: string; session?: boolean; ip?: string; host?: string };

/** Asks the door of widgets as a website does. */
export function ask(key: string, asked: Asked = {}): Promise<Response> {
  const { from = shop, session = false, method = session ? "POST" : "GET", ip, host = origin } = asked;
  const headers = new Headers({ "sec-fetch-site": "cross-site" });
  if (from !== null) headers.set("origin", from);
  if (ip !== undefined) headers.set("cf-connecting-ip", ip);
  return exports.default.fetch(
    new Request(`${host}/api/widget/${key}${session ? "/session" : ""}`, { method, headers }),
  );
}

/** A ticket for the widget's agent. */
export async function ticketFor(key: string, asked: Asked = {}): Promise<Opening> {
  const answer = await ask(key, { ...asked, session: true });
  if (answer.status !== 200) throw new Error(`the widget answered ${answer.status}: ${await answer.text()}`);
  return answer.json<Opening>();
}

/** Presses "Call" on an agent's page. */
export async function pressCall(person: Person, agentId: string): Promise<Response> {
  return person.post(`/agents/${agentId}/call.data`);
}

/** Knocks with a ticket, from a page. */
export function knockWith(
  ticket: string,
  from: string | null,
  { cookie, ip }: { cookie?: string; ip?: string | undefined } = {},
): Promise<Response> {
  const headers = new Headers({ upgrade: "websocket" });
  if (from !== null) headers.set("origin", from);
  if (cookie !== undefined) headers.set("cookie", cookie);
  if (ip !== undefined) headers.set("cf-connecting-ip", ip);
  return exports.default.fetch(new Request(`${origin}/relay/browser/${ticket}`, { headers }));
}

const opened: RelayEnd[] = [];
afterAll(() => {
  for (const end of opened) if (end.closed === null) end.close();
});

/** Opens the line of a ticket. */
export async function lineOf(ticket: string, from: string | null = shop, ip?: string): Promise<RelayEnd> {
  const { webSocket, status } = await knockWith(ticket, from, { ip });
  if (!webSocket) throw new Error(`the line answered ${status}`);
  const end = new RelayEnd(webSocket);
  opened.push(end);
  return end;
}

/** Calls, and hears the greeting. */
export async function talk(
  opening: Opening,
  from = shop,
  ip?: string,
): Promise<{ line: RelayEnd; greeting: string }> {
  const line = await lineOf(opening.ticket, from, ip);
  line.setUp(opening.call);
  return { line, greeting: await line.turn(0) };
}
