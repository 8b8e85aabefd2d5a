/** Whether an agent can be called from a browser now, and the ticket for it. */
import { calledById } from "#app/calls/answering.server.ts";
import type { Database } from "#app/platform/d1.server.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { browserArrival } from "./browser-arrival.server.ts";
import { newTicket } from "./call-ticket.server.ts";

/** What a browser needs to call: its ticket, the call's name, the agent and the language that it begins in. A frame changes it. */
export type BrowserCall = { ticket: string; call: string; agent: string; language: string };

export type CallOpening =
  | { ok: true; opening: BrowserCall }
  /** `say`: what a caller hears who is refused for the same reason. */
  | { ok: false; reason: string; say: string }
  | { ok: false; reason: "not_found" };

type Asked = { organization_id: string; agent_id: string; origin: string; widget: string | null };

/** Stores nothing: the call begins, and counts, when its ticket is used. */
export async function openCall(db: Database, env: Env, asked: Asked, now: number): Promise<CallOpening> {
  const called = await calledById(db, asked.organization_id);
  if (!called) return { ok: false, reason: "not_found" };
  const { call, ticket } = await newTicket(env, asked, now);
  const store = storeOf(organizationObject(called.organization, env));
  const outlook = await store.live.outlook(browserArrival(called, { call, agent_id: asked.agent_id }, now));
  if (!outlook.ok) return outlook;
  const { name, languages } = outlook.agent.spec;
  return { ok: true, opening: { ticket, call, agent: name, language: languages[0] } };
}
