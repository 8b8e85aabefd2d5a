/** /security/export: all data about the signed-in person, as a file. */
import { methodNotAllowed } from "#app/platform/methods.ts";
import type { Route } from "./+types/export.route";
import { exportAccount } from "./export.server.ts";

export const loader = () => methodNotAllowed("POST");

export const action = ({ request, context }: Route.ActionArgs) => exportAccount(request, context);
