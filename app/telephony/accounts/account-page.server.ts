/** /twilio-settings/:accountId: one own account: its test, its numbers at the carrier, its credentials and limits. */
import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "react-router";
import { z } from "zod";
import { isHidden } from "#app/branding/hidden-sections.ts";
import { waitWords } from "#app/limits/wait-words.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import type { Context } from "#app/platform/context.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { faultResponse, missing } from "#app/platform/errors.ts";
import { counted, exactTime } from "#app/platform/format.ts";
import {
  limitAccount,
  removeAccount,
  renameAccount,
  replaceCredentials,
} from "#app/telephony/carriers/account-changes.server.ts";
import { mostCallsPerSecond, ownCarrier } from "#app/telephony/carriers/account-terms.ts";
import { unansweredWords } from "#app/telephony/carriers/account-words.ts";
import { carrierTitle } from "#app/telephony/carriers/carriers.server.ts";
import { ownAccountsOf, testAccount } from "#app/telephony/carriers/own-accounts.server.ts";
import { importAll, importOne } from "./import-answers.server.ts";
import { numbersThere } from "./numbers-there.server.ts";
import { credentialsIn, limitsForm, renameForm } from "./telephony-forms.server.ts";

const doneSentences = {
  added: "Account connected. The carrier took its credentials.",
  works: "The carrier takes this account.",
  renamed: "Renamed.",
  replaced: "The new credentials work, and are used from now on.",
  limits: "Saved. The limits count from the next call.",
  imported: "The number is here. Choose an agent under Numbers, or give it a call.",
};

const lost = () => missing("account", { to: "/twilio-settings", label: "Telephony" });

async function accountOf(context: Context, accountId: string) {
  const member = permitted(context, "organization.write");
  const all = await ownAccountsOf(depsOf(context).db, member.organization.id);
  const account = all.find(({ id }) => id === accountId);
  if (!account) throw lost();
  return { member, account };
}

export async function accountPage(request: Request, context: Context, accountId: string) {
  const { member, account } = await accountOf(context, accountId);
  const { organization, store, limits } = member;
  const { id, name, carrier, lines, calls_per_second, tested_at, trouble } = account;
  const { locale, timeZone } = organization;
  const isAsked = new URL(request.url).searchParams.has("numbers");
  const [here, agents, there] = await Promise.all([
    store.numberRouting.ofAccount(id),
    store.agents.names(),
    isAsked ? numbersThere(member, account, depsOf(context)) : null,
  ]);
  return {
    done: doneWords(request.url, doneSentences),
    id,
    name,
    carrier: carrierTitle(carrier),
    credentials: ownCarrier(carrier) ?? null,
    isWorking: trouble === null,
    trouble,
    tested: tested_at === null ? "Not tested yet" : exactTime(tested_at, { locale, timeZone }),
    here: counted(here.length, "number", "numbers", locale),
    isEmpty: here.length === 0,
    limits: {
      lines: lines?.toString() ?? "",
      calls_per_second: calls_per_second?.toString() ?? "",
    },
    planLines: limits.lines,
    mostCallsPerSecond,
    agents,
    canImport: !isHidden(member.hiddenSections, "purchase_numbers"),
    there,
  };
}

const none = { of: null, result: null, error: null, exact: null, imported: null };

export async function answerAccount(request: Request, context: Context, accountId: string) {
  permitted(context, "organization.write");
  const form = await readForm(request, context);
  const { member, account } = await accountOf(context, accountId);
  const deps = depsOf(context);
  const { id, carrier } = account;
  const here = `/twilio-settings/${id}`;
  const of = String(form.get("do") ?? "");
  const refused = (error: string, status = 422, exact: string | null = null) =>
    data({ ...none, of, error, exact }, status);
  switch (of) {
    case "test": {
      const tested = await testAccount(member, { id }, deps);
      if (tested.ok) return redirect(`${here}?done=works`);
      if (tested.reason === "not_found") throw lost();
      if (tested.reason === "too_often") return refused(waitWords(tested.retryAfter), 429);
      return refused(tested.why ?? unansweredWords(tested.reason), 422, tested.exact);
    }
    case "rename": {
      const submission = parseWithZod(form, { schema: renameForm });
      if (submission.status !== "success") return data({ ...none, of, result: submission.reply() }, 422);
      const renamed = await renameAccount(member, { id, ...submission.value }, deps);
      if (renamed.ok) return redirect(`${here}?done=renamed`);
      if (renamed.reason === "not_found") throw lost();
      const fieldErrors = { name: ["Another account has this name"] };
      return data({ ...none, of, result: submission.reply({ fieldErrors }) }, 422);
    }
    case "limits": {
      const submission = parseWithZod(form, { schema: limitsForm });
      if (submission.status !== "success") return data({ ...none, of, result: submission.reply() }, 422);
      const limited = await limitAccount(member, { id, ...submission.value }, deps);
      if (limited.ok) return redirect(`${here}?done=limits`);
      if (limited.reason === "not_found") throw lost();
      const fieldErrors = { lines: [`Your plan has ${limited.most} calls at once`] };
      return data({ ...none, of, result: submission.reply({ fieldErrors }) }, 422);
    }
    case "replace": {
      const { credentials, missing: unset } = credentialsIn(carrier, form);
      if (Object.keys(unset).length > 0)
        return data({ ...none, of, result: { status: "error" as const, error: unset } }, 422);
      const replaced = await replaceCredentials(member, { id, credentials }, deps);
      if (replaced.ok) return redirect(`${here}?done=replaced`);
      switch (replaced.reason) {
        case "not_found":
          throw lost();
        case "too_often":
          return refused(waitWords(replaced.retryAfter), 429);
        case "unread":
          return refused(`These aren't credentials of ${carrierTitle(carrier)}. Copy each one again.`);
        case "untaken":
          return refused(replaced.why ?? unansweredWords(replaced.because), 422, replaced.exact);
      }
      break;
    }
    case "remove": {
      const removed = await removeAccount(member, { id }, deps);
      if (!removed.ok) throw lost();
      return redirect("/twilio-settings?done=removed");
    }
    case "import": {
      const wanted = z
        .object({ number: z.string(), agent: z.string().default("") })
        .safeParse(Object.fromEntries(form));
      if (!wanted.success) throw faultResponse("bad_request");
      const imported = await importOne(member, account, wanted.data, deps);
      return imported.ok
        ? redirect(`${here}?done=imported&numbers=all`)
        : refused(imported.words, imported.status);
    }
    case "import_all": {
      const agent = String(form.get("agent") ?? "");
      return data({ ...none, of, imported: await importAll(member, account, agent, deps) });
    }
  }
  throw faultResponse("bad_request");
}
