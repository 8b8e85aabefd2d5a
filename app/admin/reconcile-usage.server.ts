/** The function behind `npm run reconcile`: usage compared in its five places, some organizations at a time, for platform admins. */
import { z } from "zod";
import { depsOf } from "#app/membership/actor.server.ts";
import { malformed, readJson } from "#app/platform/body.server.ts";
import type { Context } from "#app/platform/context.ts";
import { adminOfFunction, noteLook } from "./admin-function.server.ts";
import { usageDifferences } from "./usage-differences.server.ts";

const body = z.strictObject({
  /** The last organization of the answer before; absent: from the first. */
  after: z.string().max(64).optional(),
});

const route = "/functions/reconcile-usage";

/** `reconcile-usage {after}` answers `{compared, differences, next}`; `next` is `after` for the rest, null at the end. */
export async function answerReconcileUsage(request: Request, context: Context): Promise<Response> {
  const who = await adminOfFunction(request, context, route);
  if (who instanceof Response) return who;
  const read = body.safeParse(await readJson(request));
  if (!read.success) return malformed(read.error);
  const { db, env } = depsOf(context);
  const found = await usageDifferences(env, db, read.data.after ?? "", Date.now());
  if (read.data.after === undefined) await noteLook(request, context, who, route);
  return Response.json(found);
}
