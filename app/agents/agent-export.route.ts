/** GET /agents/:agentId/export: an agent's setup as a file, for another organization. */
import { permitted } from "#app/membership/membership.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import type { Route } from "./+types/agent-export.route";
import { greetingForAny, writtenSetup } from "./setup-file.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const member = permitted(context, "agents.write");
  const { store, organization } = member;
  const agent = await store.agents.find(params.agentId);
  if (!agent) throw faultResponse("not_found");
  await member.record("agent.exported", params.agentId);
  const name = agent.spec.name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  const agents = [greetingForAny(agent.spec, organization.name)];
  // A test made from a call holds its caller's own words, and stays in the organization.
  const kept = (await store.agentTests.list(params.agentId)).filter(({ call_id }) => call_id === null);
  const tests = [kept.map(({ test }) => test)];
  return new Response(writtenSetup({ agents, tests, settings: null, branding: null }), {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename="${name || "agent"}.json"`,
    },
  });
}
