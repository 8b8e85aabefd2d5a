/** /settings: the organization's profile, place and ways of working; each section is saved separately. */
import type { SubmissionResult } from "@conform-to/react";
import { useId, useState } from "react";
import { Link } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { ConfirmItIsYou } from "#app/confirm/confirm-it-is-you.tsx";
import { readForm } from "#app/platform/body.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { SelectField, SwitchField } from "#app/ui/choice-field.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Said } from "#app/ui/said.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { Route } from "./+types/settings.route";
import { ClosedDays, Retention, TestNumber } from "./call-settings.tsx";
import { CallingHours } from "./calling-hours.tsx";
import { answerSettings, type SettingsSection, settingsPage } from "./settings.server.ts";
import { currencies, locales } from "./settings-choices.ts";
import { SettingsForm } from "./settings-form.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Settings", matches);

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = ({ request, context }: Route.LoaderArgs) => settingsPage(request, context);

export const action = async ({ request, context }: Route.ActionArgs) =>
  answerSettings(request, context, await readForm(request, context));
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

type Loaded = Route.ComponentProps["loaderData"];
type Result = { readonly result: SubmissionResult<string[]> | null };

export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const of = (section: SettingsSection) =>
    actionData && "section" in actionData && actionData.section === section ? actionData.result : null;
  const { canDelete, needsProof, person, profile } = loaderData;
  return (
    <Page isNarrow path={[{ label: "Settings" }]}>
      <PageHeader
        title="Settings"
        sentence="Shared by everyone in this organization. Each section saves separately."
      />
      <Said words={actionData === undefined ? loaderData.done : null} />
      <Profile profile={loaderData.profile} result={of("profile")} />
      <Region {...loaderData} result={of("region")} />
      <CallingHours week={loaderData.callingHours} result={of("hours")} />
      <ClosedDays days={loaderData.closedDays} result={of("closed")} />
      <TestNumber number={loaderData.testNumber} result={of("test")} />
      <Panel title="Notifications">
        <p className="text-ink-2">
          Each member manages their own email notifications under{" "}
          <Link
            to="/organizations#notifications"
            className="font-strong text-brand-text no-underline hover:underline"
          >
            Organizations
          </Link>
          .
        </p>
      </Panel>
      <Retention days={loaderData.retentionDays} result={of("retention")} />
      <Security {...loaderData} result={of("security")} />
      {needsProof && (
        <ConfirmItIsYou
          sentence={
            canDelete
              ? `Needed to require two-factor authentication or delete ${profile.name}.`
              : "Needed to require two-factor authentication."
          }
          {...person}
          result={actionData && "intent" in actionData ? actionData.result : null}
        />
      )}
      <DangerZone name={profile.name} isAllowed={canDelete && !needsProof} result={of("delete")} />
    </Page>
  );
}

function Profile({ profile, result }: Pick<Loaded, "profile"> & Result) {
  return (
    <SettingsForm<Loaded["profile"]>
      title="Profile"
      section="profile"
      save="Save profile"
      values={profile}
      constraint={{ name: { required: true } }}
      result={result}
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
    </SettingsForm>
  );
}

function Region({ region, result }: Pick<Loaded, "region"> & Result) {
  const list = useId();
  // Browsers know the zones themselves: 445 of them would be a fifth of the document, and few visitors ask for them.
  const [zones, setZones] = useState<readonly string[]>([]);
  return (
    <SettingsForm<Loaded["region"]>
      title="Time and language"
      section="region"
      save="Save time and language"
      values={region}
      result={result}
    >
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
    </SettingsForm>
  );
}

type SecurityProps = Pick<Loaded, "requiresTwoFactor" | "hasOwnFactor"> & Result;

function Security({ requiresTwoFactor, hasOwnFactor, result }: SecurityProps) {
  return (
    <SettingsForm<{ require_two_factor: boolean }>
      title="Security"
      section="security"
      save="Save security"
      values={{ require_two_factor: requiresTwoFactor }}
      result={result}
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
    </SettingsForm>
  );
}

interface DangerZoneProps {
  readonly name: string;
  /** Whether the visitor may delete it now. */
  readonly isAllowed: boolean;
  readonly result: SubmissionResult<string[]> | null;
}

const DangerZone = ({ name, isAllowed, result }: DangerZoneProps) => (
  <SettingsForm<{ name: string }>
    title={`Delete ${name}`}
    sentence="Everyone loses access, and callers hear that no one is available. An owner can restore it within 30 days; after that, its agents, calls, contacts and numbers are permanently deleted."
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
