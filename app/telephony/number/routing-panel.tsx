// Who takes a number's calls: its agents, the hours, and the fallback number.
import { type SubmissionResult, useForm } from "@conform-to/react";
import type { ReactNode } from "react";
import { Link, useNavigation } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { ChoiceField, SelectField } from "#app/ui/choice-field.tsx";
import { type FieldSource, FormErrors } from "#app/ui/field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextField } from "#app/ui/text-field.tsx";

type Typed = {
  label: string;
  agent_id: string;
  outbound_agent_id: string;
  when_closed: string;
  after_hours_agent_id: string;
  fallback_number: string;
};

export interface RoutingProps {
  readonly form: Typed;
  readonly agents: readonly { readonly id: string; readonly name: string }[];
  /** The organization's week in words; null: none is set. */
  readonly hours: string | null;
  readonly closedDays: number;
  readonly timeZone: string;
  readonly canWrite: boolean;
  readonly canSetHours: boolean;
  readonly number: { readonly isActive: boolean };
  readonly result: SubmissionResult<string[]> | null;
}

/** A field that shows what was saved, which may be written in another way than it was typed; null: what was typed stays. */
function savedAs(field: FieldSource, saved: string | null): FieldSource {
  const { name, id, key, errorId, descriptionId, errors, initialValue } = field;
  const kept = { name, id, errorId, descriptionId, errors };
  return saved === null
    ? { ...kept, key, initialValue }
    : { ...kept, key: `${key} ${saved}`, initialValue: saved };
}

export function Routing(props: RoutingProps) {
  const { form: values, agents, canWrite, number, result } = props;
  const [form, fields] = useForm<Typed>({ id: "routing", lastResult: result, defaultValue: values });
  const isPending = useNavigation().formData?.get("do") === "save";
  const isLocked = !canWrite || !number.isActive;
  const choices = agents.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <OrganizationForm
      id={form.id}
      onSubmit={form.onSubmit}
      noValidate
      preventScrollReset
      className="group/routes grid gap-6"
    >
      <FormErrors errors={form.errors} />
      <Panel title="Who answers">
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            of={fields.agent_id}
            label="Incoming calls"
            none="Not assigned"
            choices={choices}
            disabled={isLocked}
          />
          <SelectField
            of={fields.outbound_agent_id}
            label="Outgoing calls"
            none="The same agent"
            choices={choices}
            disabled={isLocked}
          />
          <TextField
            of={fields.label}
            label="Name"
            placeholder="Front desk"
            maxLength={60}
            autoComplete="off"
            disabled={isLocked}
            hint="How it's listed here. Callers don't hear it."
          />
        </div>
      </Panel>
      <Panel title="When you're closed" aside={<HoursLink {...props} />}>
        <div className="grid gap-5">
          <HoursWords {...props} />
          <ChoiceField
            of={fields.when_closed}
            label="Who answers then"
            labelHidden
            choices={[
              {
                value: "agent",
                label: "The same agent",
                hint: "It goes by its own hours and settings.",
                disabled: isLocked,
              },
              {
                value: "other",
                label: "Another agent",
                hint: "For nights and weekends.",
                disabled: isLocked,
              },
              {
                value: "fallback",
                label: "The fallback number",
                hint: "Callers are put through to it.",
                disabled: isLocked,
              },
              {
                value: "message",
                label: "A sentence",
                hint: "Callers hear that you're closed, and when you open.",
                disabled: isLocked,
              },
            ]}
          />
          <SelectField
            of={fields.after_hours_agent_id}
            label="After-hours agent"
            none="Choose an agent"
            choices={choices}
            disabled={isLocked}
            className="hidden max-w-80 group-has-[input[value=other]:checked]/routes:grid"
          />
        </div>
      </Panel>
      <Panel title="If no agent can answer">
        <TextField
          of={savedAs(fields.fallback_number, result === null ? values.fallback_number : null)}
          label="Fallback number"
          type="tel"
          placeholder="+1 415 555 0100"
          autoComplete="off"
          disabled={isLocked}
          className="max-w-100"
          hint="Callers are put through to it when the agent is off, all lines are busy, or calls are suspended. Without one they hear a sentence. The call costs what a transferred call costs."
        />
      </Panel>
      {!isLocked && (
        <div>
          <Button type="submit" name="do" value="save" variant="go" pending={isPending}>
            Save
          </Button>
        </div>
      )}
    </OrganizationForm>
  );
}

const HoursLink = ({ canSetHours }: Pick<RoutingProps, "canSetHours">): ReactNode =>
  canSetHours ? (
    <Link to="/settings#hours" className="text-brand-text no-underline hover:underline">
      Opening hours
    </Link>
  ) : null;

function HoursWords({ hours, closedDays, timeZone }: RoutingProps) {
  const days =
    closedDays === 0 ? "" : ` ${closedDays === 1 ? "1 closed day is" : `${closedDays} closed days are`} set.`;
  return (
    <p className="text-ink-2 tabular-nums">
      {hours === null
        ? closedDays === 0
          ? "Your organization has no opening hours and no closed days yet, so it's never closed and this choice waits until it has some."
          : `Your organization has no opening hours yet, so only its closed days count.${days}`
        : `Open ${hours} (${timeZone}).${days}`}
    </p>
  );
}
