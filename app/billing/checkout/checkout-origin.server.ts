/** Where a checkout lives: on the host that the person signed in to. */
import { mainOrigin, sessionHostOf } from "#app/branding/hosts.server.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { hostOrigin, settings } from "#app/platform/env.server.ts";

/** The origin of the page that Stripe leads back to; a session is good only on its own host, so it is that one. */
export function pageOrigin(request: Request, context: Context): string {
  const host = sessionHostOf(request, context);
  return host === null ? mainOrigin(context) : hostOrigin(settings(context.get(cloudflare).env), host);
}
