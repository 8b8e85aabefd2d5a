/** The details that a model keeps, in the dashboard's format by the type of their field. */
import { z } from "zod";
import type { AgentField, AgentSpec } from "#app/agents/agents.schema.ts";
import { phoneNumberFrom } from "#app/platform/phone-number.ts";

const longest = 400;

/** A value for a field as it is kept; null when it cannot be one, with what to ask. */
function valueFor(
  { type, options, label }: AgentField,
  told: string,
  country: string,
): { value: string } | { ask: string } {
  switch (type) {
    case "phone": {
      const number = phoneNumberFrom(told, country);
      return number === null
        ? { ask: `${label}: not a whole phone number; ask for it again` }
        : { value: number };
    }
    case "email": {
      const address = z.email().safeParse(told.toLowerCase());
      return address.success
        ? { value: address.data }
        : { ask: `${label}: not an email address; ask for it again` };
    }
    case "choice": {
      const wanted = told.toLowerCase();
      const option = options.find(({ name, synonyms }) =>
        [name, ...synonyms].some((one) => one.toLowerCase() === wanted),
      );
      return option
        ? { value: option.name }
        : { ask: `${label}: one of ${options.map(({ name }) => name).join(", ")}` };
    }
    default:
      return { value: told.slice(0, longest) };
  }
}

/**
 * Details by the ids of the agent's fields.
 * @returns those that can be kept, and what to ask for the others
 */
export function detailsFrom(
  told: Readonly<Record<string, string | number | boolean>>,
  { fields }: AgentSpec,
  country: string,
): { kept: Record<string, string>; labels: string[]; asks: string[] } {
  const kept: Record<string, string> = {};
  const labels: string[] = [];
  const asks: string[] = [];
  for (const [id, value] of Object.entries(told)) {
    const field = fields.find((one) => one.id === id);
    const text = (typeof value === "boolean" ? (value ? "yes" : "no") : String(value)).trim();
    if (!field) asks.push(`there is no detail “${id.slice(0, 40)}”`);
    if (!field || text === "") continue;
    const found = valueFor(field, text, country);
    if ("ask" in found) asks.push(found.ask);
    else {
      kept[id] = found.value;
      labels.push(field.label);
    }
  }
  return { kept, labels, asks };
}
