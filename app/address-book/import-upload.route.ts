/** POST /contacts/import/upload: a file of contacts in parts, as the upload's script sends them. */
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { readUpload } from "#app/platform/body.server.ts";
import type { Route } from "./+types/import-upload.route";
import { answerUpload } from "./import-answers.server.ts";

export async function action({ request, context }: Route.ActionArgs) {
  const member = permitted(context, "contacts.manage");
  const form = await readUpload(request, context);
  const { status, message, to, id } = await answerUpload(member, form, depsOf(context));
  return Response.json({ message, to, id }, { status });
}
