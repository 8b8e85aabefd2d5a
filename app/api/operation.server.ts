/** What an operation of the API is: how it is asked, by what scope, and what it answers; the router, OpenAPI, the reference and MCP read it. */
import { z } from "zod";
import type { PlayTest } from "#app/agents/tests/playing.server.ts";
import type { BrandSection } from "#app/branding/hidden-sections.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import type { Actor, Machine } from "#app/membership/actor.ts";
import { cursorAfter, placeIn } from "./api-cursor.ts";
import { isObject } from "./example.ts";
import { type FieldProblem, invalidFields, notFound, Refusal, refusal } from "./problem.ts";
import type { ApiScope } from "./scopes.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Who asks, and what they ask with. */
export type Asking = {
  readonly actor: Actor<Machine>;
  readonly deps: Deps;
  /** Plays tests of agents. */
  readonly play: PlayTest;
  /** A UUIDv7, the same for a request that is repeated with its idempotency key: what the request makes has it as its id, so that a repetition makes nothing new. */
  readonly request_id: string;
  /** For answers that are files: ranges. */
  readonly headers: Headers;
  /** ms UTC */
  readonly now: number;
};

/** What a program sends, unchecked. */
export type Sent = {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
};

/** How an operation stands in lists of them. */
export type About = {
  /** "calls.list" */
  readonly id: string;
  readonly method: Method;
  /** Under /api/v1, with its parameters in braces: "/calls/{call_id}". */
  readonly path: string;
  /** The noun under which the reference has it. */
  readonly tag: string;
  /** "List calls" */
  readonly summary: string;
  readonly description?: string;
  readonly scope: ApiScope;
  /** The section of the dashboard that it belongs to, if a brand can hide that. */
  readonly section?: BrandSection;
  /** Of an answer in the usual case: 200, unless another is named. */
  readonly status?: 200 | 201 | 202 | 204;
  /** An answer that is no JSON. */
  readonly file?: string;
  /** A field of its answer that is shown once: null when the request is repeated with its idempotency key. */
  readonly secret?: string;
  /** Problems of its own, by status. */
  readonly refusals?: Readonly<Record<number, string>>;
};

export type Operation = About & {
  readonly params: z.ZodType;
  readonly query: z.ZodType;
  readonly body: z.ZodType;
  readonly answer: z.ZodType;
  /** Checks what was sent, and does it. */
  perform(asking: Asking, sent: Sent): Promise<unknown | Response | Refusal>;
};

/** For operations without parameters, without a body, and without an answer. */
export const nothing = z.strictObject({});
export const noBody = z.null();
export const noAnswer = z.null();

const unknownField = (path: string): FieldProblem => ({ path, message: "This field isn't known here" });

const problemsAt = (where: string, error: z.ZodError): FieldProblem[] =>
  error.issues.flatMap((issue) => {
    const at = [where, ...issue.path.map(String)].join(".");
    return issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => unknownField(`${at}.${key}`))
      : [{ path: at, message: issue.message }];
  });

/** Fields of what was sent that are not in what was read of it: an object inside a shape drops those that it does not know. */
function passedOver(sent: unknown, read: unknown, at: string): FieldProblem[] {
  if (Array.isArray(sent) && Array.isArray(read))
    return sent.flatMap((one, i) => passedOver(one, read[i], `${at}.${i}`));
  if (!isObject(sent) || !isObject(read)) return [];
  return Object.entries(sent).flatMap(([name, value]) =>
    Object.hasOwn(read, name)
      ? passedOver(value, read[name], `${at}.${name}`)
      : [unknownField(`${at}.${name}`)],
  );
}

/** The shape of a change: fields of a thing, each of which may be left out, and then stays. */
export const changesOf = ({ shape }: z.ZodObject) =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(shape).map(([name, field]) => [
        name,
        z.optional(field instanceof z.ZodDefault ? field.unwrap() : field),
      ]),
    ),
  );

type Given<
  Path extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
> = About & {
  readonly params: Path;
  readonly query: Query;
  readonly body: Body;
  readonly answer: Answer;
  run(
    asking: Asking & { path: z.output<Path>; query: z.output<Query>; body: z.output<Body> },
  ): Promise<z.output<Answer> | Response | Refusal>;
};

/** Makes an operation. Unknown fields are refused, also those of objects inside others. */
export const operation = <
  Path extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
>({
  run,
  ...about
}: Given<Path, Query, Body, Answer>): Operation => ({
  ...about,
  async perform(asking, sent) {
    const path = about.params.safeParse(sent.path);
    // An id that no thing can have is an id that no thing has.
    if (!path.success) return notFound();
    const query = about.query.safeParse(sent.query);
    const body = about.body.safeParse(sent.body);
    const problems = [
      ...(query.success ? [] : problemsAt("query", query.error)),
      ...(body.success ? passedOver(sent.body, body.data, "body") : problemsAt("body", body.error)),
    ];
    return query.success && body.success && problems.length === 0
      ? run({ ...asking, path: path.data, query: query.data, body: body.data })
      : invalidFields(problems);
  },
});

const mostRows = 100;

/** What every list takes. */
export const paging = {
  limit: z.coerce.number().int().min(1).max(mostRows).default(25).describe("How many rows to answer at most"),
  cursor: z.string().max(300).optional().describe("Where to go on: `next_cursor` of the page before"),
};

/** The shape of a page of a list. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    data: z.array(row),
    next_cursor: z
      .string()
      .nullable()
      .describe("The cursor of the next page; null: this is the last. A page may be short and not the last"),
  });

/** Forms of places: a moment or another number with an id, a number alone. */
export const placeForms = {
  numberAndId: /^\d{1,16}\.[0-9a-f-]{36}$/,
  number: /^\d{1,15}$/,
  numberAndPhone: /^\d{1,16}_\+\d{4,16}$/,
} as const;

/** The place in a list at which a page begins; null: at its beginning. @param form what places of this list look like */
export function placeOf(list: string, cursor: string | undefined, form = /./): string | null | Refusal {
  if (cursor === undefined) return null;
  const place = placeIn(list, cursor);
  return place !== null && form.test(place) ? place : refusal("invalid_cursor");
}

/** A page as programs get it. @param next the place behind it; null: it is the last */
export const page = <Row>(list: string, data: Row[], next: string | null) => ({
  data,
  next_cursor: next === null ? null : cursorAfter(list, next),
});

/** A page of a list that is read whole, by id: so it goes on behind a place whose row is gone. */
export function sliced<Row extends { id: string }>(
  list: string,
  rows: readonly Row[],
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const place = placeOf(list, cursor);
  if (place instanceof Refusal) return place;
  const left = rows.filter(({ id }) => place === null || id > place).sort((a, b) => (a.id < b.id ? -1 : 1));
  const shown = left.slice(0, limit);
  return page(list, shown, limit < left.length ? (shown.at(-1)?.id ?? null) : null);
}

/** An instant as programs get it: RFC 3339 in UTC. */
export const instant = z.iso.datetime().describe("RFC 3339, in UTC");
export const instantOf = (at: number): string => new Date(at).toISOString();
export const instantOrNull = (at: number | null): string | null => (at === null ? null : instantOf(at));
