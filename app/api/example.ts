/** An example of what a JSON Schema describes: for requests and answers of the reference. */

type Schema = {
  type?: unknown;
  format?: unknown;
  enum?: unknown;
  const?: unknown;
  default?: unknown;
  items?: unknown;
  properties?: unknown;
  required?: unknown;
  anyOf?: unknown;
  examples?: unknown;
  minimum?: unknown;
};

const texts: Readonly<Record<string, string>> = {
  uuid: "0198f2a4-6c1e-7b41-9d55-0c3f6a2e7b10",
  "date-time": "2031-05-06T15:00:00.000Z",
  date: "2031-05-06",
  e164: "+12125550123",
  email: "ada@example.com",
};

/** Whether it is an object of names and values. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The properties of an object's schema, each with whether it is required. */
export function fieldsOf(schema: unknown): { name: string; schema: Schema; isRequired: boolean }[] {
  if (!isObject(schema) || !isObject(schema.properties)) return [];
  const required: unknown[] = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties).map(([name, property]) => ({
    name,
    schema: isObject(property) ? property : {},
    isRequired: required.includes(name),
  }));
}

/** @param isWhole whether fields that may be left out stand in it too */
export function exampleOf(schema: unknown, isWhole: boolean): unknown {
  if (!isObject(schema)) return {};
  const { type, format, anyOf, items, examples }: Schema = schema;
  if (Array.isArray(examples)) return examples[0];
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0], isWhole);
  if (type === "object" || isObject(schema.properties))
    return Object.fromEntries(
      fieldsOf(schema)
        .filter(({ isRequired }) => isWhole || isRequired)
        .map((field) => [field.name, exampleOf(field.schema, isWhole)]),
    );
  if (type === "array") return [exampleOf(items, isWhole)];
  if (type === "integer" || type === "number")
    return typeof schema.minimum === "number" ? Math.max(1, schema.minimum) : 1;
  if (type === "boolean") return true;
  if (type === "null") return null;
  return typeof format === "string" ? (texts[format] ?? "Example") : "Example";
}

/** What kind of value a schema takes, in a word or two: "integer", "uuid or null", "list of string". */
export function kindOf(schema: unknown): string {
  if (!isObject(schema)) return "anything";
  const { type, format, anyOf, items }: Schema = schema;
  if (Array.isArray(anyOf)) return anyOf.map(kindOf).join(" or ");
  if (Array.isArray(schema.enum)) return schema.enum.map(String).join(" | ");
  if (type === "array") return `list of ${kindOf(items)}`;
  if (typeof format === "string") return format;
  return typeof type === "string" ? type : "anything";
}
