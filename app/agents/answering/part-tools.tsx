/** The agent's own tools: addresses of the organization that a language model may ask during a call. */
import { ChevronRight } from "lucide-react";
import { type FormEvent, useState } from "react";
import { type ToolProof, toolProofs } from "#app/agents/agent-terms.schema.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckboxField, SelectField, SwitchField } from "#app/ui/choice-field.tsx";
import { EditedList } from "#app/ui/edited-list.tsx";
import { FieldGroup } from "#app/ui/field.tsx";
import { AddRow, RemoveRow, RowButtons } from "#app/ui/list-buttons.tsx";
import { ListNote } from "#app/ui/list-note.tsx";
import { PasswordField, TextareaField, TextField } from "#app/ui/text-field.tsx";
import {
  type AnsweringFieldset,
  type AnsweringForm,
  type ToolField,
  type ToolFieldField,
  textOf,
  typeChoices,
} from "./answering-terms.tsx";

export interface TriedTool {
  readonly place: number;
  readonly isGood: boolean;
  readonly words: string;
  readonly text: string;
}

interface ToolsProps {
  readonly form: AnsweringForm;
  readonly fields: AnsweringFieldset;
  /** By the tool's id: whether its secret is kept; absent: it has none. */
  readonly secrets: Readonly<Record<string, boolean>>;
  readonly tried: TriedTool | null;
  /** The place of the tool that is being tested. */
  readonly testing: number | null;
}

export function Tools({ form, fields, secrets, tried, testing }: ToolsProps) {
  const press = form.insert.getButtonProps({
    name: fields.tools.name,
    defaultValue: { name: "", timeout: "5", filler: "One moment, let me look that up." },
  });
  return (
    <FieldGroup
      title="Tools"
      hint="Addresses of yours that a language model may ask during a call: to look up an order, or open a ticket."
    >
      <EditedList label="Tools" of={fields.tools} add={{ words: "Add a tool", press }}>
        {(row, place, count) => (
          <Tool
            key={row.key}
            form={form}
            of={row}
            list={fields.tools.name}
            place={place}
            count={count}
            secrets={secrets}
            tried={tried?.place === place ? tried : null}
            isTesting={testing === place}
          />
        )}
      </EditedList>
    </FieldGroup>
  );
}

interface ToolProps {
  readonly form: AnsweringForm;
  readonly of: ToolField;
  readonly list: AnsweringFieldset["tools"]["name"];
  readonly place: number;
  readonly count: number;
  readonly secrets: ToolsProps["secrets"];
  readonly tried: TriedTool | null;
  readonly isTesting: boolean;
}

function Tool({ form, of, list, place, count, secrets, tried, isTesting }: ToolProps) {
  const own = of.getFieldset();
  const [name, setName] = useState(textOf(own.name.initialValue));
  const follow = ({ target }: FormEvent) => {
    if (target instanceof HTMLInputElement && target.name === own.name.name) setName(target.value);
  };
  const what = `the tool ${name || "without a name"}`;
  const moveTo = (to: number) => form.reorder.getButtonProps({ name: list, from: place, to });
  const isNew = textOf(own.name.initialValue) === "";
  return (
    <li onInput={follow}>
      <details open={isNew || !of.valid || tried !== null} className="group/row">
        <summary className="flex min-h-10.5 list-none items-center gap-2.5 px-3.5 py-2 hover:bg-sunken max-md:min-h-11">
          <ChevronRight className="text-ink-3 transition-transform group-open/row:rotate-90" />
          <span className="min-w-0 flex-1 truncate font-medium">{name || "New tool"}</span>
        </summary>
        <div className="grid gap-4 px-3.5 pt-2 pb-4">
          <input type="hidden" name={own.id.name} defaultValue={textOf(own.id.initialValue)} />
          <TextField
            of={own.name}
            label="Name"
            hint="Lowercase letters, digits and underscores, like check_order."
            autoComplete="off"
          />
          <TextareaField
            of={own.description}
            label="What it does, and when to use it"
            hint="The model reads this, like “Tells the state of an order by its number.”"
            rows={2}
          />
          <TextField of={own.url} type="url" label="Address" placeholder="https://" autoComplete="off" />
          <Details form={form} of={own.fields} />
          <Proves of={own.proves} />
          <Secret own={own} isKept={secrets[textOf(own.id.initialValue)]} />
          <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_10rem]">
            <TextField
              of={own.filler}
              label="Words while the caller waits"
              hint="Said at once. Leave blank to say something only if it takes long."
              autoComplete="off"
            />
            <TextField of={own.timeout} type="number" min={1} max={15} label="Seconds to wait" />
          </div>
          <Test place={place} name={name} tried={tried} isTesting={isTesting} />
          <RowButtons
            what={what}
            up={place > 0 ? moveTo(place - 1) : undefined}
            down={place < count - 1 ? moveTo(place + 1) : undefined}
            remove={form.remove.getButtonProps({ name: list, index: place })}
          />
        </div>
      </details>
    </li>
  );
}

