/** /organizations: dispatches its forms, and decides where a person goes after leaving. */
import { data, redirectDocument } from "react-router";
import { depsOf } from "#app/membership/actor.server.ts";
import { isVisiting } from "#app/membership/actor.ts";
import { organization } from "#app/membership/membership.server.ts";
import type { Context } from "#app/platform/context.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { leaveOrganization } from "./members.server.ts";
import { refusalOf } from "./members-answers.server.ts";
import { answerCreate } from "./own-organizations.server.ts";

/** Why a person who visits an organization as support cannot leave it as a member does. */
const visitWords = (name: string): string =>
  `You're not a member of ${name}, so you can't leave it. To end your support visit, use the bar at the bottom of the page.`;

/** Creates an organization, or leaves the active one (intent `leave`); 400 for another intent. */
export async function answerOrganizations(request: Request, context: Context, form: FormData) {
  const intent = form.get("intent");
  if (intent === null) return answerCreate(request, context, form);
  if (intent !== "leave") throw faultResponse("bad_request");
  const member = organization(context);
  if (isVisiting(member)) return data({ errors: [visitWords(member.organization.name)] }, 403);
  const outcome = await leaveOrganization(member, {}, depsOf(context));
  return refusalOf(outcome) ?? redirectDocument("/dashboard");
}
