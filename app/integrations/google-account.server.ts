/** What Google's services share: the OAuth client, whose token it is, and taking it back. */
import { z } from "zod";
import { settings } from "#app/platform/env.server.ts";
import { type Account, type Answer, anything, ask, type OAuthTerms, refusal } from "./provider.server.ts";

const idToken = z.object({ id_token: z.string() });
const claims = z.object({ sub: z.string().min(1), email: z.string().min(3) });

/** The account that Google names in the ID token, which came straight from its token endpoint. */
export function googleAccount(given: unknown): Answer<Account> {
  const token = idToken.safeParse(given);
  const body = token.success ? (token.data.id_token.split(".")[1] ?? "") : "";
  try {
    const bytes = Uint8Array.from(atob(body.replaceAll("-", "+").replaceAll("_", "/")), (c) =>
      c.charCodeAt(0),
    );
    const { sub, email } = claims.parse(JSON.parse(new TextDecoder().decode(bytes)));
    return { ok: true, value: { id: sub, label: email } };
  } catch {
    return refusal("refused", "Google did not say whose account it is.");
  }
}

/** The same client that people sign in with; `scopes` are what this service needs. */
export const googleOAuth = (scopes: readonly string[]): OAuthTerms => ({
  authorize: "https://accounts.google.com/o/oauth2/v2/auth",
  token: "https://oauth2.googleapis.com/token",
  scope: ["openid", "email", ...scopes].join(" "),
  // Google gives a refresh token only when it asks for consent.
  more: { access_type: "offline", prompt: "consent select_account" },
  usesPkce: true,
  secretIn: "header",
  client(environment) {
    const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = settings(environment);
    return GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET
      ? { id: GOOGLE_CLIENT_ID, secret: GOOGLE_CLIENT_SECRET }
      : null;
  },
});

export async function revokeGoogle(tokens: {
  access: string;
  refresh: string | null;
}): Promise<Answer<null>> {
  const form = { token: tokens.refresh ?? tokens.access };
  const answer = await ask({ url: "https://oauth2.googleapis.com/revoke", method: "POST", form }, anything);
  return answer.ok ? { ok: true, value: null } : answer;
}
