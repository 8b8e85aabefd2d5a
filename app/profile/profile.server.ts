/** /profile: the data of the page, and the answers of its forms. */
import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "react-router";
import { nameForm, rename, skippingName } from "#app/accounts/person-name.server.ts";
import { person } from "#app/accounts/signed-in-only.server.ts";
import { activeMembership } from "#app/membership/active-organization.server.ts";
import type { Context } from "#app/platform/context.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { answerNotices, ownNotices } from "./own-notices.server.ts";

const doneSentences = { name: "Name saved.", notices: "Notifications saved." };

/** The person, and the notices of one of their organizations: the one in the address, or the active one. */
export async function profilePage(request: Request, context: Context) {
  const who = person(context);
  const asked = new URL(request.url).searchParams.get("organization");
  const shown = who.memberships.find(({ id }) => id === asked) ?? activeMembership(request, who);
  return {
    name: who.user.name ?? "",
    email: who.user.email,
    done: doneWords(request.url, doneSentences),
    organizations: who.memberships.map(({ id, name }) => ({ id, name })),
    shown: shown ? { id: shown.id, name: shown.name } : null,
    notices: shown ? await ownNotices(request, context, shown.id) : null,
  };
}

/** Saves the name; the dashboard's first steps ask for it too, and go back there. */
async function answerName(request: Request, context: Context, form: FormData) {
  const submission = parseWithZod(form, { schema: nameForm });
  if (submission.status !== "success") return data({ named: submission.reply() }, 422);
  await rename(request, context, person(context).user.id, submission.value.name, Date.now());
  return redirect(form.get("from") === "dashboard" ? "/dashboard" : "/profile?done=name");
}

/** A form of /profile, by its intent: `name`, `name-later` or `notices`; 400 for another. */
export async function answerProfile(request: Request, context: Context, form: FormData) {
  switch (form.get("intent")) {
    case "name":
      return answerName(request, context, form);
    case "name-later":
      return redirect("/dashboard", { headers: { "set-cookie": skippingName(request) } });
    case "notices":
      return answerNotices(request, context, form);
    default:
      throw faultResponse("bad_request");
  }
}
