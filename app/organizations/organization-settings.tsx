/** The sections of /settings about the organization itself: its profile, place and security, and its deletion. */
import type { SubmissionResult } from "@conform-to/react";
import { useId, useState } from "react";
import { SelectField, SwitchField } from "#app/ui/choice-field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { currencies, locales } from "./settings-choices.ts";
import { SettingsForm } from "./settings-form.tsx";
import { SettingsSection } from "./settings-section.tsx";

interface ProfileValues extends Record<string, string> {
  readonly name: string;
  readonly address: string;
  readonly website: string;
  readonly contact_email: string;
}

export const Profile = ({ profile }: { readonly profile: ProfileValues }) => (
  <SettingsSection<ProfileValues>
    section="profile"
    values={profile}
    constraint={{ name: { required: true } }}
  >
    {(fields) => (
      <>
        <TextField of={fields.name} label="Name" autoComplete="organization" />
        <TextField
          of={fields.address}
          label="Address"
          hint="Agents give it to callers who ask for directions."
        />
        <TextField of={fields.website} label="Website" type="url" autoComplete="url" />
        <TextField of={fields.contact_email} label="Contact email" type="email" autoComplete="email" />
      </>
    )}
  </SettingsSection>
);

interface RegionValues extends Record<string, string> {
  readonly time_zone: string;
  readonly locale: string;
  readonly currency: string;
}

export function Region({ region }: { readonly region: RegionValues }) {
  const list = useId();
  // Browsers know the zones themselves: 445 of them would be a fifth of the document, and few visitors ask for them.
  const [zones, setZones] = useState<readonly string[]>([]);
  return (
    <SettingsSection<RegionValues> section="region" values={region}>
      {(fields) => (
        <>
          <TextField
            of={fields.time_zone}
            label="Time zone"
            list={list}
            onFocus={() => setZones(Intl.supportedValuesOf("timeZone"))}
            hint="Search by city. Used for opening hours and all times shown here."
          />
          <datalist id={list}>
            {zones.map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
          <SelectField
            of={fields.locale}
            label="Language and formats"
            choices={locales.map(([value, label]) => ({ value, label }))}
          />
          <SelectField
            of={fields.currency}
            label="Currency"
            choices={currencies.map((value) => ({ value, label: value }))}
          />
        </>
      )}
    </SettingsSection>
  );
}

export interface SecurityProps {
  readonly requiresTwoFactor: boolean;
  readonly hasOwnFactor: boolean;
}

export const Security = ({ requiresTwoFactor, hasOwnFactor }: SecurityProps) => (
  <SettingsSection<{ require_two_factor: boolean }>
    section="security"
    values={{ require_two_factor: requiresTwoFactor }}
  >
    {(fields) => (
      <SwitchField
        of={fields.require_two_factor}
        label="Require two-factor authentication for every member"
        hint={
          hasOwnFactor
            ? "Members without it have to set it up before doing anything else."
            : "Set up two-factor authentication for yourself first."
        }
      />
    )}
  </SettingsSection>
);

export interface DangerZoneProps {
  readonly name: string;
  /** Whether the visitor must confirm their identity first. */
  readonly needsProof: boolean;
  readonly result: SubmissionResult<string[]> | null;
}

export const DangerZone = ({ name, needsProof, result }: DangerZoneProps) =>
  needsProof ? (
    <Panel title={`Delete ${name}`}>
      <p className="text-ink-2">Confirm it's you above to delete this organization.</p>
    </Panel>
  ) : (
    <SettingsForm<{ name: string }>
      title={`Delete ${name}`}
      sentence="Everyone loses access, and callers hear that no one is available. An owner can restore it within 30 days; after that, its agents, calls, contacts and numbers are permanently deleted."
      section="delete"
      save="Delete organization"
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