const proofLabels = {
  booked: "Books appointments",
  moved: "Moves appointments",
  canceled: "Cancels appointments",
  message: "Takes messages",
  sent: "Sends texts or emails",
  done: "Does something else for the caller",
} as const satisfies Record<ToolProof, string>;

function Proves({ of }: { readonly of: ToolFields["proves"] }) {
  const ticks = of.getFieldset();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium text-control">What it gets done</legend>
      <p className="text-ink-3 text-meta">
        The agent says that something is done only after a tool that does it has answered. Tick nothing if it
        only looks things up.
      </p>
      {toolProofs.map((proof) => (
        <CheckboxField key={proof} of={ticks[proof]} label={proofLabels[proof]} />
      ))}
    </fieldset>
  );
}

type ToolFields = ReturnType<ToolField["getFieldset"]>;

function Secret({ own, isKept }: { readonly own: ToolFields; readonly isKept: boolean | undefined }) {
  return (
    <div className="grid gap-2">
      <PasswordField
        of={own.secret}
        label={isKept ? "Another secret" : "Secret (optional)"}
        noun="secret"
        autoComplete="off"
        hint={
          isKept === undefined
            ? "Sent as a bearer token. Kept encrypted and never shown again."
            : isKept
              ? "A secret is kept. Leave blank to keep it."
              : "The secret is missing. Enter it again, or remove it."
        }
      />
      {isKept !== undefined && <CheckboxField of={own.forget} label="Remove the secret" />}
    </div>
  );
}

function Test(props: {
  readonly place: number;
  readonly name: string;
  readonly tried: TriedTool | null;
  readonly isTesting: boolean;
}) {
  const { tried } = props;
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        type="submit"
        name="do"
        value={`test-${props.place}`}
        size="sm"
        pending={props.isTesting}
        aria-label={`Test ${props.name || "this tool"}`}
      >
        Test
      </Button>
      <p className="text-ink-3 text-meta">Sends sample values, marked as a test. Nothing is saved.</p>
      <div role="status" className="grid w-full min-w-0 gap-2 empty:hidden">
        {tried && <p className={tried.isGood ? "text-good" : "text-bad"}>{tried.words}</p>}
        {tried?.text && (
          <pre className="wrap-anywhere whitespace-pre-wrap rounded-md bg-sunken p-3 text-meta">
            {tried.text}
          </pre>
        )}
      </div>
    </div>
  );
}

function Details({ form, of }: { readonly form: AnsweringForm; readonly of: ToolFields["fields"] }) {
  const rows = of.getFieldList();
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 font-medium text-control">What it's given</legend>
      {rows.map((row, place) => (
        <Detail
          key={row.key}
          of={row}
          place={place}
          remove={form.remove.getButtonProps({ name: of.name, index: place })}
        />
      ))}
      <ListNote of={of} />
      <AddRow
        isQuiet
        press={form.insert.getButtonProps({ name: of.name, defaultValue: { type: "text", required: "on" } })}
      >
        Add a detail
      </AddRow>
    </fieldset>
  );
}

function Detail(props: {
  readonly of: ToolFieldField;
  readonly place: number;
  readonly remove: ReturnType<AnsweringForm["remove"]["getButtonProps"]>;
}) {
  const own = props.of.getFieldset();
  return (
    <div className="group/detail grid gap-3 border-b pb-4">
      <div className="flex items-start gap-2">
        <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-2">
          <TextField of={own.name} label="Name" placeholder="order_number" autoComplete="off" />
          <SelectField of={own.type} label="Type" choices={typeChoices} />
        </div>
        <div className="pt-6.5">
          <RemoveRow press={props.remove} what={`detail ${props.place + 1}`} />
        </div>
      </div>
      <TextField of={own.description} label="Description" autoComplete="off" />
      <TextField
        of={own.options}
        label="Answers to choose from"
        hint="Separate with commas."
        autoComplete="off"
        className="hidden group-has-[option[value=choice]:checked]/detail:grid"
      />
      <SwitchField of={own.required} label="Required" />
    </div>
  );
}
