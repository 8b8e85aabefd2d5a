/** The door at which another system starts a workflow: what is posted there is the event. */
import { newId } from "#app/platform/id.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { usualCountry } from "#app/platform/usual-country.ts";
import { isHookSecret } from "#app/workflows/hook-address.server.ts";
import { hookEvent } from "./hook-event.ts";

const path = /^\/webhooks\/workflows\/([0-9a-f-]{36})\/([0-9a-f-]{36})\/([\w-]{16,100})$/;

const plain = (status: number, headers: HeadersInit = {}): Response =>
  new Response(null, { status, headers });

/** Answers 202 with the run that it began. The same `idempotency-key` begins one run; a wrong address is not there. */
export async function answerHook(request: Request, env: Env): Promise<Response> {
  const [, organization_id = "", workflow_id = "", secret = ""] =
    path.exec(new URL(request.url).pathname) ?? [];
  if (!(await isHookSecret(env, organization_id, workflow_id, secret))) return plain(404);
  if (request.method !== "POST") return plain(405, { allow: "POST" });
  const event = await hookEvent(request, usualCountry);
  if (event === null) return plain(400);
  const now = Date.now();
  const key = request.headers.get("idempotency-key")?.slice(0, 100) || newId(now);
  const store = storeOf(organizationObject({ id: organization_id, region: null }, env));
  if (!(await store.workflowRuns.hasRoomAtHook(workflow_id, now))) return plain(429, { "retry-after": "60" });
  const begun = await store.workflowRuns.hearOne(
    workflow_id,
    { event_id: `hook:${key}`, kind: "webhook", payload: event, at: now, now },
    "webhook",
  );
  if (begun === null) return plain(404);
  return Response.json({ started: begun }, { status: 202 });
}
