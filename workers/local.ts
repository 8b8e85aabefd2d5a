/** The front door on one machine: app.ts with the sandbox around it. Never deployed. */
import { env } from "cloudflare:workers";
import app from "./app.ts";

export * from "./app.ts";
export { LocalCallSession as CallSession } from "./local-call-session.ts";

type Door = { fetch: typeof fetch };

const isDoor = (binding: unknown): binding is Door =>
  typeof binding === "object" && binding !== null && "fetch" in binding;

/** The outside world. Its binding exists in local mode only, so the product's own types do not know it. */
function sandbox(): Door {
  const binding: unknown = Reflect.get(env, "SANDBOX");
  if (!isDoor(binding))
    throw new Error("Local mode needs the SANDBOX binding (workers/sandbox/wrangler.toml).");
  return binding;
}

// Product code calls real addresses; here every one of them is answered by the sandbox.
globalThis.fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
  const answer = await sandbox().fetch(input, init);
  // An answer cannot say that there is none: the sandbox marks it (workers/sandbox/outside-hosts.ts).
  if (answer.headers.has("x-sandbox-connection")) throw new Error("Network connection lost.");
  return answer;
};

export default {
  ...app,
  fetch: (request, bindings, ctx) =>
    /^\/sandbox(\/|$)/.test(new URL(request.url).pathname)
      ? sandbox().fetch(request)
      : app.fetch(request, bindings, ctx),
} satisfies ExportedHandler<Env>;
