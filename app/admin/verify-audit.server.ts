/** The function behind `npm run audit -- verify`: the audit chain verified stretch by stretch, for platform admins. */
import { z } from "zod";
import { chainPlace, verifyStretch } from "#app/audit/verify-chain.server.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { malformed, readJson } from "#app/platform/body.server.ts";
import type { Context } from "#app/platform/context.ts";
import { adminOfFunction, noteLook } from "./admin-function.server.ts";

/** `from`: `next` of the answer before; absent: the beginning. */
const body = z.strictObject({ from: chainPlace.optional() });
const route = "/functions/verify-audit";

/** `verify-audit {from}` answers `{checked, fault, next, head}`. */
export async function answerVerifyAudit(request: Request, context: Context): Promise<Response> {
  const who = await adminOfFunction(request, context, route);
  if (who instanceof Response) return who;
  const read = body.safeParse(await readJson(request));
  if (!read.success) return malformed(read.error);
  const found = await verifyStretch(depsOf(context).env, read.data.from ?? null);
  if (read.data.from === undefined) await noteLook(request, context, who, route);
  return Response.json(found);
}
