/** The demo organizations and sign-ins: written by the seeding, shown on the first page and at GET /sandbox/demo. */
import { z } from "zod";

const member = z.object({
  email: z.string(),
  password: z.string(),
  role: z.string(),
  totp_secret: z.string().optional(),
});

export const demo = z.object({
  platform_admin: z.object({
    email: z.string(),
    password: z.string(),
    totp_secret: z.string().optional(),
  }),
  organizations: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** null unless the organization has a host of its own. */
      host: z.string().nullable(),
      /** E.164 */
      numbers: z.array(z.string()),
      members: z.array(member),
      /** May do everything at /api/v1; empty in an installation that was seeded before there were keys. */
      api_key: z.string().default(""),
    }),
  ),
});
export type Demo = z.infer<typeof demo>;
