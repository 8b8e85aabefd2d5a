/** The outside world on one machine, as a Worker of its own: what the product asks of other hosts, and the pages that show it. Never deployed. */
import { endpoint } from "./endpoints.ts";
import { problem } from "./json.ts";
import { isPlayed, outside } from "./outside-hosts.ts";
import type { SandboxBindings } from "./sandbox-bindings.ts";
import { worldOf } from "./world-door.ts";

export { Line } from "./line.ts";
export { World } from "./world.ts";

export default {
  async fetch(request, bindings, ctx) {
    const { hostname, pathname } = new URL(request.url);
    const wait = (work: Promise<unknown>) => ctx.waitUntil(work);
    try {
      if (!isPlayed(hostname) && /^\/sandbox(\/|$)/.test(pathname))
        return await endpoint(request, bindings, wait);
      return await outside(request, worldOf(bindings), bindings.LINE, wait);
    } catch (error) {
      console.error(JSON.stringify({ level: "error", event: "sandbox_failed", message: String(error) }));
      return problem(500, error instanceof Error ? error.message : String(error));
    }
  },
} satisfies ExportedHandler<SandboxBindings>;
