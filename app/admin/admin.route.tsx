/** The layout of the platform's own pages: their guard. */
import { Outlet } from "react-router";
import type { Route } from "./+types/admin.route";
import { platformAdminsOnly } from "./platform-admins-only.server.ts";

export const middleware: Route.MiddlewareFunction[] = [platformAdminsOnly];

export default function AdminLayout() {
  return <Outlet />;
}
