/** The reference of the API, made of the registry: each operation with its fields, its example and its request in three languages. */
import { permissionWords } from "#app/membership/permission-words.ts";
import { exampleOf, fieldsOf, kindOf } from "./example.ts";
import { schemaOf } from "./openapi.server.ts";
import type { Operation } from "./operation.server.ts";
import { operations } from "./operations.server.ts";
import type { Described, Field } from "./reference-view.ts";
import { written } from "./written-requests.ts";

const fieldsIn = (schema: unknown, place: Field["place"]): Field[] =>
  fieldsOf(schema).map(({ name, schema: field, isRequired }) => ({
    name,
    place,
    kind: kindOf(field),
    isRequired: isRequired || place === "path",
    words: "description" in field && typeof field.description === "string" ? field.description : "",
  }));

const asJson = (value: unknown): string => JSON.stringify(value, null, 2);

function described(operation: Operation, base: string): Described {
  const { id, method, path, summary, description = "", scope, status = 200, file, refusals = {} } = operation;
  const [params, query, body] = [operation.params, operation.query, operation.body].map((shape) =>
    schemaOf(shape, "input"),
  );
  const answer = schemaOf(operation.answer, "output");
  const bodyFields = fieldsIn(body, "body");
  const example = asJson(exampleOf(body, false));
  // Where nothing is required, an example shows what can be said.
  const sent = bodyFields.length === 0 ? null : example === "{}" ? asJson(exampleOf(body, true)) : example;
  return {
    ...{ id, method, path, summary, status, scope },
    words: description,
    fields: [...fieldsIn(params, "path"), ...fieldsIn(query, "query"), ...bodyFields],
    requests: written({ method, url: `${base}${path}`, body: sent }),
    answer: status === 204 || file !== undefined ? null : asJson(exampleOf(answer, true)),
    refusals: Object.entries(refusals),
    body: sent,
  };
}

/** The operations by noun. @param base the address that they stand under */
export function referenceOf(base: string): { tag: string; operations: Described[] }[] {
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return tags.map((tag) => ({
    tag,
    operations: operations.filter((one) => one.tag === tag).map((one) => described(one, base)),
  }));
}

/** The scopes that operations ask for, in words. */
export const scopesOf = (): [scope: string, words: string][] =>
  [...new Set(operations.map(({ scope }) => scope))].map((scope) => [scope, permissionWords[scope]]);
