/** /integrations/keys: an organization's API keys, and the answers of its forms. */
import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "react-router";
import { visitor } from "#app/accounts/session.server.ts";
import { answerConfirmation, needsProof } from "#app/confirm/sudo.server.ts";
import { hasPasskeyHere } from "#app/factors/passkeys.server.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { isVisiting } from "#app/membership/actor.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { permissionWords } from "#app/membership/permission-words.ts";
import { readForm } from "#app/platform/body.server.ts";
import type { Context } from "#app/platform/context.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { ago, exactTime } from "#app/platform/format.ts";
import { keyForm } from "./key-terms.schema.ts";
import { keyChoice, keysOf, makeApiKey, mostKeys, revokeApiKey } from "./key-verbs.server.ts";
import { apiScopes, isApiScope } from "./scopes.ts";

const path = "/integrations/keys";
const doneSentences = { revoked: "Key revoked. Requests with it are refused from now on." };

/** What a key may do, in one line. */
function scopeWords(scopes: readonly string[]): string {
  const known = scopes.filter(isApiScope);
  if (known.length === apiScopes.length) return "May do everything";
  return known.map((scope) => permissionWords[scope]).join(" · ") || "May do nothing";
}

export async function keysPage(request: Request, context: Context) {
  const member = permitted(context, "organization.write");
  const { id, timeZone, locale } = member.organization;
  const place = { timeZone, locale };
  const now = Date.now();
  const [keys, who] = await Promise.all([keysOf(depsOf(context).db, id), visitor(request, context)]);
  if (who.kind !== "full") throw redirect("/auth");
  const canMake = !isVisiting(member);
  const isAsked = canMake && needsProof(who, now);
  return {
    done: doneWords(request.url, doneSentences),
    canMake,
    keys: keys.map((key) => ({
      id: key.id,
      name: key.name,
      shown: `${key.prefix}_…`,
      may: scopeWords(key.scopes),
      state:
        key.is_member === null
          ? ("gone" as const)
          : key.expires_at !== null && key.expires_at <= now
            ? ("expired" as const)
            : ("works" as const),
      note: `Created ${ago(key.created_at, now, place)} by ${key.made_by ?? "a former member"}`,
      used: key.last_used_at === null ? "Not used yet" : `Last used ${ago(key.last_used_at, now, place)}`,
      until: key.expires_at === null ? "Doesn't expire" : `Expires ${exactTime(key.expires_at, place)}`,
    })),
    scopes: apiScopes
      .filter((scope) => member.may(scope))
      .map((scope) => ({ value: scope, label: permissionWords[scope] })),
    needsProof: isAsked,
    person: {
      email: who.user.email,
      hasPassword: who.hasPassword,
      hasFactor: who.hasFactor,
      hasPasskey: isAsked && (await hasPasskeyHere(request, context, who.user.id)),
    },
  };
}

const failed = (words: string, status: number) =>
  data(
    { intent: "make" as const, result: { status: "error" as const, error: { "": [words] } }, key: null },
    status,
  );

export async function answerKeys(request: Request, context: Context) {
  const member = permitted(context, "organization.write");
  const deps = depsOf(context);
  const form = await readForm(request, context);
  const intent = form.get("intent");
  if (intent === "confirm") return answerConfirmation(request, context, form);
  if (intent === "revoke") {
    const choice = keyChoice.safeParse({ id: form.get("id") });
    if (!choice.success) throw faultResponse("bad_request");
    const { revoked } = await revokeApiKey(member, choice.data, deps);
    if (!revoked) throw faultResponse("not_found");
    return redirect(`${path}?done=revoked`);
  }
  if (intent !== "make") throw faultResponse("bad_request");
  const submission = parseWithZod(form, { schema: keyForm });
  if (submission.status !== "success")
    return data({ intent: "make" as const, result: submission.reply(), key: null }, 422);
  const made = await makeApiKey(member, submission.value, deps);
  if (made.ok) return data({ intent: "make" as const, result: null, key: made.key });
  return made.reason === "unproven"
    ? failed("Confirm it's you below, then try again. Nothing was created.", 403)
    : failed(`An organization can have ${mostKeys} keys. Revoke one first.`, 409);
}
