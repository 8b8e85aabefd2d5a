/** The fields of Stripe's requests, which are all texts, as zod types. */
import { z } from "zod";
import type { Form } from "./form.ts";
import { unfit } from "./refusals.ts";

export const text = z.string().min(1).max(5000);
export const integer = z
  .string()
  .regex(/^-?\d{1,15}$/, "must be an integer")
  .transform(Number);
export const decimal = z.string().regex(/^-?\d{1,20}(?:\.\d{1,12})?$/, "must be a decimal");
export const flag = z.enum(["true", "false"]).transform((value) => value === "true");
export const amount = integer.refine((value) => value >= 0, "must be at least 0");
export const percent = decimal.transform(Number).refine((value) => value >= 0 && value <= 100, "0 to 100");
export const currency = z
  .string()
  .regex(/^[a-z]{3}$/i, "must be a currency")
  .toLowerCase();

/** A field that an empty text clears. */
export const clearable = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.literal("").transform(() => null), schema]);

/** Pairs to set; an empty value removes its key, an empty field removes all. */
export const metadata = z.union([z.literal(""), z.record(z.string().max(40), z.string().max(500))]);
export type MetadataOrder = z.output<typeof metadata>;

export function withMetadata(
  before: Record<string, string>,
  order: MetadataOrder | undefined,
): Record<string, string> {
  if (order === undefined) return before;
  if (order === "") return {};
  return Object.fromEntries(Object.entries({ ...before, ...order }).filter(([, value]) => value !== ""));
}

/** A moment, or a range of moments, in seconds. */
export const range = z.union([
  integer.transform((at) => ({ gte: at, lte: at })),
  z.strictObject({
    gt: integer.optional(),
    gte: integer.optional(),
    lt: integer.optional(),
    lte: integer.optional(),
  }),
]);
type Range = {
  gt?: number | undefined;
  gte?: number | undefined;
  lt?: number | undefined;
  lte?: number | undefined;
};

export const isWithin = (at: number, { gt, gte, lt, lte }: Range): boolean =>
  (gt === undefined || at > gt) &&
  (gte === undefined || at >= gte) &&
  (lt === undefined || at < lt) &&
  (lte === undefined || at <= lte);

/** What every list accepts. */
export const paging = {
  limit: integer.refine((limit) => limit >= 1 && limit <= 100, "must be between 1 and 100").optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
  expand: z.array(text).optional(),
};

/** The fields of a request, typed. @throws StripeRefusal about the first one that does not fit */
export function fieldsOf<Schema extends z.ZodType>(schema: Schema, form: Form): z.output<Schema> {
  const read = schema.safeParse(form);
  if (!read.success) throw unfit(read.error);
  return read.data;
}
