/** How an event is told to the outside: its envelope, and the table's entry for one kind of fact. */
import { z } from "zod";
import { type FactKind, type Payloads, payloadOf } from "#app/object/events.schema.ts";
import type { Json } from "#app/platform/json.ts";

/** A moment, as ISO 8601 in UTC. */
export const moment = z.iso.datetime();
export const momentOf = (ms: number): string => new Date(ms).toISOString();

/** An event as the outside is told of it. `data` has the shape of its type and version. */
export const outsideEvent = z.object({
  type: z.string(),
  version: z.int(),
  timestamp: moment,
  organization_id: z.string(),
  data: z.record(z.string(), z.json()),
});
export type OutsideEvent = z.infer<typeof outsideEvent>;

type Data = { [field: string]: Json };

/** One type of event: what it is called outside, its words, its shape, and how a fact becomes it. */
export type CatalogueEvent<Name extends string = string> = {
  readonly name: Name;
  /** Of the shape: fields may be added to a version; what changes a field's meaning is a new version. */
  readonly version: 1;
  readonly group: string;
  /** What happened, as a short line. */
  readonly title: string;
  readonly about: string;
  /** The fact that it tells of (docs/events.md). */
  readonly fact: FactKind;
  readonly schema: z.ZodObject;
  readonly example: Data;
  dataOf(payload: unknown): Data;
};

/** An entry of the catalogue. What is told is read by the shape, so that nothing else leaves. */
export function told<Name extends string, K extends FactKind, Shape extends z.ZodRawShape>(
  name: Name,
  fact: K,
  entry: {
    group: string;
    title: string;
    about: string;
    schema: z.ZodObject<Shape>;
    example: z.input<z.ZodObject<Shape>>;
    of: (payload: Payloads[K]) => z.input<z.ZodObject<Shape>>;
  },
): CatalogueEvent<Name> {
  const { group, title, about, schema, example, of } = entry;
  const read = (data: unknown): Data => z.record(z.string(), z.json()).parse(schema.parse(data));
  return {
    name,
    version: 1,
    group,
    title,
    about,
    fact,
    schema,
    example: read(example),
    dataOf: (payload) => read(of(payloadOf(fact, payload))),
  };
}
