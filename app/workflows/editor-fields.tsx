/** The form of a workflow: its trigger, its conditions and its steps, as fields that work without scripts. Long because it is one form, whose parts know the same graph. */
import { Trash2 } from "lucide-react";
import { Button } from "#app/ui/button.tsx";
import { CheckboxField, SelectField } from "#app/ui/choice-field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextareaField, TextField } from "#app/ui/text-field.tsx";
import type { Condition, Graph, Step } from "./graph.schema.ts";
import type { GraphFault } from "./graph-faults.ts";
import { stepTitle } from "./graph-form.ts";
import { mostTests, operators, operatorWords } from "./graph-terms.schema.ts";
import { isAction, type Setting, stepKinds, steps } from "./steps.schema.ts";
import { contactFieldsOfRuns, type Field, triggerKinds, triggers } from "./triggers.schema.ts";

type Choice = { readonly value: string; readonly label: string };
export type Choices = Readonly<
  Record<"agents" | "numbers" | "lists" | "campaigns" | "people" | "fields", readonly Choice[]>
>;

export interface EditorFieldsProps {
  readonly graph: Graph;
  readonly choices: Choices;
  readonly faults: readonly GraphFault[];
}

/** Fields that conditions can ask about, before a step. */
const fieldsOf = ({ trigger, steps: all }: Graph, { fields: own }: Choices): Field[] => [
  ...triggers[trigger.kind].fields,
  ...contactFieldsOfRuns,
  ...own.map(({ value, label }) => ({
    path: `contact.${value}`,
    label: `Contact: ${label}`,
    type: "text" as const,
  })),
  ...all.flatMap(({ id, kind }, i) =>
    steps[kind].gives.map(({ name, label, ...field }) => ({
      ...field,
      path: `steps.${id}.${name}`,
      label: `Step ${i + 1}: ${label}`,
    })),
  ),
];

const triggerChoices = triggerKinds.map((value) => ({ value, label: triggers[value].label }));
const kindChoices = stepKinds.map((value) => ({ value, label: steps[value].label }));

export function EditorFields({ graph, choices, faults }: EditorFieldsProps) {
  const { trigger } = graph;
  return (
    <>
      <input type="hidden" name="steps" value={graph.steps.map(({ id }) => id).join(",")} />
      <Panel title="When" id="workflow-trigger">
        <div className="grid gap-4">
          <SelectField
            of={{ name: "trigger.kind", initialValue: trigger.kind }}
            label="Trigger"
            hint={triggers[trigger.kind].hint}
            choices={triggerChoices}
          />
          <div>
            <Button type="submit" name="do" value="show" size="sm">
              Show the fields of this trigger
            </Button>
          </div>
          {trigger.kind === "schedule" && (
            <div className="grid gap-4 md:grid-cols-2">
              <SelectField
                of={{ name: "trigger.set.days", initialValue: trigger.settings.days ?? "" }}
                label="Days"
                none="Every day"
                choices={[
                  { value: "weekdays", label: "Monday to Friday" },
                  { value: "mondays", label: "Mondays" },
                  { value: "fridays", label: "Fridays" },
                ]}
              />
              <TextField
                of={{ name: "trigger.set.time", initialValue: trigger.settings.time || "09:00" }}
                label="Time"
                type="time"
                hint="In your organization’s time zone."
              />
            </div>
          )}
          <Conditions
            at="trigger"
            of={trigger.when}
            fields={fieldsOf({ ...graph, steps: [] }, choices)}
            label="Only if"
          />
          <StepSelect of={graph} name="start" label="First step" value={graph.start} />
        </div>
      </Panel>
      {graph.steps.map((step) => (
        <StepPanel key={step.id} step={step} graph={graph} choices={choices} faults={faults} />
      ))}
      <Panel title="Add a step">
        <div className="grid items-end gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
          <SelectField of={{ name: "add_kind" }} label="What it does" choices={kindChoices} />
          <StepSelect
            of={graph}
            name="add_after"
            label="After"
            value={graph.steps.at(-1)?.id ?? null}
            none="The trigger"
          />
          <Button type="submit" name="do" value="add" size="field">
            Add step
          </Button>
        </div>
      </Panel>
    </>
  );
}

function StepSelect(props: {
  readonly of: Graph;
  readonly name: string;
  readonly label: string;
  readonly value: string | null;
  readonly none?: string;
  readonly without?: string;
}) {
  const { of, name, label, value, none = "Nothing: the run ends", without } = props;
  return (
    <SelectField
      of={{ name, initialValue: value ?? "" }}
      label={label}
      none={none}
      choices={of.steps
        .filter(({ id }) => id !== without)
        .map(({ id }) => ({ value: id, label: stepTitle(of, id) }))}
    />
  );
}

