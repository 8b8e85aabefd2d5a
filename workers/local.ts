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

/** Pages of the outside world that a browser is sent to are the sandbox's too. */
function withinReach(answer: Response): Response {
  const to = answer.headers.get("location");
  if (!to?.startsWith("https://accounts.google.com/")) return answer;
  const headers = new Headers(answer.headers);
  headers.set("location", to.replace("https://", "/sandbox/"));
  return new Response(answer.body, { status: answer.status, headers });
}

/** Longer than every body that is taken: what is still coming after that is not waited for. */
const mostWaitedFor = 8_388_608;

/**
 * Waits until a request's body has arrived. An answer that leaves some of it unread ends the connection which the local
 * server keeps open to this Worker, under whoever asks next; on Cloudflare nothing shares one.
 */
async function arrival(request: Request): Promise<void> {
  let read = 0;
  for await (const chunk of request.clone().body ?? []) {
    read += chunk.byteLength;
    if (read > mostWaitedFor) break;
  }
}

export default {
  ...app,
  async fetch(request, bindings, ctx) {
    if (request.body) await arrival(request);
    if (/^\/sandbox(\/|$)/.test(new URL(request.url).pathname)) return sandbox().fetch(request);
    return withinReach(await app.fetch(request, bindings, ctx));
  },
} satisfies ExportedHandler<Env>;
