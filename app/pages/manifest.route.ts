/** GET /site.webmanifest: the brand's name, colors and icons, for devices that install the dashboard. */
import { drawnIcon, iconOf } from "#app/branding/brand-icon.ts";
import { brandOf } from "#app/branding/tenant.server.ts";
import type { Route } from "./+types/manifest.route";

/** The product's light ground, behind the first paint. */
const ground = "#f8f8fa";

export function loader({ context }: Route.LoaderArgs) {
  const brand = brandOf(context);
  const manifest = {
    name: brand.company_name,
    short_name: brand.company_name,
    start_url: "/dashboard",
    display: "standalone",
    theme_color: brand.primary_color,
    background_color: ground,
    icons: [
      { src: iconOf(brand), sizes: "any" },
      { src: drawnIcon, sizes: "192x192", type: "image/png" },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "content-type": "application/manifest+json", "cache-control": "private, max-age=300" },
  });
}
