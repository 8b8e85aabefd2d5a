/** GET /settings/data/exports/:exportId: the archive of an export, for members who may export. */
import type { Route } from "./+types/export-download.route";
import { downloadExport } from "./export-download.server.ts";

export const loader = ({ context, params }: Route.LoaderArgs) =>
  downloadExport(context, params.exportId, "export");
