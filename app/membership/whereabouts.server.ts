/** Where a request comes from, according to Cloudflare: a hint for defaults, never a proof. */
import { z } from "zod";
import { type Context, cloudflare } from "#app/platform/context.ts";
import type { Whereabouts } from "./first-organization.ts";

const shape = z.object({
  continent: z.string().length(2).optional().catch(undefined),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional()
    .catch(undefined),
  longitude: z.coerce.number().min(-180).max(180).optional().catch(undefined),
  timezone: z.string().max(64).optional().catch(undefined),
});

export function whereaboutsOf(context: Context): Whereabouts {
  const told = shape.safeParse(context.get(cloudflare).cf);
  return told.success ? told.data : {};
}
