/** The file of an export, as a download. */
import { depsOf } from "#app/membership/actor.server.ts";
import { isVisiting } from "#app/membership/actor.ts";
import { permitted } from "#app/membership/membership.server.ts";
import type { Context } from "#app/platform/context.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { exportFile } from "./exports.server.ts";

export async function downloadExport(context: Context, exportId: string, name: "calls" | "export") {
  const member = permitted(context, "organization.write");
  if (isVisiting(member)) throw faultResponse("forbidden");
  const { id } = member.organization;
  const file = await exportFile(depsOf(context), id, exportId, Date.now(), name);
  if (!file) throw faultResponse("not_found");
  await member.record("data.export_downloaded", exportId);
  const day = new Date(file.created_at).toISOString().slice(0, 10);
  return new Response(file.body, {
    headers: {
      "content-type": "application/zip",
      "content-length": String(file.size),
      "content-disposition": `attachment; filename="${name}-${day}.zip"`,
      "cache-control": "no-store",
    },
  });
}
