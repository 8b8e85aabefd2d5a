/** /integrations/webhooks/events: the catalogue as a page shows it. */
import { z } from "zod";
import { catalogue } from "./catalogue.ts";

const property = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  enum: z.array(z.string()).optional(),
  format: z.string().optional(),
  anyOf: z.array(z.object({ type: z.string().optional() })).optional(),
});
const objectShape = z.object({ properties: z.record(z.string(), property) });

/** A field's type in words: "text or null", "number". */
function typeWords({ type, anyOf, format, enum: choices }: z.infer<typeof property>): string {
  if (choices) return choices.join(", ");
  if (format === "date-time") return "time";
  const names = anyOf ? anyOf.flatMap((one) => one.type ?? []) : [type ?? "text"].flat();
  const words: Record<string, string> = {
    string: "text",
    integer: "number",
    array: "list",
    boolean: "true or false",
  };
  return names.map((one) => words[one] ?? one).join(" or ");
}

/** Every event with its fields and an example. */
export const eventsPage = () => ({
  events: catalogue.map(({ name, title, about, version, group, schema, example }) => ({
    name,
    title,
    about,
    version,
    group,
    fields: Object.entries(objectShape.parse(z.toJSONSchema(schema, { io: "input" })).properties).map(
      ([field, shape]) => ({ name: field, type: typeWords(shape), note: shape.description ?? null }),
    ),
    example: JSON.stringify(
      {
        type: name,
        version,
        timestamp: "2026-11-02T15:06:36.000Z",
        organization_id: "0198f2a4-0000-7000-8000-000000000001",
        data: example,
      },
      null,
      2,
    ),
  })),
});
