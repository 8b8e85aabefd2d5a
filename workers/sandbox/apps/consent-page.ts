/** Plays the consent pages of Slack and HubSpot in the browser. */
import { z } from "zod";
import { html } from "#workers/sandbox/html.ts";
import { problem } from "#workers/sandbox/json.ts";
import { localSettings } from "#workers/sandbox/local-bindings.ts";
import { page } from "#workers/sandbox/page.ts";
import type { WorldDoor } from "#workers/sandbox/world-door.ts";

/** Where each stands on this machine; `workers/local.ts` redirects here. */
export const slackConsent = "/slack.com/oauth/v2/authorize";
export const hubspotConsent = "/app.hubspot.com/oauth/authorize";

const asked = z.object({
  client_id: z.string(),
  redirect_uri: z.url(),
  scope: z.string().min(1),
  state: z.string().min(1),
});
const decision = z.object({ account: z.string().min(1).max(60), decision: z.enum(["allow", "deny"]) });

const back = (uri: string, params: Record<string, string>): Response => {
  const to = new URL(uri);
  for (const [name, value] of Object.entries(params)) to.searchParams.set(name, value);
  return new Response(null, {
    status: 302,
    headers: { location: to.href, "referrer-policy": "no-referrer" },
  });
};

/** Answers a consent page: GET shows it, POST is the decision. */
const consent =
  (app: "slack" | "hubspot", name: string, usual: string) =>
  async (request: Request, world: WorldDoor, url: URL): Promise<Response> => {
    const { SLACK_CLIENT_ID, HUBSPOT_CLIENT_ID } = localSettings("");
    const read = asked.safeParse(Object.fromEntries(url.searchParams));
    if (!read.success) return problem(400, z.prettifyError(read.error));
    const { client_id, redirect_uri, scope, state } = read.data;
    if (client_id !== (app === "slack" ? SLACK_CLIENT_ID : HUBSPOT_CLIENT_ID))
      return problem(401, "invalid_client_id");
    if (new URL(redirect_uri).pathname !== "/connect/callback")
      return problem(400, "redirect_uri did not match any configured URIs");
    if (request.method === "GET")
      return page({
        title: `Allow access to ${name}`,
        path: `/sandbox/${app}`,
        hasForm: true,
        lead: `A stand-in for ${name}. Choose an account, and it sends you back.`,
        body: html`<form class="panel form" method="post">
<label>${name} account <input name="account" value="${usual}" autocomplete="off"></label>
<p class="actions"><button type="submit" class="go" name="decision" value="allow">Allow</button>
<button type="submit" class="quiet" name="decision" value="deny">Cancel</button></p></form>`,
      });
    const decided = decision.safeParse(Object.fromEntries(await request.formData()));
    if (!decided.success) return problem(400, z.prettifyError(decided.error));
    if (decided.data.decision === "deny") return back(redirect_uri, { error: "access_denied", state });
    const { account } = decided.data;
    const code = await world.apps.keepCode({ app, account, scope, redirect_uri }, Date.now());
    return back(redirect_uri, { code, state });
  };

export const slackPage = consent("slack", "Slack", "Bright Smile");
export const hubspotPage = consent("hubspot", "HubSpot", "brightsmile.test");
