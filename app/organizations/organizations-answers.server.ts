/** /organizations: which of its forms was sent, and where whoever left goes on. */
import { type RouterContextProvider, redirectDocument } from "react-router";
import { removeMember } from "./members.server.ts";
import { refusalOf } from "./members-answers.server.ts";
import { organization } from "./membership.server.ts";
import { answerCreate } from "./own-organizations.server.ts";

/** Founding one, or leaving the one that is looked at (intent `leave`). */
export async function answerOrganizations(
  request: Request,
  context: Readonly<RouterContextProvider>,
  form: FormData,
) {
  if (form.get("intent") !== "leave") return answerCreate(request, context, form);
  const member = organization(context);
  const outcome = await removeMember(request, context, member, member.user.id);
  return refusalOf(outcome) ?? redirectDocument("/dashboard");
}
