/** The fields of a test's form: one line of the caller with what is expected of the answer, and what is expected at the end. */
import { SelectField } from "#app/ui/choice-field.tsx";
import type { FieldSource } from "#app/ui/field.tsx";
import { TextareaField, TextField } from "#app/ui/text-field.tsx";
import type { turnKinds } from "./test-form.ts";
import { testedActions, testedEnds, testedOutcomes } from "./test-terms.schema.ts";
import { actionWords, endWords, outcomeWords } from "./test-words.ts";

type Of = (name: string) => FieldSource;

const kindWords: Record<(typeof turnKinds)[number], string> = {
  say: "Says",
  press: "Presses keys",
  silence: "Says nothing for",
  interrupt: "Interrupts after",
  drop: "The line drops",
  hang_up: "Hangs up",
};
const kinds = Object.entries(kindWords).map(([value, label]) => ({ value, label }));
const actions = testedActions.map((value) => ({ value, label: actionWords[value] }));
const outcomes = testedOutcomes.map((value) => ({ value, label: outcomeWords[value] }));
const ends = testedEnds.map((value) => ({ value, label: endWords[value] }));
const musts = [
  { value: "must", label: "Has to" },
  { value: "not", label: "Must not" },
];

export function TurnRow({ of, line }: { readonly of: Of; readonly line: number }) {
  return (
    <fieldset className="grid gap-3 border-t pt-4">
      <legend className="sr-only">Line {line}</legend>
      <div className="grid gap-3 sm:grid-cols-[11rem_minmax(0,1fr)]">
        <SelectField of={of(`turn.${line}.does`)} label={`Line ${line}`} choices={kinds} />
        <TextField of={of(`turn.${line}.words`)} label="Words" autoComplete="off" />
      </div>
      <ExpectedInTurn of={of} turn={line} />
    </fieldset>
  );
}

/** What the agent's answer to one line has to be. */
export function ExpectedInTurn({ of, turn }: { readonly of: Of; readonly turn: number }) {
  const name = (part: string) => of(`turn.${turn}.${part}`);
  return (
    <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      <TextareaField of={name("says")} label="Agent says" rows={1} />
      <TextareaField of={name("not_says")} label="Agent doesn't say" rows={1} />
      {turn > 0 && <SelectField of={name("action")} label="Agent does" none="Anything" choices={actions} />}
    </div>
  );
}

export function ExpectedAtEnd({
  of,
  fields,
}: {
  readonly of: Of;
  readonly fields: readonly { readonly id: string; readonly label: string }[];
}) {
  return (
    <div className="grid gap-5">
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField of={of("outcome")} label="Outcome" none="Any outcome" choices={outcomes} />
        <SelectField of={of("ended_by")} label="How it ends" none="Any end" choices={ends} />
        <TextField of={of("booked")} label="Booked for" hint="Like 2026-12-03T16:00." autoComplete="off" />
        <TextareaField
          of={of("call.says")}
          label="Says anywhere"
          hint="* stands for any words, | for or: Tuesday|Wednesday."
          rows={1}
        />
        <TextareaField of={of("call.not_says")} label="Never says" rows={1} />
        <TextField
          of={of("latency_ms")}
          label="Every first word before"
          hint="Milliseconds without the phone line, like 1500."
          autoComplete="off"
          inputMode="numeric"
        />
      </div>
      {fields.length > 0 && (
        <fieldset>
          <legend className="mb-2 font-strong text-control">Answers it has to keep</legend>
          <div className="grid gap-4 sm:grid-cols-3">
            {fields.map(({ id, label }) => (
              <TextField key={id} of={of(`field.${id}`)} label={label} autoComplete="off" />
            ))}
          </div>
        </fieldset>
      )}
      <fieldset>
        <legend className="mb-2 font-strong text-control">In the whole call</legend>
        <div className="grid gap-4 sm:grid-cols-3">
          {testedActions.map((action) => (
            <SelectField
              key={action}
              of={of(`does.${action}`)}
              label={actionWords[action]}
              none="Either way"
              choices={musts}
            />
          ))}
        </div>
      </fieldset>
    </div>
  );
}