function StepPanel({ step, graph, choices, faults }: EditorFieldsProps & { readonly step: Step }) {
  const { id, kind } = step;
  const at = `s.${id}`;
  const title = stepTitle(graph, id);
  const words = faults.filter((fault) => fault.step === id).map((fault) => fault.words);
  return (
    <Panel
      id={`step-${id}`}
      isFocusable
      title={title}
      aside={
        <Button
          type="submit"
          name="do"
          value={`remove:${id}`}
          size="sm"
          variant="quiet"
          icon={<Trash2 />}
          aria-label={`Remove step ${title}`}
        >
          Remove
        </Button>
      }
    >
      <div className="grid gap-4">
        <input type="hidden" name={`${at}.kind`} value={kind} />
        <input type="hidden" name={`${at}.x`} value={step.at?.x ?? ""} />
        <input type="hidden" name={`${at}.y`} value={step.at?.y ?? ""} />
        <p className="text-ink-2">{steps[kind].hint}</p>
        {words.length > 0 && (
          <div role="alert" className="rounded-md bg-bad-soft px-3 py-2.5 text-bad text-control">
            {words.map((one) => (
              <p key={one}>{one}</p>
            ))}
          </div>
        )}
        <div className="grid gap-4 md:grid-cols-2">
          {steps[kind].settings.map((setting) => (
            <SettingField
              key={setting.name}
              setting={setting}
              name={`${at}.set.${setting.name}`}
              value={step.settings[setting.name] ?? ""}
              choices={choices}
            />
          ))}
        </div>
        {kind === "branch" && (
          <Conditions at={at} of={step.when} fields={fieldsOf(graph, choices)} label="If" />
        )}
        {kind !== "stop" && (
          <div className="grid gap-4 md:grid-cols-2">
            <StepSelect
              of={graph}
              name={`${at}.next`}
              label={kind === "branch" ? "If so, continue with" : "Then"}
              value={step.next}
              without={id}
            />
            {kind === "branch" && (
              <StepSelect
                of={graph}
                name={`${at}.otherwise`}
                label="Otherwise"
                value={step.otherwise}
                without={id}
              />
            )}
          </div>
        )}
        {isAction(kind) && (
          <CheckboxField
            of={{ name: `${at}.goes_on`, initialValue: step.goes_on }}
            label="Go on when this step can’t be done"
          />
        )}
      </div>
    </Panel>
  );
}

function SettingField(props: {
  readonly setting: Setting;
  readonly name: string;
  readonly value: string;
  readonly choices: Choices;
}) {
  const { setting, name, value, choices } = props;
  const { label, hint, type, most, none } = setting;
  const of = { name, initialValue: value };
  if (type === "words")
    return <TextareaField of={of} label={label} hint={hint} maxLength={most} className="md:col-span-2" />;
  if (type === "choice")
    return (
      <SelectField
        of={of}
        label={label}
        hint={hint}
        none={none ?? (value === "" ? "Choose one" : undefined)}
        choices={[...(setting.choices ?? []), ...(setting.of ? choices[setting.of] : [])]}
      />
    );
  return (
    <TextField
      of={of}
      label={label}
      hint={hint}
      maxLength={most}
      inputMode={type === "number" ? "numeric" : undefined}
      autoComplete="off"
    />
  );
}

const operatorChoices = operators.map((value) => ({ value, label: operatorWords[value] }));

/** Questions on fields: those that are there, and an empty one to add to. */
function Conditions(props: {
  readonly at: string;
  readonly of: Condition;
  readonly fields: readonly Field[];
  readonly label: string;
}) {
  const { at, of, fields, label } = props;
  const rows = [...of.tests, { field: "", is: "is" as const, value: "" }]
    .slice(0, mostTests)
    .map((test, at) => ({ ...test, place: at }));
  const known = new Set(fields.map(({ path }) => path));
  const own = of.tests
    .filter(({ field }) => !known.has(field))
    .map(({ field }) => ({ value: field, label: field }));
  const fieldChoices = [...fields.map(({ path, label }) => ({ value: path, label })), ...own];
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2.5 font-strong text-control">{label}</legend>
      {of.tests.length > 1 && (
        <SelectField
          of={{ name: `${at}.match`, initialValue: of.match }}
          label="How many must hold"
          choices={[
            { value: "all", label: "All of these" },
            { value: "any", label: "Any of these" },
          ]}
        />
      )}
      {rows.map(({ field, is, value, place: i }) => {
        const values = fields.find(({ path }) => path === field)?.values;
        /** Rows have the same words; their numbers tell them apart where they are not seen together. */
        const numbered = (word: string) => (
          <>
            {word}
            <span className="sr-only"> {i + 1}</span>
          </>
        );
        return (
          <div
            key={i}
            className="grid gap-3 not-first-of-type:border-t not-first-of-type:pt-4 md:grid-cols-3"
          >
            <SelectField
              of={{ name: `${at}.t${i}.field`, initialValue: field }}
              label={numbered("Field")}
              none={of.tests.length === 0 ? "No condition" : "No further condition"}
              choices={fieldChoices}
            />
            <SelectField
              of={{ name: `${at}.t${i}.is`, initialValue: is }}
              label={numbered("Comparison")}
              choices={operatorChoices}
            />
            {values ? (
              <SelectField
                of={{ name: `${at}.t${i}.value`, initialValue: value }}
                label={numbered("Value")}
                choices={values.map((one) => ({ value: one, label: one.replaceAll("_", " ") }))}
              />
            ) : (
              <TextField
                of={{ name: `${at}.t${i}.value`, initialValue: value }}
                label={numbered("Value")}
                maxLength={200}
                autoComplete="off"
              />
            )}
            {field === "" && (
              <details className="md:col-span-3">
                <summary className="w-fit cursor-pointer py-1 text-ink-2 text-meta">
                  Another field, by its path
                </summary>
                <TextField
                  of={{ name: `${at}.t${i}.path` }}
                  label={numbered("Path")}
                  hint="Such as customer.city. It counts instead of the field above."
                  maxLength={70}
                  autoComplete="off"
                  className="pt-2"
                />
              </details>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
