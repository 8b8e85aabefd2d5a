/** The front door on one machine: app.ts with the sandbox around it. Never deployed. */
import { env } from "cloudflare:workers";
import { publicOrigin, settings } from "#app/platform/env.server.ts";
import app from "./app.ts";

export * from "./app.ts";
export { LocalCallSession as CallSession } from "./local-call-session.ts";
export { LocalOrganization as Organization } from "./local-organization.ts";

type Door = { fetch: typeof fetch };

const isDoor = (binding: unknown): binding is Door =>
  typeof binding === "object" && binding !== null && "fetch" in binding;

/** The sandbox. Its binding exists only in local mode, so the product's own types do not include it. */
function sandbox(): Door {
  const binding: unknown = Reflect.get(env, "SANDBOX");
  if (!isDoor(binding))
    throw new Error("Local mode needs the SANDBOX binding (workers/sandbox/wrangler.toml).");
  return binding;
}

// Product code calls real addresses; on this machine the sandbox answers all of them.
globalThis.fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
  const request = new Request(input, init);
  // Stripe's links to its own pages lead to this machine.
  request.headers.set("x-sandbox-origin", publicOrigin(settings(env)));
  const answer = await sandbox().fetch(request);
  // A response cannot express a lost connection, so the sandbox marks it with a header
  // (workers/sandbox/outside-hosts.ts).
  if (answer.headers.has("x-sandbox-connection")) throw new Error("Network connection lost.");
  return answer;
};

/** The pages of outside hosts that the product sends browsers to, and that the sandbox plays. */
const playedPages = [
  "https://accounts.google.com/",
  "https://slack.com/oauth/v2/authorize",
  "https://app.hubspot.com/oauth/authorize",
];

/** Redirects to pages of outside hosts lead to the sandbox too. */
function withinReach(answer: Response): Response {
  const to = answer.headers.get("location");
  if (!playedPages.some((page) => to?.startsWith(page)) || to === null) return answer;
  const headers = new Headers(answer.headers);
  headers.set("location", to.replace("https://", "/sandbox/"));
  return new Response(answer.body, { status: answer.status, headers });
}

const stripeScripts = "https://js.stripe.com/";

/**
 * A document that may show Stripe's payment form gets the sandbox's script and frame instead, which come from this
 * host. Only its policy names Stripe, so no other answer is touched.
 */
async function withPaymentForm(answer: Response): Promise<Response> {
  const policy = answer.headers.get("content-security-policy");
  const isDocument = answer.headers.get("content-type")?.startsWith("text/html") === true;
  if (!isDocument || !policy?.includes(stripeScripts.slice(0, -1))) return answer;
  const headers = new Headers(answer.headers);
  headers.set("content-security-policy", policy.replace("frame-src ", "frame-src 'self' "));
  const text = await answer.text();
  return new Response(text.replaceAll(stripeScripts, "/sandbox/js.stripe.com/"), {
    status: answer.status,
    headers,
  });
}

/** Longer than any accepted body: a longer one is not waited for. */
const mostWaitedFor = 8_388_608;

/**
 * Waits until a request's body has arrived. If an answer leaves part of it unread, the local server closes its
 * connection to this Worker while the next request may be using it; on Cloudflare requests share no connection.
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
    return withPaymentForm(withinReach(await app.fetch(request, bindings, ctx)));
  },
} satisfies ExportedHandler<Env>;
