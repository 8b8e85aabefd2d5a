/** The arguments of an agent's own tool as a model wrote them: only its fields, each of its type. */
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import type { Json } from "#app/platform/json.ts";

const longest = 1000;

/** @returns the values, or what to tell the model */
export function ownArguments(
  tool: AgentSpec["tools"][number],
  given: Readonly<Record<string, unknown>>,
): { values: Record<string, Json> } | { wrong: string } {
  const values: Record<string, Json> = {};
  for (const { name, type, required, options } of tool.fields) {
    const value = given[name];
    if (value === undefined || value === null || value === "") {
      if (required) return { wrong: `Error: ${name} is missing. Ask the caller for it.` };
      continue;
    }
    const fits =
      type === "number"
        ? typeof value === "number" && Number.isFinite(value)
        : type === "yes_no"
          ? typeof value === "boolean"
          : typeof value === "string" &&
            value.length <= longest &&
            (type !== "choice" || options.includes(value));
    if (!fits) return { wrong: `Error: ${name} is not a ${type.replace("_", "/")} that fits.` };
    if (typeof value === "number" || typeof value === "boolean" || typeof value === "string")
      values[name] = value;
  }
  return { values };
}
