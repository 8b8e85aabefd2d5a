/** Which of our hosts a request speaks to: the main one, where Google and every crossing between hosts begin, or another. */
import type { RouterContextProvider } from "react-router";
import { tenantHostOf } from "#app/branding/tenant.server.ts";
import { cloudflare, requestFacts } from "#app/platform/context.ts";
import { hostOrigin, publicOrigin, settings } from "#app/platform/env.server.ts";

type Context = Readonly<RouterContextProvider>;

export const mainOrigin = (context: Context): string => publicOrigin(settings(context.get(cloudflare).env));

export const isMainHost = (request: Request, context: Context): boolean =>
  new URL(request.url).host === settings(context.get(cloudflare).env).PUBLIC_HOST;

/** The custom domain that `ref` names on the main host's sign-in screen: a session that begins there keeps it (design, section 8). */
export const referredTo = (request: Request, context: Context): string | null =>
  isMainHost(request, context) ? tenantHostOf(context) : null;

/** An address on the main host, with those of the parameters that there are. */
export function onMainHost(context: Context, path: string, params: Record<string, string | null>): string {
  const url = new URL(path, mainOrigin(context));
  for (const [name, value] of Object.entries(params)) if (value !== null) url.searchParams.set(name, value);
  return url.href;
}

/** Lets the forms of the sign-in screen lead where signing in leads: to Google, to the main host, to the host that `ref` names. */
export function allowWaysOut(request: Request, context: Context): void {
  const known = settings(context.get(cloudflare).env);
  const host = tenantHostOf(context);
  const { formActions } = context.get(requestFacts);
  if (known.GOOGLE_CLIENT_ID !== undefined) formActions.push("https://accounts.google.com");
  if (!isMainHost(request, context)) formActions.push(publicOrigin(known));
  else if (host !== null) formActions.push(hostOrigin(known, host));
}
