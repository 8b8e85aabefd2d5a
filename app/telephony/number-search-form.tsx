/** The search for a number: a GET form, so that every search can be linked and shared. */
import { Search } from "lucide-react";
import { useEffect, useRef } from "react";
import { Form, useNavigation, useNavigationType, useSubmit } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { ChoiceField, SelectField } from "#app/ui/choice-field.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { isTollFreeCode } from "./number-terms.schema.ts";
import { kindWords } from "./number-words.ts";
import { countries, firstCountry, isNorthAmerican, soldCountries } from "./sale/sold-countries.schema.ts";

export interface NumberSearchFormProps {
  /** As it was typed. */
  readonly search: Readonly<Record<"country" | "kind" | "area_code" | "digits" | "locality", string>>;
  readonly errors: Readonly<Record<string, readonly string[] | undefined>>;
  /** The agent that will answer stays in the address; "" for none yet. */
  readonly agent: string;
}

export function NumberSearchForm({ search, errors, agent }: NumberSearchFormProps) {
  const { state, formData, location } = useNavigation();
  const isSearching = state === "loading" && !formData && location.pathname === "/numbers/search";
  const field = (name: keyof typeof search) => ({
    name,
    initialValue: search[name],
    errors: errors[name],
  });
  const country = firstCountry(search.country);
  const { kinds, sample } = countries[country];
  const isLocal = search.kind === "local";
  const submit = useSubmit();
  const form = useSearched({ search, errors });
  return (
    <Form ref={form} method="get" className="grid gap-4" noValidate>
      {agent !== "" && <input type="hidden" name="agent" value={agent} />}
      <div className="flex flex-wrap items-end gap-4">
        <SelectField
          // Another country is another list of kinds, which the server sends.
          key={`country ${search.country}`}
          of={field("country")}
          label="Country"
          className="w-48"
          none={search.country === "" ? "Choose a country" : undefined}
          choices={soldCountries.map((value) => ({ value, label: countries[value].name }))}
          onChange={() => {
            for (const name of ["area_code", "locality"]) emptyField(form.current, name);
            submit(form.current, { replace: true, preventScrollReset: true });
          }}
        />
        <ChoiceField
          key={`kinds of ${country}`}
          of={field("kind")}
          label="Number type"
          labelHidden
          look="segmented"
          // Like all visible choices: the selection applies at once, at the same place of the page.
          onChoose={(kind) => {
            dropUnfit(form.current, kind, isNorthAmerican(country));
            submit(form.current, { replace: true, preventScrollReset: true });
          }}
          choices={kinds.map((value) => ({ value, label: kindWords[value] }))}
        />
      </div>
      <div className="grid grid-cols-2 items-start gap-4 md:grid-cols-[8rem_12rem_minmax(0,1fr)_auto]">
        <TextField
          of={field("area_code")}
          label="Area code"
          placeholder={isLocal ? sample.areaCode : isNorthAmerican(country) ? "888" : undefined}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField of={field("digits")} label="Contains" placeholder="2020 or CARE" autoComplete="off" />
        {isLocal ? (
          <TextField of={field("locality")} label="City" placeholder={sample.city} autoComplete="off" />
        ) : (
          <span className="max-md:hidden" />
        )}
        <Button type="submit" size="field" icon={<Search />} pending={isSearching} className="mt-6.5">
          Search
        </Button>
      </div>
    </Form>
  );
}

/** Empties the fields that the other kind of number does not have: an area code belongs to one kind, a city to local numbers. */
function dropUnfit(form: HTMLFormElement | null, kind: string, isAmerican: boolean): void {
  const area = form?.elements.namedItem("area_code");
  const fits =
    isAmerican && area instanceof HTMLInputElement && isTollFreeCode(area.value) === (kind === "toll_free");
  if (!fits) emptyField(form, "area_code");
  if (kind !== "local") emptyField(form, "locality");
}

function emptyField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLInputElement) field.value = "";
}

/** Updates the form when the address changes in another way; an invalid field gets the focus. */
function useSearched({ search, errors }: Pick<NumberSearchFormProps, "search" | "errors">) {
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef(search);
  const isWayBack = useNavigationType() === "POP";
  useEffect(() => {
    // What was typed before this script started is newer than the address.
    if (shown.current === search) return;
    shown.current = search;
    for (const element of form.current?.elements ?? []) {
      if (!(element instanceof HTMLInputElement)) continue;
      const [, wanted] = Object.entries(search).find(([name]) => name === element.name) ?? [];
      if (wanted === undefined || (element === document.activeElement && !isWayBack)) continue;
      if (element.type === "radio") element.checked = element.value === wanted;
      else element.value = wanted;
    }
    const [refused] = Object.keys(errors);
    if (refused !== undefined) form.current?.querySelector<HTMLElement>(`[name="${refused}"]`)?.focus();
  }, [search, errors, isWayBack]);
  return form;
}
