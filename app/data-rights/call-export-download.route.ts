/** GET /call-history/exports/:exportId: the file of an export of calls, for members who may export. */
import type { Route } from "./+types/call-export-download.route";
import { downloadExport } from "./export-download.server.ts";

export const loader = ({ context, params }: Route.LoaderArgs) =>
  downloadExport(context, params.exportId, "calls");
