/** Asks the platform about a run in which nothing happened for long; one that it lost is taken up again. */
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";

const alive: readonly InstanceStatus["status"][] = [
  "queued",
  "running",
  "paused",
  "waiting",
  "waitingForPause",
];

/** Does the task `workflow_check`. */
export async function checkRun(env: Env, organization_id: string, run_id: string): Promise<void> {
  const store = storeOf(organizationObject({ id: organization_id, region: null }, env));
  const instance_id = await store.workflowWatch.walkedBy(run_id);
  if (instance_id === null || !(await isLost(env, instance_id))) return;
  const next = await store.workflowWatch.resume(run_id, instance_id, Date.now());
  if (next === null) return;
  const { attempt } = next;
  // What fails here is found lost at the next look.
  await env.AUTOMATION.create({ id: next.instance_id, params: { organization_id, run_id, attempt } });
}

/** Whether an instance ended without a word, or never began. */
async function isLost(env: Env, id: string): Promise<boolean> {
  try {
    const { status } = await (await env.AUTOMATION.get(id)).status();
    return !alive.includes(status);
  } catch (error) {
    if (error instanceof Error && /not.?found|does not exist/i.test(error.message)) return true;
    throw error;
  }
}
