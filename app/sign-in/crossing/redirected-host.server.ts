/** Visitors on a custom domain sign in on the main domain when the domain's brand says so (docs/product.md, "Custom domain redirect"). */
import { type MiddlewareFunction, redirect } from "react-router";
import { returnPathOf } from "#app/accounts/return-path.ts";
import { visitor } from "#app/accounts/session.server.ts";
import { sessionHostOf } from "#app/branding/hosts.server.ts";
import { redirectsStrangers } from "#app/branding/tenant.server.ts";
import { cloudflare } from "#app/platform/context.ts";
import { publicOrigin, settings } from "#app/platform/env.server.ts";
import { isReading } from "#app/platform/methods.ts";

/** Paths that answer on every domain: signing in and out, public pages, functions (docs/product.md, "Custom domain redirect"). */
const spared =
  /^\/(?:$|(?:auth|login|sign-out|privacy|terms|cookies|api|help|status|site\.webmanifest|touch-icon\.png)$|auth\/(?:callback|google)$|security\/(?:deleted|email)$|(?:functions|api|help|passkeys)\/)/;

/** The pattern of the not-found page, which matches every unknown address. */
const noPage = /^\/?\*$/;

/** Redirects to the main domain's /auth with `ref` (this host) and `returnPath`. */
export const signInElsewhere: MiddlewareFunction<Response> = async ({ request, url, context, pattern }) => {
  if (!redirectsStrangers(context) || !isReading(request)) return;
  // The main host wears a brand that `ref` names, and is where strangers sign in.
  if (sessionHostOf(request, context) === null) return;
  if (spared.test(url.pathname) || noPage.test(pattern)) return;
  if ((await visitor(request, context)).kind !== "anonymous") return;
  const to = new URL("/auth", publicOrigin(settings(context.get(cloudflare).env)));
  to.searchParams.set("ref", url.hostname);
  to.searchParams.set("returnPath", returnPathOf(`${url.pathname}${url.search}`));
  throw redirect(to.href);
};
