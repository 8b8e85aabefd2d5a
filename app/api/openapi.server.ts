/** The API as OpenAPI 3.1 describes it, made of the registry: /api/v1/openapi.json. */
import { z } from "zod";
import type { Operation } from "./operation.server.ts";
import { operations } from "./operations.server.ts";
import { problems } from "./problem.ts";

type Schema = z.core.JSONSchema.BaseSchema;

/** A shape as JSON Schema, in which objects have no other fields. `io`: what programs send, or what they get */
export function schemaOf(shape: z.ZodType, io: "input" | "output"): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, {
    io,
    unrepresentable: "any",
    override({ jsonSchema }) {
      const { required, additionalProperties: each } = jsonSchema;
      // A record whose names are known, such as weekdays, is an object that has these.
      if (required && !jsonSchema.properties && typeof each === "object") {
        jsonSchema.properties = Object.fromEntries(required.map((name) => [name, each]));
        jsonSchema.additionalProperties = false;
        delete jsonSchema.propertyNames;
      }
      if (jsonSchema.properties) jsonSchema.additionalProperties ??= false;
    },
  });
  return schema;
}

const isNothing = (shape: z.ZodType): boolean => schemaOf(shape, "input").type === "null";

function parametersOf(shape: z.ZodType, place: "path" | "query") {
  const { properties = {}, required = [] } = schemaOf(shape, "input");
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = typeof property === "boolean" ? {} : property;
    return {
      name,
      in: place,
      required: place === "path" || required.includes(name),
      ...(description !== undefined && { description }),
      schema,
    };
  });
}

const problemAnswer = (description: string) => ({
  description,
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
});

/** The problems that an operation may answer, by status. */
function problemsOf({ path, method, body, refusals = {}, query }: Operation) {
  const has = (shape: z.ZodType) => Object.keys(schemaOf(shape, "input").properties ?? {}).length > 0;
  const usual: [number, string][] = [
    [401, "The key is missing, wrong, expired or revoked"],
    [403, "The key lacks the scope, or the organization can't use the API"],
    [429, "The key has used up its requests for now"],
  ];
  if (path.includes("{")) usual.push([404, "There's nothing under this id"]);
  if (method !== "GET") usual.push([402, "The plan isn't paid"], [409, "It doesn't fit how things are now"]);
  if (has(query) || !isNothing(body)) usual.push([422, "Some fields don't fit"]);
  const own = Object.entries(refusals).map(([status, words]): [number, string] => [Number(status), words]);
  return Object.fromEntries(
    [...new Map([...usual, ...own])].map(([status, words]) => [String(status), problemAnswer(words)]),
  );
}

const headers = {
  "X-Request-Id": { description: "The request's id, for questions about it", schema: { type: "string" } },
  "RateLimit-Limit": { description: "Requests of this key in a minute", schema: { type: "integer" } },
  "RateLimit-Remaining": { description: "How many of them are left", schema: { type: "integer" } },
  "RateLimit-Reset": { description: "Seconds until all are free again", schema: { type: "integer" } },
} as const;

function answerOf({ answer, file, method, status = 200 }: Operation) {
  const etag = { description: "For If-None-Match", schema: { type: "string" } };
  const content =
    file === undefined
      ? { "application/json": { schema: schemaOf(answer, "output") } }
      : Object.fromEntries(
          file.split(", ").map((type) => [type, { schema: { type: "string", format: "binary" } }]),
        );
  return {
    [String(status)]: {
      description: status === 204 ? "Done" : "The answer",
      headers: { ...headers, ...(method === "GET" && file === undefined && { ETag: etag }) },
      ...(status !== 204 && { content }),
    },
    ...(method === "GET" && file === undefined && { "304": { description: "Unchanged since this ETag" } }),
  };
}

const idempotency = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "The same key with the same request within 24 hours does it once, and gives the same answer",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

function described(operation: Operation) {
  const { id, tag, summary, description, scope, params, query, body, method } = operation;
  return {
    operationId: id.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase()),
    tags: [tag],
    summary,
    description: [description, `Scope: \`${scope}\`.`].filter(Boolean).join(" "),
    security: [{ key: [] }],
    parameters: [
      ...parametersOf(params, "path"),
      ...parametersOf(query, "query"),
      ...(method === "GET" ? [] : [idempotency]),
    ],
    ...(!isNothing(body) && {
      requestBody: {
        required: true,
        content: { "application/json": { schema: schemaOf(body, "input") } },
      },
    }),
    responses: { ...answerOf(operation), ...problemsOf(operation) },
  };
}

const problemSchema = {
  type: "object",
  required: ["type", "title", "status", "code", "detail"],
  properties: {
    type: { type: "string", format: "uri", description: "Where the problem is explained" },
    title: { type: "string" },
    status: { type: "integer" },
    code: {
      type: "string",
      description: `Its name, such as ${Object.keys(problems).slice(0, 3).join(", ")}`,
    },
    detail: { type: "string", description: "What went wrong, in words" },
    errors: {
      type: "array",
      items: {
        type: "object",
        required: ["path", "message"],
        properties: { path: { type: "string" }, message: { type: "string" } },
      },
    },
  },
};

/** The whole document. @param origin of the host that asks @param name whose API it is */
export function openApi(origin: string, name: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const known = paths[operation.path] ?? {};
    paths[operation.path] = { ...known, [operation.method.toLowerCase()]: described(operation) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: `${name} API`,
      version: "1",
      description: `Everything that a person can do in the dashboard, for programs. See ${origin}/api.`,
      termsOfService: `${origin}/terms`,
      contact: { name, url: `${origin}/help` },
    },
    servers: [{ url: `${origin}/api/v1` }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((tag) => ({
      name: tag,
      description: `Operations on ${tag.toLowerCase()}`,
    })),
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: {
        key: { type: "http", scheme: "bearer", description: "An API key of the organization" },
      },
      schemas: { Problem: problemSchema },
    },
  };
}
