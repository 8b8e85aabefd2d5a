/** The bare Worker: React Router's handler as its documentation has it, a database and an object. */
import { DurableObject } from "cloudflare:workers";
import { createContext, createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";

type BareEnv = { DB: D1Database; COUNTER: DurableObjectNamespace<Counter> };
export const bareEnv = createContext<BareEnv>();

/** The object of the bare page: one row, read at each visit. */
export class Counter extends DurableObject<BareEnv> {
  read(): number {
    return Number(this.ctx.storage.sql.exec("select 1 as n").one().n);
  }
}

let handler: ReturnType<typeof createRequestHandler> | null = null;

export default {
  async fetch(request, env) {
    if (new URL(request.url).pathname === "/health") return new Response("ok");
    const build: unknown = await import("virtual:react-router/server-build");
    handler ??= createRequestHandler(build as ServerBuild);
    const context = new RouterContextProvider();
    context.set(bareEnv, env);
    return handler(request, context);
  },
} satisfies ExportedHandler<BareEnv>;
