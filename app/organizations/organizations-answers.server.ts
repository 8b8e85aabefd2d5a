/** /organizations: dispatches its forms, and decides where a person goes after leaving. */
import { redirectDocument } from "react-router";
import { depsOf } from "#app/membership/actor.server.ts";
import { organization } from "#app/membership/membership.server.ts";
import type { Context } from "#app/platform/context.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { leaveOrganization } from "./members.server.ts";
import { refusalOf } from "./members-answers.server.ts";
import { answerNotices } from "./own-notices.server.ts";
import { answerCreate } from "./own-organizations.server.ts";

/** Creates an organization, leaves the active one (intent `leave`), or saves its notices (intent `notices`); 400 for another intent. */
export async function answerOrganizations(request: Request, context: Context, form: FormData) {
  const intent = form.get("intent");
  if (intent === null) return answerCreate(request, context, form);
  if (intent === "notices") return answerNotices(context, form);
  if (intent !== "leave") throw faultResponse("bad_request");
  const outcome = await leaveOrganization(organization(context), {}, depsOf(context));
  return refusalOf(outcome) ?? redirectDocument("/dashboard");
}
