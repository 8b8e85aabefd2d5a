/** The settings of a connection: its calendar or channel, and which facts go there. */
import { Link, useNavigation } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { factWords } from "./integration-words.ts";
import type { IntegrationSettings, Provider } from "./integrations.schema.ts";
import { CheckField, ListField, TypedField } from "./typed-field.tsx";

interface SettingsProps {
  readonly provider: Provider;
  readonly settings: IntegrationSettings;
  /** What can be chosen; null: it was not asked for, or there is no answer. */
  readonly choices: readonly { readonly id: string; readonly label: string }[] | null;
  readonly chooses: boolean;
  readonly fields: readonly { readonly field: string; readonly label: string; readonly value: string }[];
  readonly errors: Readonly<Record<string, string>>;
}

const targetLabels = { google_calendar: "Calendar", slack: "Channel" } as const;

/** The chosen calendar or channel; a list only while someone chooses. */
function Target({ provider, settings, choices }: SettingsProps) {
  const label = provider === "slack" ? targetLabels.slack : targetLabels.google_calendar;
  const { target } = settings;
  if (choices !== null) {
    const current = target === null ? "" : `${target.id}\n${target.label}`;
    return (
      <ListField
        name="target"
        label={label}
        value={current}
        none={target === null ? `Choose a ${label.toLowerCase()}` : null}
        choices={choices.map((one) => ({ value: `${one.id}\n${one.label}`, label: one.label }))}
      />
    );
  }
  return (
    <p className="text-control">
      <span className="text-ink-3">{`${label}: `}</span>
      {target?.label ?? "not chosen"}{" "}
      <Link to="?choose" className="font-strong text-brand-text no-underline hover:underline">
        Change
      </Link>
    </p>
  );
}

export function SettingsPanel(props: SettingsProps) {
  const { provider, settings, chooses, fields, errors } = props;
  const isSent = useNavigation().formData?.get("do") === "save";
  return (
    <Panel title={provider === "google_calendar" ? "What it does" : "When this happens"}>
      <OrganizationForm noValidate preventScrollReset className="grid max-w-140 gap-4">
        {chooses && <Target {...props} />}
        {provider === "google_sheets" && settings.target?.url && (
          <p className="text-control">
            <span className="text-ink-3">Spreadsheet: </span>
            <a href={settings.target.url} target="_blank" rel="noreferrer">
              {settings.target.label}
            </a>
          </p>
        )}
        {provider === "google_calendar" ? (
          <>
            <CheckField
              name="writes_bookings"
              label="Add appointments to the calendar, and move and delete them with it"
              isChecked={settings.writes_bookings}
            />
            <CheckField
              name="respects_busy"
              label="Keep busy times free"
              hint="Agents don't offer times when the calendar is busy. It's read every five minutes, and when a call begins."
              isChecked={settings.respects_busy}
            />
          </>
        ) : (
          <fieldset className="grid gap-2.5">
            <legend className="mb-1.5 font-medium text-control">{sentTo[provider]}</legend>
            {Object.entries(factWords).map(([fact, words]) => (
              <CheckField
                key={fact}
                name="events"
                value={fact}
                label={words}
                isChecked={settings.events.some((one) => one === fact)}
              />
            ))}
          </fieldset>
        )}
        {provider === "hubspot" && (
          <fieldset className="grid gap-3 sm:grid-cols-2">
            <legend className="mb-1.5 font-medium text-control">Fields in HubSpot (internal names)</legend>
            {fields.map(({ field, label, value }) => (
              <TypedField
                key={field}
                name={`field_${field}`}
                label={label}
                value={value}
                error={errors[`field_${field}`]}
              />
            ))}
          </fieldset>
        )}
        <div>
          <Button type="submit" name="do" value="save" pending={isSent}>
            Save
          </Button>
        </div>
      </OrganizationForm>
    </Panel>
  );
}

const sentTo = {
  slack: "Post a message when",
  hubspot: "Create or complete the contact, with a note, when",
  google_sheets: "Add a row when",
} as const;
