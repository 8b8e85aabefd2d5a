/** The forms of /settings that affect calls: closed days, and how long words are kept. */

import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { audit } from "#app/membership/audit.server.ts";
import type { Member } from "#app/membership/membership.server.ts";
import type { ClosedDay } from "#app/object/settings.schema.ts";
import type { Context } from "#app/platform/context.ts";
import { closedDaysForm, retentionForm } from "./settings-forms.server.ts";

/** Null: it is saved. */
type Refusal = SubmissionResult<string[]> | null;

/** As the form shows them: one line for each day. */
export const linesOf = (days: readonly ClosedDay[]): string =>
  days.map(({ date, name }) => `${date} ${name}`.trim()).join("\n");

export async function saveClosedDays(context: Context, member: Member, form: FormData): Promise<Refusal> {
  const submission = parseWithZod(form, { schema: closedDaysForm });
  if (submission.status !== "success") return submission.reply();
  const { days } = submission.value;
  await member.store.settings.setClosedDays(days);
  await audit(context, member, {
    action: "organization.closed_days_changed",
    target: member.id,
    changes: { days: days.length },
  });
  return null;
}

export async function saveRetention(context: Context, member: Member, form: FormData): Promise<Refusal> {
  const submission = parseWithZod(form, { schema: retentionForm });
  if (submission.status !== "success") return submission.reply();
  const { retention_days } = submission.value;
  await member.store.settings.setRetention(retention_days, Date.now());
  await audit(context, member, {
    action: "organization.retention_changed",
    target: member.id,
    changes: { retention_days },
  });
  return null;
}
