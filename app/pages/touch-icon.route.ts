/** GET /touch-icon.png: the brand's icon for home screens, where it has uploaded none that fits. */
import { drawnPng } from "#app/branding/drawn-icon.server.ts";
import { brandOf } from "#app/branding/tenant.server.ts";
import type { Route } from "./+types/touch-icon.route";

/** Pixels that a phone wants at most for its home screen. */
const side = 192;

export const loader = async ({ context }: Route.LoaderArgs) =>
  new Response(await drawnPng(brandOf(context), side), {
    headers: { "content-type": "image/png", "cache-control": "private, max-age=300" },
  });
