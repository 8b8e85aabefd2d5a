/** GET /settings/data/exports/:exportId: the archive of an export, for members who may export. */
import { depsOf } from "#app/membership/actor.server.ts";
import { isVisiting } from "#app/membership/actor.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import type { Route } from "./+types/export-download.route";
import { exportFile } from "./exports.server.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const member = permitted(context, "organization.write");
  if (isVisiting(member)) throw faultResponse("forbidden");
  const { id } = member.organization;
  const file = await exportFile(depsOf(context), id, params.exportId, Date.now());
  if (!file) throw faultResponse("not_found");
  await member.record("data.export_downloaded", params.exportId);
  const day = new Date(file.created_at).toISOString().slice(0, 10);
  return new Response(file.body, {
    headers: {
      "content-type": "application/zip",
      "content-length": String(file.size),
      "content-disposition": `attachment; filename="export-${day}.zip"`,
      "cache-control": "no-store",
    },
  });
}
