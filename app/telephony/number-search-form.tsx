/** The search for a number: a GET form, so that every search can be linked and shared. */
import { Search } from "lucide-react";
import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { ChoiceField, SelectField } from "#app/ui/choice-field.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { AgentChoice } from "./number-rows.tsx";
import { numberKinds } from "./number-terms.schema.ts";
import { kindWords } from "./number-words.ts";

export interface NumberSearchFormProps {
  /** As it was typed. */
  readonly search: Readonly<Record<"kind" | "area_code" | "contains" | "locality", string>>;
  readonly errors: Readonly<Record<string, readonly string[] | undefined>>;
  readonly agents: readonly AgentChoice[];
  /** The agent that shall answer; "" for nobody yet. */
  readonly agent: string;
}

export function NumberSearchForm({ search, errors, agents, agent }: NumberSearchFormProps) {
  const { state, formData, location } = useNavigation();
  const isSearching = state === "loading" && !formData && location.pathname === "/numbers/search";
  const field = (name: keyof typeof search) => ({
    name,
    // A field without a key keeps what was typed when the address changes under it.
    key: `${name}=${search[name]}`,
    initialValue: search[name],
    errors: errors[name],
  });
  return (
    <Form method="get" className="grid gap-4" noValidate>
      <ChoiceField
        of={field("kind")}
        label="Kind of number"
        labelHidden
        look="segmented"
        choices={numberKinds.map((value) => ({ value, label: kindWords[value] }))}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-[8rem_12rem_minmax(0,1fr)_14rem_auto]">
        <TextField
          of={field("area_code")}
          label="Area code"
          placeholder="415"
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          of={field("contains")}
          label="With these digits"
          placeholder="2020 or CARE"
          autoComplete="off"
        />
        <TextField of={field("locality")} label="City" placeholder="San Francisco" autoComplete="off" />
        <SelectField
          of={{ name: "agent", key: `agent=${agent}`, initialValue: agent }}
          label="Who shall answer it"
          none="Nobody yet"
          choices={agents.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Button type="submit" icon={<Search />} pending={isSearching} className="lg:mt-6.5">
          Search
        </Button>
      </div>
    </Form>
  );
}
