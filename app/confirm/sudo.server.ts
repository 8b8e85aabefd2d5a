/** The sudo window: sensitive actions need a recent proof of identity, which is given again here (R3). */

import { parseWithZod } from "@conform-to/zod/v4";
import { eq } from "drizzle-orm";
import { data, redirect } from "react-router";
import { z } from "zod";
import { auditRow } from "#app/accounts/audit.server.ts";
import { beginSession } from "#app/accounts/begin-session.server.ts";
import { isRecentProof } from "#app/accounts/proof.ts";
import { type SignedIn, visitor } from "#app/accounts/session.server.ts";
import { eitherCode } from "#app/factors/factor-forms.server.ts";
import { asserted } from "#app/factors/passkeys.server.ts";
import { type Factor, stepUp } from "#app/factors/step-up.server.ts";
import { type Limit, passEdgeLimit, refund, spend } from "#app/limits/rate-limits.server.ts";
import { waitWords } from "#app/limits/wait-words.ts";
import { countedWhichPassword } from "#app/passwords/password-hash.server.ts";
import { longestPassword } from "#app/passwords/password-rules.ts";
import type { Context } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { auditEvents, users } from "#drizzle/control/schema.ts";

/**
 * Whether the person must confirm their identity before a sensitive action.
 * @param now ms UTC
 */
export const needsProof = (who: SignedIn, now: number): boolean =>
  who.kind !== "full" || !isRecentProof(who.provenAt, now);

/**
 * The same for changes of two-factor authentication: where the account has an authenticator, a password is not
 * enough. Otherwise a person who knows only the password could create recovery codes and turn two-factor off with one
 * (R18).
 * @param now ms UTC
 */
export const needsFactorProof = (who: SignedIn, now: number): boolean =>
  needsProof(who, now) || (who.hasFactor && !isRecentProof(who.factorProvenAt, now));

/**
 * As strict as signing in: a stranger at an open session may not guess the password either. Counted by session, so
 * that one device does not block the owner's others; the account's limit covers a stranger with several sessions.
 */
const passwordTries = (who: SignedIn): Limit[] => [
  { key: `confirm:${who.sessionId}`, most: 5, within_ms: 5 * minute_ms },
  { key: `confirm-account:${who.user.id}`, most: 20, within_ms: 5 * minute_ms },
];

type Checked = { ok: true } | { ok: false; words: string; status: 401 | 429 };

/** Whether this is the signed-in person's password; at most 5 tries of a session in 5 minutes (R38). `now`: ms UTC */
export async function checkPassword(
  request: Request,
  context: Context,
  who: SignedIn,
  password: string,
  now: number,
): Promise<Checked> {
  const tries = passwordTries(who);
  const spent = await spend(context.get(database), tries, now);
  if (!spent.ok) return { ok: false, words: waitWords(spent.retryAfter), status: 429 };
  const db = platform(context.get(database));
  const user = await db
    .select({ password_hash: users.password_hash })
    .from(users)
    .where(eq(users.id, who.user.id))
    .get();
  if ((await countedWhichPassword(context, password, user?.password_hash ?? null, null)) === "stored") {
    await refund(context.get(database), tries);
    return { ok: true };
  }
  const event = { action: "session.confirmation_refused", actor_id: who.user.id };
  await db.insert(auditEvents).values(await auditRow(request, context, event));
  return { ok: false, words: "That password is incorrect.", status: 401 };
}

/** The kind of a code by its length: six digits of the authenticator, or a recovery code. */
export const factorOf = (code: string): Factor =>
  code.length === 6 ? { how: "totp", code, factorId: null } : { how: "recovery_code", code };

const confirmForm = z.union([
  z.object({ password: z.string().min(1).max(longestPassword) }),
  z.object({ code: eitherCode }),
]);

/** The message for a passkey of another account, or an invalid answer. */
const notTheirs = "That passkey doesn't belong to this account.";

