/** The door at which another system starts a workflow: what is posted there is the event. */
import { problem } from "#app/api/api-answers.server.ts";
import { notFound, Refusal, refusal } from "#app/api/problem.ts";
import { Database } from "#app/platform/d1.server.ts";
import { newId } from "#app/platform/id.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { usualCountry } from "#app/platform/usual-country.ts";
import { hookSaltOf } from "#app/workflows/hook-address.server.ts";
import { workflowActor } from "#app/workflows/workflow-actor.server.ts";
import { mostAtHook } from "#app/workflows/workflow-limits.ts";
import { hookEvent } from "./hook-event.ts";

const path = /^\/webhooks\/workflows\/([0-9a-f-]{36})\/([0-9a-f-]{36})\/([\w-]{16,100})$/;

/** Answers 202 with the run that it began, or a problem that says why not. The same `idempotency-key` begins one run; a wrong address is not there. */
export async function answerHook(request: Request, env: Env): Promise<Response> {
  const [, organization_id = "", workflow_id = "", secret = ""] =
    path.exec(new URL(request.url).pathname) ?? [];
  const known = await hookSaltOf(env, organization_id, workflow_id, secret);
  if (known === null) return problem(request, notFound());
  if (request.method !== "POST")
    return problem(request, refusal("method_not_allowed", undefined, { allow: "POST" }));
  // A suspended organization, or one that is gone, takes nothing.
  const db = new Database(env.DB, new Timing());
  if (!(await workflowActor(env, db, organization_id, { id: workflow_id, name: "" })))
    return problem(request, refusal("forbidden", "This organization takes no events now."));
  const event = await hookEvent(request, usualCountry);
  if (event instanceof Refusal) return problem(request, event);
  const now = Date.now();
  const key = request.headers.get("idempotency-key")?.slice(0, 100) || newId(now);
  const store = storeOf(organizationObject({ id: organization_id, region: null }, env));
  if (!(await store.workflowRuns.hasRoomAtHook(workflow_id, now)))
    return problem(
      request,
      refusal("too_many_requests", `This address takes ${mostAtHook} events a minute.`, {
        "retry-after": "60",
      }),
    );
  const begun = await store.workflowRuns.hearOne(
    workflow_id,
    { event_id: `hook:${key}`, kind: "webhook", payload: event, at: now, now },
    "webhook",
    known.salt,
  );
  if (begun === null) return problem(request, notFound());
  return Response.json({ started: begun }, { status: 202 });
}
