/** The search for a number: a GET form, so that every search can be linked and shared. */
import { Search } from "lucide-react";
import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { ChoiceField } from "#app/ui/choice-field.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { numberKinds } from "./number-terms.schema.ts";
import { kindWords } from "./number-words.ts";

export interface NumberSearchFormProps {
  /** As it was typed. */
  readonly search: Readonly<Record<"kind" | "area_code" | "digits" | "locality", string>>;
  readonly errors: Readonly<Record<string, readonly string[] | undefined>>;
  /** The agent that shall answer stays in the address; "" for nobody yet. */
  readonly agent: string;
}

export function NumberSearchForm({ search, errors, agent }: NumberSearchFormProps) {
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
      {agent !== "" && <input type="hidden" name="agent" value={agent} />}
      <ChoiceField
        of={field("kind")}
        label="Kind of number"
        labelHidden
        look="segmented"
        choices={numberKinds.map((value) => ({ value, label: kindWords[value] }))}
      />
      <div className="grid grid-cols-2 items-start gap-4 md:grid-cols-[8rem_12rem_minmax(0,1fr)_auto]">
        <TextField
          of={field("area_code")}
          label="Area code"
          placeholder="415"
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          of={field("digits")}
          label="With these digits"
          placeholder="2020 or CARE"
          autoComplete="off"
        />
        <TextField of={field("locality")} label="City" placeholder="San Francisco" autoComplete="off" />
        <Button type="submit" icon={<Search />} pending={isSearching} className="mt-6.5">
          Search
        </Button>
      </div>
    </Form>
  );
}
