/** What every document shows of its request: the brand in the first byte, its icons, and the theme. */
import { iconOf, touchIconOf } from "#app/branding/brand-icon.ts";
import { brandStyleOf } from "#app/branding/brand-style.ts";
import { sessionHostOf } from "#app/branding/hosts.server.ts";
import { brandOf } from "#app/branding/tenant.server.ts";
import { type Context, cloudflare, requestFacts } from "#app/platform/context.ts";
import { hostOrigin, publicOrigin, settings } from "#app/platform/env.server.ts";
import { themeOf } from "./theme.server.ts";

/** The image of a shared link as a whole address: other sites load it (R43). */
function shareImageOf(request: Request, context: Context, path: string | undefined): string | null {
  if (path === undefined) return null;
  const known = settings(context.get(cloudflare).env);
  const host = sessionHostOf(request, context);
  return new URL(path, host === null ? publicOrigin(known) : hostOrigin(known, host)).href;
}

export function documentOf(request: Request, context: Context) {
  const brand = brandOf(context);
  return {
    theme: themeOf(request),
    brand,
    style: brandStyleOf(brand),
    icon: iconOf(brand),
    touchIcon: touchIconOf(brand),
    shareImage: shareImageOf(request, context, brand.share_image_url),
    requestId: context.get(requestFacts).id,
    vitals: settings(context.get(cloudflare).env).VITALS_SHARE,
  };
}
