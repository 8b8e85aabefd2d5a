/** The part of /settings where an owner with a recent proof of identity deletes the organization by typing its name. */
import type { SubmissionResult } from "@conform-to/react";
import { TextField } from "#app/ui/text-field.tsx";
import { SettingsForm } from "./settings-form.tsx";

export interface DangerZoneProps {
  readonly name: string;
  /** Whether the visitor may delete it now. */
  readonly isAllowed: boolean;
  readonly result: SubmissionResult<string[]> | null;
}

export const DangerZone = ({ name, isAllowed, result }: DangerZoneProps) => (
  <SettingsForm<{ name: string }>
    title={`Delete ${name}`}
    sentence="Nobody can open it any more, and callers of its numbers hear that nobody can take their call. For 30 days an owner can restore it as it was; then its agents, calls, contacts and numbers are gone for good."
    section="delete"
    save="Delete organization"
    isAllowed={isAllowed}
    isDanger
    values={{}}
    result={result}
  >
    {(fields) => (
      <TextField
        of={fields.name}
        label={<span className="wrap-anywhere">{`Type “${name}” to delete it`}</span>}
        autoComplete="off"
      />
    )}
  </SettingsForm>
);
