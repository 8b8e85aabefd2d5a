/** People with an authenticator, its codes, and browsers that are half signed in. */
import { env } from "cloudflare:workers";
import { decodeBase32IgnorePadding, encodeBase32NoPadding } from "@oslojs/encoding";
import { eq } from "drizzle-orm";
import { newSession } from "#app/accounts/session.server.ts";
import { codeAt, stepAt } from "#app/factors/totp.ts";
import { seal } from "#app/platform/crypto.server.ts";
import { settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { sessionOf } from "../security/arrange.ts";
import { anonymous, type Client, controlPlane, origin } from "../support/people.ts";

export type Authenticator = { factorId: string; key: Uint8Array };

/** The code that an app shows, `later` steps from now. */
export const appCode = ({ key }: Authenticator, later = 0): string => codeAt(key, stepAt(Date.now()) + later);

/** A code of six digits that is none of the three that would be taken. */
export function wrongCode(of: Authenticator): string {
  const right = [-1, 0, 1, 2].map((later) => appCode(of, later));
  const wrong = ["000000", "000001", "000002", "000003", "000004"].find((code) => !right.includes(code));
  if (!wrong) throw new Error("five codes cannot all be right");
  return wrong;
}

/** An account's authenticator as it is after enrolling, or before its first code (`isVerified: false`). */
export async function withAuthenticator(userId: string, isVerified = true): Promise<Authenticator> {
  const factorId = newId();
  const secret = encodeBase32NoPadding(crypto.getRandomValues(new Uint8Array(20)));
  const now = Date.now();
  await controlPlane()
    .insert(control.userFactors)
    .values({
      id: factorId,
      user_id: userId,
      type: "totp",
      secret: await seal(settings(env).APP_SECRET, `totp:${userId}:${factorId}`, secret),
      verified_at: isVerified ? now : null,
      created_at: now,
    });
  return { factorId, key: decodeBase32IgnorePadding(secret) };
}

/** A session whose person gave a code of their authenticator a moment ago. */
export const provenByCode = (browser: Client) =>
  controlPlane()
    .update(control.sessions)
    .set({ factor: "totp", factor_proven_at: Date.now() })
    .where(eq(control.sessions.id, sessionOf(browser)));

/** A browser whose password was right and whose second factor is asked for. */
export async function halfSignedIn(userId: string): Promise<Client> {
  const { row, cookies } = await newSession(new Request(origin), userId, "factor", Date.now(), {
    host: null,
  });
  await controlPlane().insert(control.sessions).values(row);
  const cookie = (cookies[0] ?? "").split("; ")[0] ?? "";
  return anonymous({ cookie });
}

export const enter = (
  browser: Client,
  code: string,
  more: Record<string, string> = {},
  path = "/auth",
): Promise<Response> => browser.post(path, { intent: "factor", code, ...more });
