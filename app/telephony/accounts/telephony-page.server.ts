/** /twilio-settings: an organization's own accounts at carriers, and what holds for all its calls. */
import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "react-router";
import type { z } from "zod";
import { waitWords } from "#app/limits/wait-words.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import type { Context } from "#app/platform/context.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { settings } from "#app/platform/env.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { ago, count, counted } from "#app/platform/format.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { unansweredWords } from "#app/telephony/carriers/account-words.ts";
import { carrierTitle, platformAccounts } from "#app/telephony/carriers/carriers.server.ts";
import { connectAccount, ownAccountsOf } from "#app/telephony/carriers/own-accounts.server.ts";
import type { TelephonyChange } from "#app/telephony/telephony-settings.schema.ts";
import { countryName } from "./country-names.ts";
import {
  addForm,
  countriesForm,
  credentialsIn,
  emergencyForm,
  outgoingForm,
  secretNames,
} from "./telephony-forms.server.ts";
import { saveTelephony, telephonySettings } from "./telephony-verb.server.ts";

const doneSentences = {
  saved: "Saved. It applies from the next call on.",
  removed: "Account removed.",
};

export async function telephonyPage(request: Request, context: Context) {
  const { organization, store, limits } = permitted(context, "organization.write");
  const { db, env } = depsOf(context);
  const [accounts, chosen, numbers, recording] = await Promise.all([
    ownAccountsOf(db, organization.id),
    telephonySettings(store),
    store.numbers.list(),
    store.recordings.chosen(),
  ]);
  const held = await Promise.all(accounts.map(({ id }) => store.numberRouting.ofAccount(id)));
  const { locale, timeZone } = organization;
  const now = Date.now();
  const perSecond = platformAccounts(settings(env))[0]?.calls_per_second ?? null;
  return {
    done: doneWords(request.url, doneSentences),
    accounts: accounts.map(({ id, name, carrier, tested_at, trouble }, place) => ({
      id,
      name,
      carrier: carrierTitle(carrier),
      isWorking: trouble === null,
      trouble: trouble?.why ?? null,
      isDefault: chosen.default_account === id,
      numbers: counted(held[place]?.length ?? 0, "number", "numbers", locale),
      tested: tested_at === null ? "Not tested yet" : `Tested ${ago(tested_at, now, { locale, timeZone })}`,
    })),
    numbers: numbers
      .filter(({ status }) => status === "active")
      .map(({ id, phone_number }) => ({ id, shown: internationally(phone_number) })),
    outgoing: {
      default_account: chosen.default_account ?? "",
      caller_id: chosen.caller_id ?? "",
      machines: chosen.machines,
      voicemail_message: chosen.voicemail_message ?? "",
    },
    recording,
    limits: [
      ["Calls at once", `${count(limits.lines, locale)} in your plan`] as const,
      ...(perSecond === null
        ? []
        : [["New outgoing calls", `${perSecond} a second from included numbers`] as const]),
      ...accounts.map(
        ({ name, lines, calls_per_second }) =>
          [
            name,
            `${count(lines ?? limits.lines, locale)} at once, ${calls_per_second ?? "as many as the carrier allows"} a second`,
          ] as const,
      ),
    ],
    countries: {
      countries_in: chosen.countries_in.map(countryName).join(", "),
      countries_out: chosen.countries_out.map(countryName).join(", "),
    },
    emergency: {
      emergency_number: chosen.emergency_number === null ? "" : internationally(chosen.emergency_number),
    },
  };
}

const sections = {
  outgoing: () => outgoingForm,
  countries: () => countriesForm,
  emergency: emergencyForm,
} as const satisfies Record<string, (country: string) => z.ZodType<TelephonyChange>>;
type Section = keyof typeof sections;

const isSection = (word: unknown): word is Section =>
  typeof word === "string" && Object.hasOwn(sections, word);

const none = { of: null, result: null, error: null, exact: null };

export async function answerTelephony(request: Request, context: Context) {
  const member = permitted(context, "organization.write");
  const form = await readForm(request, context);
  const intent = form.get("do");
  if (intent === "add") return add(form, context);
  if (!isSection(intent)) throw faultResponse("bad_request");
  const submission = parseWithZod(form, { schema: sections[intent](member.organization.country) });
  if (submission.status !== "success") return data({ ...none, of: intent, result: submission.reply() }, 422);
  const saved = await saveTelephony(member, submission.value, depsOf(context));
  if (saved.ok) return redirect(`/twilio-settings?done=saved#${intent}`);
  const fieldErrors: Record<string, string[]> =
    saved.reason === "no_account"
      ? { default_account: ["That account was removed. Choose another one"] }
      : { caller_id: ["You no longer have that number. Choose another one"] };
  return data({ ...none, of: intent, result: submission.reply({ fieldErrors }) }, 422);
}

async function add(form: FormData, context: Context) {
  const member = permitted(context, "organization.write");
  const of = "add" as const;
  const submission = parseWithZod(form, { schema: addForm });
  const hideFields = secretNames;
  if (submission.status !== "success")
    return data({ ...none, of, result: submission.reply({ hideFields }) }, 422);
  const { carrier, name } = submission.value;
  const { credentials, missing } = credentialsIn(carrier, form);
  const refused = (fieldErrors: Record<string, string[]>) =>
    data({ ...none, of, result: submission.reply({ hideFields, fieldErrors }) }, 422);
  if (Object.keys(missing).length > 0) return refused(missing);
  const connected = await connectAccount(member, { carrier, name, credentials }, depsOf(context));
  if (connected.ok) return redirect(`/twilio-settings/${connected.id}?done=added&numbers=all`);
  const result = submission.reply({ hideFields });
  switch (connected.reason) {
    case "same_name":
      return refused({ name: ["Another account has this name"] });
    case "too_many":
      return data(
        { ...none, of, result, error: "An organization can have 20 accounts. Remove one first." },
        422,
      );
    case "too_often":
      return data({ ...none, of, result, error: waitWords(connected.retryAfter) }, 429);
    case "unread":
      return data(
        {
          ...none,
          of,
          result,
          error: `These aren't credentials of ${carrierTitle(carrier)}. Copy each one again.`,
        },
        422,
      );
    case "untaken": {
      const error = connected.why ?? unansweredWords(connected.because);
      return data({ ...none, of, result, error, exact: connected.exact }, 422);
    }
  }
}
