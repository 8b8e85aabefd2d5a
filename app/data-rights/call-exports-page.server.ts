/** /call-history/exports: files of the calls that a list's filters show, made in the background. */
import { data, redirect } from "react-router";
import { type SignedIn, visitor } from "#app/accounts/session.server.ts";
import { callHistoryQueryOf } from "#app/calls/history/call-history.schema.ts";
import { filterWords } from "#app/calls/history/filter-words.ts";
import { listAddress, withDays } from "#app/calls/history/history-query.ts";
import { answerConfirmation, needsProof } from "#app/confirm/sudo.server.ts";
import { hasPasskeyHere } from "#app/factors/passkeys.server.ts";
import { type Limit, spend } from "#app/limits/rate-limits.server.ts";
import { waitWords } from "#app/limits/wait-words.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import type { Context } from "#app/platform/context.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { hour_ms } from "#app/platform/durations.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { callExportInput, exportCalls } from "./call-export-verb.server.ts";
import { exportsShown } from "./data-words.ts";
import { exportsOf } from "./exports.server.ts";

const doneSentences = {
  export: "Export started. You can leave this page; we'll email you when it's ready.",
  running: "An export of calls is already in progress.",
};

/** An export reads every call that matches. */
const exportLimit = (id: string): Limit => ({ key: `call-export:${id}`, most: 20, within_ms: 24 * hour_ms });

async function signedIn(request: Request, context: Context): Promise<SignedIn> {
  const who = await visitor(request, context);
  if (who.kind !== "full") throw redirect("/auth");
  return who;
}

export async function callExportsPage(request: Request, context: Context) {
  const member = permitted(context, "organization.write");
  const { id, timeZone, locale } = member.organization;
  const { db } = depsOf(context);
  const now = Date.now();
  const who = await signedIn(request, context);
  const isAsked = needsProof(who, now);
  const query = callHistoryQueryOf(request.url);
  const [exports, choices] = await Promise.all([
    exportsOf(db, id, "calls"),
    member.store.calls.filterNames(query),
  ]);
  return {
    done: doneWords(request.url, doneSentences),
    asked: listAddress(query),
    filters: filterWords(withDays(query, { now, timeZone }), choices),
    needsProof: isAsked,
    person: {
      email: who.user.email,
      hasPassword: who.hasPassword,
      hasFactor: who.hasFactor,
      hasPasskey: isAsked && (await hasPasskeyHere(request, context, who.user.id)),
    },
    exports: exportsShown(exports, now, { timeZone, locale }),
  };
}

export async function answerCallExports(request: Request, context: Context) {
  const member = permitted(context, "organization.write");
  const deps = depsOf(context);
  const form = await readForm(request, context);
  if (form.get("intent") === "confirm") return answerConfirmation(request, context, form);
  const input = callExportInput.safeParse(Object.fromEntries(form));
  if (form.get("intent") !== "export" || !input.success) throw faultResponse("bad_request");
  const spent = await spend(deps.db, [exportLimit(member.organization.id)], Date.now());
  if (!spent.ok) return data({ intent: "export" as const, error: waitWords(spent.retryAfter) }, 429);
  const outcome = await exportCalls(member, input.data, deps);
  const back = new URLSearchParams(input.data.query.replace(/^\?/, ""));
  if (outcome.ok || outcome.reason === "running") back.set("done", outcome.ok ? "export" : "running");
  return redirect(`/call-history/exports?${back}`);
}