const formError = (field: string, words: string, status: number) =>
  data(
    { intent: "confirm", result: { status: "error" as const, error: { [field]: [words] } } } as const,
    status,
  );

/**
 * The answer of a page under the sudo window to the form of `confirm-it-is-you.tsx` (intent `confirm`): a new session
 * in place of the old one (R2) and the page again, or the error. A person with several ways may use any of them.
 */
export async function answerConfirmation(request: Request, context: Context, form: FormData) {
  const who = await visitor(request, context);
  if (who.kind !== "full") throw redirect("/auth");
  if (form.has("credential")) {
    const outcome = await byPasskey(request, context, who, form.get("credential"), Date.now());
    return outcome.ok ? redirectBack(request, outcome.cookies) : formError("", outcome.words, outcome.status);
  }
  const submission = parseWithZod(form, { schema: confirmForm });
  const field = form.has("code") ? "code" : "password";
  if (submission.status !== "success")
    return formError(
      field,
      field === "code" ? "Please enter a 6-digit code" : "Please enter your password",
      422,
    );
  const now = Date.now();
  const outcome =
    "code" in submission.value
      ? await byCode(request, context, who, submission.value.code, now)
      : await byPassword(request, context, who, submission.value.password, now);
  if (!outcome.ok) return formError(field, outcome.words, outcome.status);
  return redirectBack(request, outcome.cookies);
}

/** A redirect to the page that asked, which then sees the new session. */
function redirectBack(request: Request, cookies: string[]): Response {
  const { pathname, search } = new URL(request.url);
  return redirect(`${pathname.replace(/\.data$/, "")}${search}`, {
    headers: cookies.map((line): [string, string] => ["set-cookie", line]),
  });
}

type Confirmed = { ok: true; cookies: string[] } | { ok: false; words: string; status: number };

async function byCode(
  request: Request,
  context: Context,
  who: SignedIn,
  code: string,
  now: number,
): Promise<Confirmed> {
  const outcome = await stepUp(request, context, who, factorOf(code), now);
  return outcome.ok ? outcome : { ok: false, ...codeWords(outcome) };
}

/** A passkey is two factors at once: it also confirms actions that need the second factor (docs/decisions/011-factors.md). */
async function byPasskey(
  request: Request,
  context: Context,
  who: SignedIn,
  credential: unknown,
  now: number,
): Promise<Confirmed> {
  await passEdgeLimit(request, context);
  const found = await asserted(request, context, who, credential, now);
  if (!found) {
    const event = { action: "session.confirmation_refused", actor_id: who.user.id };
    const db = platform(context.get(database));
    await db.insert(auditEvents).values(await auditRow(request, context, event));
    return { ok: false, words: notTheirs, status: 422 };
  }
  const factor = { how: "passkey", guarded: found.guarded, used: found.used } as const;
  const outcome = await stepUp(request, context, who, factor, now);
  if (outcome.ok) return outcome;
  return outcome.reason === "wrong"
    ? { ok: false, words: notTheirs, status: 422 }
    : { ok: false, ...codeWords(outcome) };
}

/** The message for a refused code inside the dashboard. */
export function codeWords(
  outcome: { reason: "wrong" | "unknown" | "over" } | { reason: "locked"; retryAfter: number },
): { words: string; status: number } {
  if (outcome.reason === "locked") return { words: waitWords(outcome.retryAfter), status: 429 };
  if (outcome.reason === "over") return { words: waitWords(300), status: 429 };
  return { words: "That code is wrong or has already been used.", status: 422 };
}

async function byPassword(
  request: Request,
  context: Context,
  who: SignedIn,
  password: string,
  now: number,
): Promise<Confirmed> {
  const checked = await checkPassword(request, context, who, password, now);
  if (!checked.ok) return checked;
  const begun = await beginSession(request, context, who.user, "password", now, { again: who });
  await platform(context.get(database)).batch(begun.statements);
  return { ok: true, cookies: begun.cookies };
}
