/** The forms on a customer's page: plan, limits, trial, credit, and opening it as support. Each asks for a reason. */
import type { SubmissionResult } from "@conform-to/react";
import { SettingsForm } from "#app/organizations/settings-form.tsx";
import { CheckboxField, SelectField } from "#app/ui/choice-field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { CustomerView } from "./customer-view.ts";

type Result = { readonly result: SubmissionResult<string[]> | null };
type FieldOf = Parameters<typeof TextField>[0]["of"];

const reasoned = { reason: { required: true, maxLength: 300 } };

/** The reason, and the version that the form was filled with. */
const Why = ({ of, version }: { readonly of: FieldOf; readonly version: number }) => (
  <>
    <input type="hidden" name="version" value={version} />
    <TextField of={of} label="Reason" hint="Goes into the audit trail." />
  </>
);

const statusChoices = [
  { value: "pending", label: "Trial: limited minutes of calls" },
  { value: "active", label: "Active: not billed" },
];

export function PlanForm({ plan, version, result }: Pick<CustomerView, "plan" | "version"> & Result) {
  return (
    <SettingsForm<{ tier: string; status: string; reason: string }>
      title="Plan"
      sentence={
        plan.isBilled
          ? `${plan.words} A new plan applies immediately; its fee starts with the next invoice.`
          : plan.words
      }
      section="plan"
      save="Change plan"
      values={{ tier: plan.tier, status: plan.status, reason: "" }}
      constraint={reasoned}
      result={result}
      key={`plan:${version}`}
    >
      {(fields) => (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField of={fields.tier} label="Plan" choices={[...plan.tiers]} />
            {!plan.isBilled && <SelectField of={fields.status} label="Status" choices={statusChoices} />}
          </div>
          <Why of={fields.reason} version={version} />
        </>
      )}
    </SettingsForm>
  );
}

type Limits = Record<(typeof limitLabels)[number][0], string>;

const limitLabels = [
  ["lines", "Concurrent calls"],
  ["numbers", "Phone numbers"],
  ["agents", "Agents"],
  ["members", "Members"],
  ["clients", "Clients"],
  ["calls_a_day", "Campaign calls a day"],
  ["calls_a_minute", "Campaign calls a minute"],
] as const;

export function LimitsForm({
  limits,
  planLimits,
  version,
  result,
}: Pick<CustomerView, "limits" | "planLimits" | "version"> & Result) {
  const values = {
    lines: limits.lines ?? "",
    numbers: limits.numbers ?? "",
    agents: limits.agents ?? "",
    members: limits.members ?? "",
    clients: limits.clients ?? "",
    calls_a_day: limits.calls_a_day ?? "",
    calls_a_minute: limits.calls_a_minute ?? "",
  };
  return (
    <SettingsForm<Limits & { reason: string }>
      title="Limits"
      sentence="More or less than the plan's. Leave one blank to use the plan's limit."
      section="limits"
      save="Save limits"
      values={{ ...values, reason: "" }}
      constraint={reasoned}
      result={result}
      key={`limits:${version}`}
    >
      {(fields) => (
        <>
          <div className="grid gap-4 sm:grid-cols-3">
            {limitLabels.map(([name, label]) => (
              <TextField
                key={name}
                of={fields[name]}
                label={label}
                inputMode="numeric"
                placeholder={String(planLimits[name] ?? "")}
              />
            ))}
          </div>
          <Why of={fields.reason} version={version} />
        </>
      )}
    </SettingsForm>
  );
}

export function TrialForm({ trial, version, result }: Pick<CustomerView, "trial" | "version"> & Result) {
  if (trial === null) return null;
  return (
    <SettingsForm<{ more: string; reason: string }>
      title="Trial"
      sentence={`${trial.words}.`}
      section="trial"
      save="Extend trial"
      values={{ more: "", reason: "" }}
      constraint={reasoned}
      result={result}
      key={`trial:${version}`}
    >
      {(fields) => (
        <>
          <TextField
            of={fields.more}
            label={trial.unit === "days" ? "Days to add" : "Minutes to add"}
            inputMode="numeric"
          />
          <Why of={fields.reason} version={version} />
        </>
      )}
    </SettingsForm>
  );
}

export function CreditForm({
  creditCurrency,
  version,
  owedCredits,
  result,
}: Pick<CustomerView, "creditCurrency" | "owedCredits" | "version"> & Result) {
  if (creditCurrency === null) return null;
  const owed =
    owedCredits === null
      ? ""
      : ` Recorded, and given as soon as our payment provider answers: ${owedCredits}.`;
  return (
    <SettingsForm<{ amount: string; reason: string }>
      title="Credit"
      sentence={`Taken off the next invoices.${owed}`}
      section="credit"
      save="Give credit"
      values={{ amount: "", reason: "" }}
      constraint={reasoned}
      result={result}
      key={`credit:${version}`}
    >
      {(fields) => (
        <>
          <input type="hidden" name="currency" value={creditCurrency} />
          <TextField of={fields.amount} label={`Amount in ${creditCurrency}`} inputMode="decimal" />
          <Why of={fields.reason} version={version} />
        </>
      )}
    </SettingsForm>
  );
}

export function OpenForm({
  name,
  support,
  version,
  result,
}: Pick<CustomerView, "name" | "support" | "version"> & Result) {
  if (!support.isAllowed)
    return (
      <Panel title="Open as support">
        <p className="text-ink-2">
          {name} hasn't allowed support access. An owner can turn it on under Settings.
        </p>
      </Panel>
    );
  if (!support.canOpen) return null;
  return (
    <SettingsForm<{ reason: string; may_write: boolean }>
      title="Open as support"
      sentence={`Your visit lasts 60 minutes. ${name} can see who visited, why, and what changed.`}
      section="open"
      save={`Open ${name}`}
      values={{ reason: "", may_write: false }}
      constraint={reasoned}
      result={result}
    >
      {(fields) => (
        <>
          <input type="hidden" name="version" value={version} />
          <TextField
            of={fields.reason}
            label="Reason"
            hint="The customer can read it. For example, “Checking why Saturday calls go unanswered”."
          />
          <CheckboxField
            of={fields.may_write}
            label="I may need to change things"
            hint="Otherwise, the visit is read-only."
          />
        </>
      )}
    </SettingsForm>
  );
}
