/** Plays accounts.google.com in the browser: a page for choosing an account, or refusing. */
import { z } from "zod";
import { flaw, flaws } from "./google.ts";
import type { Grant } from "./google-accounts.ts";
import { type Html, html } from "./html.ts";
import { problem } from "./json.ts";
import { localSettings } from "./local-bindings.ts";
import { page } from "./page.ts";

type Accounts = {
  keepGoogleCode(code: string, given: Grant): Promise<void>;
  demo(): Promise<{ organizations: { members: { email: string }[] }[] } | null>;
};

/** Its address on this machine; `workers/local.ts` redirects here. */
export const googlePath = "/accounts.google.com/o/oauth2/v2/auth";

const callbacks = ["/auth/callback", "/connect/callback"];

const asked = z.object({
  client_id: z.string(),
  redirect_uri: z.url(),
  response_type: z.literal("code"),
  scope: z.string().refine((scopes) => scopes.split(" ").includes("openid"), "must hold openid"),
  state: z.string().min(1),
  nonce: z.string().optional(),
  code_challenge: z.string().min(43),
  code_challenge_method: z.literal("S256"),
});
const decision = z.object({
  email: z.email().optional(),
  name: z.string().max(80).default(""),
  email_verified: z.literal("on").optional(),
  hosted: z.literal("on").optional(),
  flaw: flaw.default("none"),
  decision: z.enum(["continue", "deny"]),
});

const back = (uri: string, params: Record<string, string>): Response => {
  const to = new URL(uri);
  for (const [name, value] of Object.entries(params)) to.searchParams.set(name, value);
  return new Response(null, {
    status: 302,
    headers: { location: to.href, "referrer-policy": "no-referrer" },
  });
};

/** Answers Google's consent page: GET shows it, POST is the decision. */
export async function googlePage(request: Request, accounts: Accounts, url: URL): Promise<Response> {
  const read = asked.safeParse(Object.fromEntries(url.searchParams));
  if (!read.success) return problem(400, `Error 400: invalid_request. ${z.prettifyError(read.error)}`);
  const { client_id, redirect_uri, state, nonce, code_challenge, scope } = read.data;
  if (client_id !== localSettings("").GOOGLE_CLIENT_ID) return problem(401, "Error 401: invalid_client");
  // The redirect addresses registered with Google: only the main host's callbacks.
  const registered = new URL(redirect_uri);
  if (!callbacks.includes(registered.pathname) || registered.search !== "")
    return problem(400, "Error 400: redirect_uri_mismatch");
  if (request.method === "GET") return consentPage(await accounts.demo());
  const decided = decision.safeParse(Object.fromEntries(await request.formData()));
  if (!decided.success) return problem(400, z.prettifyError(decided.error));
  const { email, name, email_verified, hosted } = decided.data;
  if (decided.data.decision === "deny") return back(redirect_uri, { error: "access_denied", state });
  if (email === undefined) return problem(400, "Enter an email address.");
  const code = `4/${crypto.randomUUID()}`;
  await accounts.keepGoogleCode(code, {
    client_id,
    redirect_uri,
    nonce: nonce ?? null,
    code_challenge,
    scope,
    email,
    name,
    email_verified: email_verified === "on",
    hosted: hosted === "on",
    flaw: decided.data.flaw,
  });
  return back(redirect_uri, { code, state });
}

function consentPage(demo: Awaited<ReturnType<Accounts["demo"]>>): Response {
  const known = demo?.organizations.flatMap(({ members }) => members.map(({ email }) => email)) ?? [];
  const option = (value: string, words: string): Html => html`<option value="${value}">${words}</option>`;
  return page({
    title: "Sign in with Google",
    path: "/sandbox/google",
    hasForm: true,
    lead: "A stand-in for accounts.google.com. Choose who you are, and it sends you back.",
    body: html`<form class="panel form" method="post">
<label>Google account <input name="email" type="email" list="accounts" autocomplete="off" value="someone@gmail.test"></label>
<datalist id="accounts">${known.map((email) => option(email, email))}</datalist>
<label>Name <input name="name" value="Sam Rivera"></label>
<label>Problem in the response <select name="flaw">${Object.entries(flaws).map(([value, words]) => option(value, words))}</select></label>
<label class="check"><input type="checkbox" name="email_verified" checked> Google has verified this address</label>
<label class="check"><input type="checkbox" name="hosted" checked> Google hosts its mailbox (Workspace)</label>
<p class="actions"><button type="submit" class="go" name="decision" value="continue">Continue</button>
<button type="submit" class="quiet" name="decision" value="deny">Cancel</button></p></form>`,
  });
}
