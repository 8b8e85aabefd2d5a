/** /security/export: all data about the signed-in person, as a file. */
import type { Route } from "./+types/export.route";
import { exportAccount } from "./export.server.ts";

export const action = ({ request, context }: Route.ActionArgs) => exportAccount(request, context);
