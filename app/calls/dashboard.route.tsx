import { rememberedLoader } from "#app/platform/query-cache.ts";
import type { Route } from "./+types/dashboard.route";

export const loader = (_: Route.LoaderArgs) => ({});
export const clientLoader = rememberedLoader;

export default function DashboardPage() {
  return <h1>Dashboard</h1>;
}
