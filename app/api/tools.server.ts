/** The operations of the API as tools for assistants: what each takes, and what came of a call. */
import type { z } from "zod";
import { demand } from "#app/membership/actor.ts";
import { refusalOf } from "./api-answers.server.ts";
import { fieldsOf } from "./example.ts";
import { schemaOf } from "./openapi.server.ts";
import type { Asking, Operation, Sent } from "./operation.server.ts";
import { operations } from "./operations.server.ts";
import { lackingScope, problemBody, Refusal } from "./problem.ts";

/** "calls.list" as tools may be called: "calls_list". */
const toolName = ({ id }: Pick<Operation, "id">): string => id.replaceAll(".", "_");

/** Files are no answers for an assistant. */
const offered = operations.filter(({ file }) => file === undefined);
const byName = new Map(offered.map((operation) => [toolName(operation), operation]));

export const toolNamed = (name: string): Operation | null => byName.get(name) ?? null;

const namesIn = (shape: z.ZodType): string[] => fieldsOf(schemaOf(shape, "input")).map(({ name }) => name);

/** One object of all that an operation takes: no name of a path, a query and a body is used twice. */
function inputOf({ params, query, body }: Operation) {
  const shapes = [params, query, body].map((shape) => schemaOf(shape, "input"));
  const required = shapes.flatMap((schema) => schema.required ?? []);
  return {
    type: "object",
    properties: Object.assign({}, ...shapes.map((schema) => schema.properties ?? {})),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** The tools that a key's scopes open. */
export const toolsFor = (may: (scope: Operation["scope"]) => boolean) =>
  offered
    .filter(({ scope }) => may(scope))
    .map((operation) => ({
      name: toolName(operation),
      title: operation.summary,
      description: [operation.summary, operation.description].filter(Boolean).join(". "),
      inputSchema: inputOf(operation),
      annotations: {
        readOnlyHint: operation.method === "GET",
        destructiveHint: operation.method === "DELETE",
        idempotentHint: operation.method !== "POST",
        openWorldHint: operation.id === "calls.place" || operation.tag === "Messages",
      },
    }));

/** What a tool was given, as the operation is sent it. What is not known stays in the body, or the query, and is refused there. */
function sentBy({ params, query, body, method }: Operation, given: Readonly<Record<string, unknown>>): Sent {
  const inPath = namesIn(params);
  const inQuery = namesIn(query);
  const rest = Object.entries(given).filter(([name]) => !inPath.includes(name) && !inQuery.includes(name));
  const picked = (names: readonly string[]) =>
    Object.fromEntries(names.flatMap((name) => (name in given ? [[name, given[name]]] : [])));
  const isRead = method === "GET";
  return {
    path: Object.fromEntries(inPath.map((name) => [name, String(given[name] ?? "")])),
    query: { ...picked(inQuery), ...(isRead && Object.fromEntries(rest)) },
    body: isRead || schemaOf(body, "input").type === "null" ? null : Object.fromEntries(rest),
  };
}

type Called = { content: { type: "text"; text: string }[]; isError: boolean };

const said = (value: unknown, isError: boolean): Called => ({
  content: [{ type: "text", text: JSON.stringify(value) }],
  isError,
});

/** Refusals are answers of a tool, so that the assistant reads why. @param reference the address of the page on problems */
export async function callTool(
  operation: Operation,
  asking: Asking,
  given: Readonly<Record<string, unknown>>,
  reference: string,
): Promise<Called> {
  const { actor } = asking;
  if (!actor.may(operation.scope)) {
    await actor.record("access.refused", operation.scope);
    return said(problemBody(lackingScope(operation.scope), reference), true);
  }
  try {
    await demand(actor, operation.scope, operation.section);
    const answer = await operation.perform(asking, sentBy(operation, given));
    return answer instanceof Refusal
      ? said(problemBody(answer, reference), true)
      : said(answer ?? { done: true }, false);
  } catch (error) {
    const refused = refusalOf(error);
    if (refused === null) throw error;
    return said(problemBody(refused, reference), true);
  }
}
