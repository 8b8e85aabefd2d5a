/** Fields that no shape knows, in the objects inside of bodies: every operation refuses them and names each. */
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { fieldsOf, isObject } from "#app/api/example.ts";
import { schemaOf } from "#app/api/openapi.server.ts";
import type { Operation } from "#app/api/operation.server.ts";
import { operations } from "#app/api/operations.server.ts";
import { newId } from "#app/platform/id.ts";
import { memberOf, type Person } from "../support/people.ts";
import { ask, jsonOf, keyOf, oneOfEach, problemOf } from "./arrange.ts";

let owner: Person;
let key: string;
let own: Record<string, string>;

beforeAll(async () => {
  owner = await memberOf({ organization: { subscription_status: "active" } });
  key = await keyOf(owner);
  own = await oneOfEach(owner);
});

const at = (path: string): string => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => own[name] ?? "");
const partsOf = (schema: unknown): unknown[] => {
  const { items, anyOf, additionalProperties: rest } = Object(schema);
  const alternatives: unknown[] = Array.isArray(anyOf) ? anyOf : [];
  return [items, ...alternatives, rest, ...fieldsOf(schema).map((field) => field.schema)].filter(isObject);
};
const isOfNames = (schema: unknown): boolean => fieldsOf(schema).length > 0;
const hasObject = (schema: unknown): boolean =>
  partsOf(schema).some((part) => isOfNames(part) || hasObject(part));

const nesting = operations
  .filter(({ body }) => hasObject(schemaOf(body, "input")))
  .map((one): [string, Operation] => [one.id, one]);

/** A body with each of its fields. Of what is long, an agent and a campaign, what the operation's own reading answers. */
async function wholeOf({ id, path, body }: Operation): Promise<Record<string, unknown>> {
  const read = async (address: string) =>
    z.looseObject({ draft: z.record(z.string(), z.unknown()) }).parse(await jsonOf(await ask(key, address)));
  if (id === "agents.update") return { draft: (await read(`${at(path)}/draft`)).draft };
  if (id.startsWith("campaigns.")) return (await read(`/campaigns/${own.campaign_id}`)).draft;
  return z.record(z.string(), z.unknown()).parse(exampleFor(schemaOf(body, "input")));
}

function exampleFor(schema: unknown): unknown {
  const { format, type, enum: among, items, examples, anyOf, maxLength = 7 } = Object(schema);
  if (Array.isArray(examples)) return examples[0];
  if (Array.isArray(anyOf)) return exampleFor(anyOf[0]);
  if (Array.isArray(among)) return among[0];
  if (isOfNames(schema))
    return Object.fromEntries(fieldsOf(schema).map((field) => [field.name, exampleFor(field.schema)]));
  if (type === "object") return {};
  if (type === "array") return [exampleFor(items)];
  if (type === "integer" || type === "number") return 1;
  if (type === "boolean") return true;
  if (format === "uuid") return newId();
  if (format === "email") return "ada@example.com";
  return "Example".slice(0, maxLength);
}

type Spot = { path: string; body: unknown };

/** The same value with a field more in one of its objects, once for each of them that has names of its own. */
function spotsIn(value: unknown, schema: unknown, path: string): Spot[] {
  const { anyOf, items } = Object(schema);
  if (Array.isArray(anyOf))
    return anyOf.filter((one) => Object(one).type !== "null").flatMap((one) => spotsIn(value, one, path));
  if (Array.isArray(value))
    return value.flatMap((one, i) =>
      spotsIn(one, items, `${path}.${i}`).map((spot) => ({ ...spot, body: value.with(i, spot.body) })),
    );
  if (!isObject(value) || !isOfNames(schema)) return [];
  return [
    { path: `${path}.surprise`, body: { ...value, surprise: 1 } },
    ...fieldsOf(schema).flatMap((field) =>
      spotsIn(value[field.name], field.schema, `${path}.${field.name}`).map((spot) => ({
        ...spot,
        body: { ...value, [field.name]: spot.body },
      })),
    ),
  ];
}

test("the operations whose bodies have objects inside are these", () => {
  expect(nesting.map(([id]) => id).sort()).toEqual([
    "agents.update",
    "campaigns.create",
    "campaigns.update",
    "contacts.create",
    "contacts.update",
  ]);
});

test.each(nesting)("%s refuses unknown fields of the objects inside its body", async (_, one) => {
  await ask(key, `/campaigns/${own.campaign_id}`, {
    method: "PATCH",
    body: {
      budget: { minor_units: "5000", currency: "USD" },
      goal: { outcome: "booked", count: 3 },
    },
  });
  const whole = await wholeOf(one);
  const schema = schemaOf(one.body, "input");
  const inside = spotsIn(whole, schema, "body").filter(({ path }) => path !== "body.surprise");
  expect(inside).not.toEqual([]);
  for (const { path, body } of inside) {
    const answer = await ask(key, at(one.path), { method: one.method, body });
    expect(await problemOf(answer), path).toMatchObject({
      status: 422,
      errors: [{ path, message: "This field isn't known here" }],
    });
  }
});

test("the description of the API says of every object that it has no other fields", () => {
  const open = (schema: unknown): boolean =>
    (isOfNames(schema) && Object(schema).additionalProperties !== false) || partsOf(schema).some(open);
  expect(operations.filter(({ body }) => open(schemaOf(body, "input"))).map(({ id }) => id)).toEqual([]);
});
