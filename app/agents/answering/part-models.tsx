/** Who answers: the built-in agent, or up to four language models in their order. */
import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import { type OfferedModel, offeredModels, providerNames } from "#app/models/offered-models.ts";
import { ChoiceField, SelectField } from "#app/ui/choice-field.tsx";
import { FieldGroup } from "#app/ui/field.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { modelPlaces, otherModel } from "./answering-fields.ts";
import { type AnsweringFieldset, dollars, type Keys, type ModelField, textOf } from "./answering-terms.tsx";
import type { ChosenModel, MeasuredWait } from "./estimate.ts";
import { EstimatePanel, type TypedChoices } from "./estimate-panel.tsx";
import type { Shown } from "./prompt-panel.tsx";

interface ModelsProps {
  readonly fields: AnsweringFieldset;
  readonly keys: Keys;
  readonly canAddKeys: boolean;
}

interface WhoAnswersProps extends ModelsProps {
  readonly shown: Shown;
  readonly measured: MeasuredWait | null | undefined;
}

const whoChoices = [
  {
    value: "built_in",
    label: "The built-in agent",
    hint: "Follows your questions and answers word for word. English only, no extra cost.",
  },
  {
    value: "models",
    label: "Language models",
    hint: "Understand what callers mean and answer in their own words, with your facts and tools.",
  },
];

export function WhoAnswers({ fields, shown, measured, ...more }: WhoAnswersProps) {
  const models = fields.models.getFieldset();
  const [typed, setTyped] = useState<{ readonly form: string; readonly choices: TypedChoices } | null>(null);
  const read = ({ currentTarget }: FormEvent) => {
    const form = currentTarget.closest("form");
    if (form === null) return;
    const posted = new FormData(form);
    setTyped({ form: form.id, choices: choicesIn(fields, (name) => posted.get(name)) });
  };
  // What was typed in another form counts no longer.
  const choices =
    typed?.form === fields.who.formId ? typed.choices : choicesIn(fields, (_, initial) => initial);
  return (
    <FieldGroup
      title="Who answers"
      hint="Changes are saved in the draft. Callers hear them once you publish."
    >
      <div className="group/who grid gap-6" onInput={read}>
        <ChoiceField of={fields.who} label="Who answers" labelHidden choices={whoChoices} />
        <div className="hidden gap-5 group-has-[[value=models]:checked]/who:grid">
          <p className="text-ink-2">
            The first model is asked first. If it fails or is too slow, the next one answers, and when none
            does, the built-in agent goes on in the same call with what is known so far.
          </p>
          {modelPlaces.map((place) => (
            <OneModel key={place} of={models[place]} label={labels[place]} {...more} />
          ))}
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              of={fields.patience}
              type="number"
              min={0.5}
              max={6}
              step={0.1}
              label="Seconds to the first word"
              hint="How long a model may take to begin before the next one is asked. After six seconds the built-in agent answers."
            />
            <TextField
              of={fields.temperature}
              type="number"
              min={0}
              max={1}
              step={0.1}
              label="Temperature"
              hint="0 is steady, 1 is varied. Some models ignore it."
            />
          </div>
        </div>
        <EstimatePanel typed={choices} shown={shown} measured={measured} />
      </div>
    </FieldGroup>
  );
}

/** The choices of the form. @param typedIn what a field holds, by a field's name, or its first value */
function choicesIn(
  fields: AnsweringFieldset,
  typedIn: (name: string, initial: unknown) => unknown,
): TypedChoices {
  const value = (field: { readonly name: string; readonly initialValue?: unknown }) =>
    textOf(typedIn(field.name, field.initialValue));
  const models = fields.models.getFieldset();
  const chain = modelPlaces.flatMap((place): ChosenModel[] => {
    const own = models[place].getFieldset();
    const choice = value(own.choice);
    const offered = offeredModels.find((one) => `${one.provider}:${one.model}` === choice);
    if (offered) return [offered];
    const provider = providerChoices.find((one) => one.value === value(own.provider))?.value;
    return choice === otherModel && provider !== undefined
      ? [{ provider, model: value(own.model) || "Another model" }]
      : [];
  });
  return {
    chain: value(fields.who) === "models" ? chain : [],
    patience_ms: Math.max(0, Number(value(fields.patience)) || 0) * 1000,
  };
}

const labels = {
  first: "First model",
  second: "Second model",
  third: "Third model",
  fourth: "Fourth model",
} as const;

const priceOf = ({ input, output }: OfferedModel): string => `${dollars(input)} in, ${dollars(output)} out`;

const choices = [
  ...offeredModels.map((one) => ({
    value: `${one.provider}:${one.model}`,
    label: `${one.name} (${priceOf(one)})`,
    group: providerNames[one.provider],
  })),
  { value: otherModel, label: "Another model", group: "Not listed" },
];

const providerChoices = (["compatible", "openai", "anthropic", "workers_ai"] as const).map((value) => ({
  value,
  label: providerNames[value],
}));

interface OneModelProps extends Omit<ModelsProps, "fields"> {
  readonly of: ModelField;
  readonly label: string;
}

function OneModel({ of, label, keys, canAddKeys }: OneModelProps) {
  const own = of.getFieldset();
  const [shown, setShown] = useState({
    choice: textOf(own.choice.initialValue),
    provider: textOf(own.provider.initialValue),
  });
  const follow = ({ target }: FormEvent) => {
    if (!(target instanceof HTMLSelectElement)) return;
    if (target.name === own.choice.name) setShown({ ...shown, choice: target.value });
    if (target.name === own.provider.name) setShown({ ...shown, provider: target.value });
  };
  const offered = offeredModels.find((one) => `${one.provider}:${one.model}` === shown.choice);
  const provider =
    offered?.provider ??
    (shown.choice === otherModel
      ? providerChoices.find(({ value }) => value === shown.provider)?.value
      : undefined);
  return (
    <div onInput={follow} className="group/model grid gap-3">
      <SelectField of={own.choice} label={label} choices={choices} none="None" />
      <div className="hidden gap-3 group-has-[option[value=other]:checked]/model:grid sm:grid-cols-2">
        <SelectField of={own.provider} label="Provider" choices={providerChoices} />
        <TextField of={own.model} label="Model id" autoComplete="off" placeholder="llama-3.3-70b-versatile" />
      </div>
      {provider !== undefined && (
        <p className="-mt-1 text-ink-3 text-meta">
          {offered
            ? `${offered.speed}. ${priceOf(offered)} for 1,000,000 tokens. `
            : "Its price is unknown to us. "}
          <KeyNote provider={provider} holder={keys[provider]} canAddKeys={canAddKeys} />
        </p>
      )}
    </div>
  );
}

function KeyNote(props: {
  readonly provider: keyof Keys;
  readonly holder: Keys[keyof Keys];
  readonly canAddKeys: boolean;
}) {
  if (props.holder === "organization") return "Uses your own key.";
  if (props.holder === "platform") return "Included: no key of your own is needed.";
  if (props.provider === "workers_ai") return "Not available here, so the next one answers.";
  if (!props.canAddKeys) return "There is no key for it yet. An owner or admin can add one.";
  return (
    <>
      {"There is no key for it yet. "}
      <Link to="/settings/models" className="font-strong text-brand-text no-underline hover:underline">
        Add a key
      </Link>
    </>
  );
}
