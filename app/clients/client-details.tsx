/** What an agency sets for a client: name, plan and limits, and the sections that all of its people, or some roles, see. */
import type { SubmissionResult } from "@conform-to/react";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { roleTitle } from "#app/membership/permissions.ts";
import { SettingsForm } from "#app/organizations/settings-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { SelectField, SwitchField } from "#app/ui/choice-field.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { type FlagField, flagChoices } from "#app/white-label/flag-words.ts";
import type { ClientView } from "./client-view.ts";

type Result = { readonly result: SubmissionResult<string[]> | null };
type Values = { name: string; tier: string; status: string; lines: string; numbers: string; agents: string };

export function Details({
  details,
  tiers,
  statuses,
  paysByCard,
  planLimits,
  result,
}: Pick<ClientView, "details" | "tiers" | "statuses" | "paysByCard" | "planLimits"> & Result) {
  return (
    <SettingsForm<Values>
      title={paysByCard ? "Name and limits" : "Name, plan and limits"}
      sentence={`${paysByCard ? "It pays by card, so its subscription decides its plan and status. " : ""}Limits can't exceed the plan's. Leave one blank to use the plan's limit.`}
      section="details"
      save="Save details"
      values={details}
      constraint={{ name: { required: true } }}
      result={result}
    >
      {(fields) => (
        <>
          <TextField of={fields.name} label="Name" autoComplete="off" />
          {!paysByCard && (
            <div className="grid gap-4 sm:grid-cols-2">
              <SelectField of={fields.tier} label="Plan" choices={tiers} />
              <SelectField of={fields.status} label="Status" choices={statuses} />
            </div>
          )}
          <div className="grid gap-4 sm:grid-cols-3">
            <TextField
              of={fields.lines}
              label="Concurrent calls"
              inputMode="numeric"
              placeholder={String(planLimits.lines)}
            />
            <TextField
              of={fields.numbers}
              label="Phone numbers"
              inputMode="numeric"
              placeholder={String(planLimits.numbers)}
            />
            <TextField
              of={fields.agents}
              label="Agents"
              inputMode="numeric"
              placeholder={String(planLimits.agents)}
            />
          </div>
        </>
      )}
    </SettingsForm>
  );
}

export function Flags({ flags, result }: Pick<ClientView, "flags"> & Result) {
  return (
    <SettingsForm<Record<FlagField, boolean>>
      title="Hidden sections"
      sentence="Hidden from everyone in this client. Sections you hide under White label are hidden from all your clients."
      section="flags"
      save="Save hidden sections"
      values={flags}
      result={result}
    >
      {(fields) =>
        flagChoices.map(([field, label, hint]) => (
          <SwitchField key={field} of={fields[field]} label={label} hint={hint} />
        ))
      }
    </SettingsForm>
  );
}

const sectionWords: Readonly<Record<string, string>> = {
  settings: "Settings",
  integrations: "Integrations",
  subscription: "Plan and usage",
  upgrade: "Upgrade prompts",
  purchase_numbers: "Number purchases",
  agents: "Agents",
  numbers: "Numbers",
  calls: "Calls",
};

/** The roles whose sections an agency chooses; each gets a column. */
const columns = ["owner", "admin", "member", "viewer", "billing"];

/** A table of checkboxes: what is checked is hidden. */
export function Sections({ withheld, result }: Pick<ClientView, "withheld"> & Result) {
  return (
    <Panel title="Hidden by role">
      <OrganizationForm preventScrollReset className="grid gap-4">
        <p className="text-ink-2">
          Check a section to hide it from that role: its pages, its actions and its links.
        </p>
        <FormErrors errors={result?.error?.withheld ?? undefined} />
        <div className="overflow-x-auto">
          <table className="w-full text-control">
            <thead>
              <tr className="text-left text-ink-3 text-meta">
                <th scope="col" className="py-1.5 pr-3 font-medium">
                  Section
                </th>
                {columns.map((role) => (
                  <th key={role} scope="col" className="px-1 py-1.5 text-center font-medium max-sm:text-tiny">
                    {roleTitle(role)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y">
              {withheld.map(({ section, roles }) => (
                <tr key={section}>
                  <th scope="row" className="py-2 pr-3 text-left font-medium">
                    {sectionWords[section] ?? section}
                  </th>
                  {columns.map((role) => (
                    <td key={role} className="px-1 py-2 text-center">
                      <input
                        type="checkbox"
                        name="withheld"
                        value={`${section}:${role}`}
                        defaultChecked={roles.includes(role)}
                        aria-label={`Hide ${sectionWords[section] ?? section} from ${roleTitle(role)}`}
                        className="tick mx-auto block"
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <div>
          <Button type="submit" name="intent" value="sections">
            Save sections
          </Button>
        </div>
      </OrganizationForm>
    </Panel>
  );
}
