/** The agents of /testing: found in any organization, and talked to by text. Nothing is saved, and no call is placed. */
import { eq } from "drizzle-orm";
import { emptyCall, type Rehearsal } from "#app/agents/rehearsal.schema.ts";
import { answerTurn, callSoFar } from "#app/agents/rehearsal-turn.server.ts";
import { rehearsing } from "#app/agents/rehearsing.server.ts";
import { type Context, cloudflare, requestFacts } from "#app/platform/context.ts";
import { database, platform, tenant } from "#app/platform/d1.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { localDate } from "#app/platform/zoned-time.ts";
import { auditEvents, phoneNumbers } from "#drizzle/control/schema.ts";
import { actingAdmin, customerOf, noteChange } from "./customers/acting-admin.server.ts";
import { customersPage } from "./customers/customer-list.server.ts";
import type { AgentTrial, TriedOrganization } from "./tried-agent.ts";

const newestFirst = { towards: "older", key: null } as const;
const mostFound = 10;

/** An organization's data, as its own pages read it; null: there is none, or it is deleted. */
async function placeOf(context: Context, id: string) {
  const found = await customerOf(context.get(database), id);
  if (!found || found.archived_at !== null) return null;
  const { env } = context.get(cloudflare);
  const store = storeOf(organizationObject(found, env), context.get(requestFacts).timing);
  return { found, store };
}

async function organizationOf(
  context: Context,
  id: string,
  agent: string,
): Promise<TriedOrganization | null> {
  const place = await placeOf(context, id);
  if (!place) return null;
  const own = tenant(context.get(database), id);
  const today = localDate(Date.now(), place.found.time_zone);
  const [rows, numbers] = await Promise.all([
    place.store.agents.list(today),
    own
      .select({ number: phoneNumbers.phone_number, agent: phoneNumbers.agent_name })
      .from(phoneNumbers)
      .where(eq(phoneNumbers.organization_id, id)),
  ]);
  const agents = rows.map((row) => ({
    id: row.id,
    name: row.name,
    numbers: numbers
      .filter((one) => one.agent === row.name)
      .map(({ number }) => ({ number, shown: internationally(number) })),
  }));
  const chosen = agents.find((one) => one.id === agent) ?? null;
  return { id, name: place.found.name, agents, chosen };
}

/** @param ownId the admin's active organization, shown until another is chosen; null: they have none */
export async function agentTrial(context: Context, url: string, ownId: string | null): Promise<AgentTrial> {
  const asked = new URL(url).searchParams;
  const q = (asked.get("q") ?? "").trim().slice(0, 100);
  const id = (asked.get("organization") ?? ownId ?? "").slice(0, 100);
  const now = Date.now();
  const query = { q, state: null, plan: null, kind: null, agency: null };
  const [list, organization] = await Promise.all([
    q === "" ? null : customersPage(context.get(database), query, newestFirst, { now, since: now }),
    id === "" ? null : organizationOf(context, id, asked.get("agent") ?? ""),
  ]);
  const found = (list?.branches ?? []).slice(0, mostFound).map(({ of }) => ({ id: of.id, name: of.name }));
  return { q, found, organization };
}

/**
 * Lets the saved version of an agent answer. The first turn of a call stands in both audit trails.
 * @throws a 404 answer for an agent that is none of the organization's
 */
export async function talkToAgent(request: Request, context: Context, form: FormData): Promise<Rehearsal> {
  const admin = await actingAdmin(request, context);
  const place = await placeOf(context, String(form.get("organization") ?? "").slice(0, 100));
  const id = String(form.get("agent") ?? "").slice(0, 100);
  const agent = place && id !== "" ? await place.store.agents.find(id) : null;
  if (!place || !agent) throw faultResponse("not_found");
  const { found, store } = place;
  const before = form.get("do") === "call" ? emptyCall : callSoFar(form.get("rehearsal"));
  if (before.memory === null)
    await platform(context.get(database))
      .insert(auditEvents)
      .values(noteChange(admin, found, "agent.tried", "Checks", { agent: agent.spec.name }));
  const organization = {
    ...found,
    timeZone: found.time_zone,
    tier: found.subscription_tier,
    status: found.subscription_status,
  };
  const turn = { id, spec: agent.spec, before, said: String(form.get("say") ?? "").slice(0, 2000) };
  const answered = await answerTurn({ store, organization }, turn, context.get(rehearsing));
  if (answered === null) throw faultResponse("not_found");
  return answered;
}
