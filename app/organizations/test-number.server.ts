/** The default test number of an organization, as the form of /settings saves it. */
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { RouterContextProvider } from "react-router";
import type { Member } from "#app/membership/membership.server.ts";
import { testNumberForm } from "./settings-forms.server.ts";
import { keepSettings } from "./settings-row.server.ts";

/** Null: it is saved. The audit trail says whether there is a number, not which: it is a person's own. */
export async function saveTestNumber(
  request: Request,
  context: Readonly<RouterContextProvider>,
  member: Member,
  form: FormData,
): Promise<SubmissionResult<string[]> | null> {
  const submission = parseWithZod(form, { schema: testNumberForm(member.country) });
  if (submission.status !== "success") return submission.reply();
  const { default_test_number } = submission.value;
  await keepSettings(
    request,
    context,
    member,
    { default_test_number },
    {
      action: "organization.test_number_changed",
      changes: { is_set: default_test_number !== null },
    },
  );
  return null;
}
