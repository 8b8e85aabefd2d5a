/** The built app that the tests speak to, with its door open to other bindings than the tests' own. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";

type App = { fetch(request: Request, bindings: Env, ctx: ExecutionContext): Promise<Response> };

const [app] = Object.values(
  import.meta.glob<App>("../../build/server/index.js", { import: "default", eager: true }),
);

/** What the app answers where these bindings differ; `ctx` holds what an answer leaves to do. */
export async function answerWith(
  bindings: Partial<Env> & {
    ROW_COUNTS?: string;
    SIMULATED_PHONE?: undefined;
    VITALS?: object;
    VITALS_TOKEN?: string;
  },
  request: Request,
  ctx = createExecutionContext(),
): Promise<Response> {
  if (!app) throw new Error("build/server/index.js is missing: tests/support/build.ts makes it");
  return app.fetch(request, { ...env, ...bindings }, ctx);
}
