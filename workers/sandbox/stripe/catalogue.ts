/** Products and prices. */
import { z } from "zod";
import type { Desk } from "./desk.ts";
import {
  amount,
  clearable,
  currency,
  decimal,
  fieldsOf,
  flag,
  integer,
  metadata,
  paging,
  text,
  withMetadata,
} from "./fields.ts";
import type { Form } from "./form.ts";
import { newStripeId } from "./ids.ts";
import { paged } from "./lists.ts";
import { invalid } from "./refusals.ts";
import type { Price, Product, Tier } from "./shapes-base.ts";

const expand = z.array(text).optional();
const productFields = {
  name: text.optional(),
  active: flag.optional(),
  description: clearable(text).optional(),
  metadata: metadata.optional(),
  unit_label: clearable(text).optional(),
  default_price: text.optional(),
  tax_code: clearable(text).optional(),
  statement_descriptor: text.optional(),
  images: z.array(text).optional(),
  url: clearable(text).optional(),
  expand,
};
const newProduct = z.strictObject({
  ...productFields,
  id: text.optional(),
  name: text,
  type: text.optional(),
});
const productChange = z.strictObject(productFields);
const productList = z.strictObject({
  ...paging,
  active: flag.optional(),
  ids: z.array(text).optional(),
  created: z.unknown().optional(),
});

export function createProduct(desk: Desk, form: Form): Product {
  const order = fieldsOf(newProduct, form);
  if (order.id && desk.objects.any(order.id))
    throw invalid(`Product already exists.`, { code: "resource_already_exists" });
  const created = desk.now();
  const made: Product = {
    id: order.id ?? newStripeId("prod", 14),
    object: "product",
    active: order.active ?? true,
    created,
    default_price: null,
    description: order.description ?? null,
    images: order.images ?? [],
    livemode: false,
    marketing_features: [],
    metadata: withMetadata({}, order.metadata),
    name: order.name,
    type: "service",
    unit_label: order.unit_label ?? null,
    updated: created,
  };
  return desk.put(made, "product.created");
}

export function updateProduct(desk: Desk, id: string, form: Form): Product {
  const before = desk.need("product", id);
  const order = fieldsOf(productChange, form);
  return desk.put(
    {
      ...before,
      name: order.name ?? before.name,
      active: order.active ?? before.active,
      description: order.description === undefined ? before.description : order.description,
      unit_label: order.unit_label === undefined ? before.unit_label : order.unit_label,
      default_price: order.default_price ?? before.default_price,
      metadata: withMetadata(before.metadata, order.metadata),
      updated: desk.now(),
    },
    "product.updated",
  );
}

export function deleteProduct(desk: Desk, id: string): object {
  const product = desk.need("product", id);
  if (desk.objects.list("price").some((price) => price.product === id))
    throw invalid("This product cannot be deleted because it has one or more user-created prices.");
  desk.remove(product);
  desk.tell("product.deleted", product);
  return { id, object: "product", deleted: true };
}

export function listProducts(desk: Desk, form: Form) {
  const asked = fieldsOf(productList, form);
  const found = desk.objects
    .list("product")
    .filter(({ active }) => asked.active === undefined || active === asked.active)
    .filter(({ id }) => asked.ids === undefined || asked.ids.includes(id));
  return paged(found, asked, "/v1/products");
}

const tier = z.strictObject({
  up_to: z.union([z.literal("inf").transform(() => null), integer]),
  unit_amount: amount.optional(),
  unit_amount_decimal: decimal.optional(),
  flat_amount: amount.optional(),
  flat_amount_decimal: decimal.optional(),
});
const newPrice = z.strictObject({
  active: flag.optional(),
  billing_scheme: z.enum(["per_unit", "tiered"]).default("per_unit"),
  currency,
  lookup_key: z.string().min(1).max(200).optional(),
  transfer_lookup_key: flag.optional(),
  metadata: metadata.optional(),
  nickname: text.optional(),
  product: text.optional(),
  product_data: z
    .strictObject({
      name: text,
      metadata: metadata.optional(),
      unit_label: text.optional(),
      id: text.optional(),
    })
    .optional(),
  recurring: z
    .strictObject({
      interval: z.enum(["day", "week", "month", "year"]),
      interval_count: integer.optional(),
      meter: text.optional(),
      usage_type: z.enum(["licensed", "metered"]).default("licensed"),
    })
    .optional(),
  tax_behavior: z.enum(["unspecified", "inclusive", "exclusive"]).default("unspecified"),
  tiers: z.array(tier).optional(),
  tiers_mode: z.enum(["graduated", "volume"]).optional(),
  unit_amount: integer.optional(),
  unit_amount_decimal: decimal.optional(),
  expand,
});
const priceChange = z.strictObject({
  active: flag.optional(),
  lookup_key: z.string().min(1).max(200).optional(),
  transfer_lookup_key: flag.optional(),
  metadata: metadata.optional(),
  nickname: clearable(text).optional(),
  tax_behavior: z.enum(["unspecified", "inclusive", "exclusive"]).optional(),
  expand,
});
const priceList = z.strictObject({
  ...paging,
  active: flag.optional(),
  currency: currency.optional(),
  lookup_keys: z.array(text).max(10, "Array lookup_keys exceeded maximum 10 allowed elements.").optional(),
  product: text.optional(),
  type: z.enum(["recurring", "one_time"]).optional(),
  recurring: z
    .strictObject({
      interval: z.enum(["day", "week", "month", "year"]).optional(),
      meter: text.optional(),
      usage_type: z.enum(["licensed", "metered"]).optional(),
    })
    .optional(),
  created: z.unknown().optional(),
});

const wholeAmount = (whole: number | undefined, exact: string | undefined) => ({
  unit_amount: whole ?? (exact !== undefined && !exact.includes(".") ? Number(exact) : null),
  unit_amount_decimal: exact ?? (whole === undefined ? null : String(whole)),
});

const tierOf = (given: z.output<typeof tier>): Tier => ({
  up_to: given.up_to,
  ...wholeAmount(given.unit_amount, given.unit_amount_decimal),
  flat_amount: given.flat_amount ?? null,
  flat_amount_decimal:
    given.flat_amount_decimal ?? (given.flat_amount === undefined ? null : String(given.flat_amount)),
});

export function createPrice(desk: Desk, form: Form): Price {
  const order = fieldsOf(newPrice, form);
  const { recurring } = order;
  if (recurring?.meter) desk.need("billing.meter", recurring.meter, "recurring[meter]");
  if (recurring?.usage_type === "metered" && !recurring.meter)
    throw invalid("Metered prices must be backed by meters.", { param: "recurring[meter]" });
  if (order.billing_scheme === "tiered" && (!order.tiers || !order.tiers_mode))
    throw invalid("Tiered prices need `tiers` and `tiers_mode`.", { param: "tiers" });
  if (order.billing_scheme === "tiered" && order.tiers?.at(-1)?.up_to !== null)
    throw invalid("The last tier must have an `up_to` value of `inf`.", { param: "tiers" });
  if (order.billing_scheme === "per_unit" && (order.unit_amount ?? order.unit_amount_decimal) === undefined)
    throw invalid("Prices require an `unit_amount` or `unit_amount_decimal` parameter to be set.");
  const product = order.product
    ? desk.need("product", order.product, "product").id
    : createProduct(desk, { name: order.product_data?.name ?? "" }).id;
  takeLookupKey(desk, order.lookup_key, order.transfer_lookup_key);
  const made: Price = {
    id: newStripeId("price"),
    object: "price",
    active: order.active ?? true,
    billing_scheme: order.billing_scheme,
    created: desk.now(),
    currency: order.currency,
    livemode: false,
    lookup_key: order.lookup_key ?? null,
    metadata: withMetadata({}, order.metadata),
    nickname: order.nickname ?? null,
    product,
    recurring: recurring
      ? {
          interval: recurring.interval,
          interval_count: recurring.interval_count ?? 1,
          meter: recurring.meter ?? null,
          usage_type: recurring.usage_type,
        }
      : null,
    tax_behavior: order.tax_behavior,
    ...(order.tiers && { tiers: order.tiers.map(tierOf) }),
    tiers_mode: order.tiers_mode ?? null,
    type: recurring ? "recurring" : "one_time",
    ...wholeAmount(order.unit_amount, order.unit_amount_decimal),
  };
  return desk.put(made, "price.created");
}

/** A lookup key belongs to one active price; it moves only when that is asked for. */
function takeLookupKey(desk: Desk, key: string | undefined, moves: boolean | undefined, own?: string): void {
  if (key === undefined) return;
  const holder = desk.objects.list("price").find((price) => price.lookup_key === key && price.id !== own);
  if (!holder) return;
  if (!moves)
    throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, { param: "lookup_key" });
  desk.put({ ...holder, lookup_key: null }, "price.updated");
}

export function updatePrice(desk: Desk, id: string, form: Form): Price {
  const before = desk.need("price", id);
  const order = fieldsOf(priceChange, form);
  takeLookupKey(desk, order.lookup_key, order.transfer_lookup_key, id);
  return desk.put(
    {
      ...before,
      active: order.active ?? before.active,
      lookup_key: order.lookup_key ?? before.lookup_key,
      nickname: order.nickname === undefined ? before.nickname : order.nickname,
      tax_behavior: order.tax_behavior ?? before.tax_behavior,
      metadata: withMetadata(before.metadata, order.metadata),
    },
    "price.updated",
  );
}

export function listPrices(desk: Desk, form: Form) {
  const asked = fieldsOf(priceList, form);
  const fits = (wanted: unknown, has: unknown): boolean => wanted === undefined || wanted === has;
  const found = desk.objects
    .list("price")
    .filter(
      (price) =>
        fits(asked.active, price.active) &&
        fits(asked.currency, price.currency) &&
        fits(asked.product, price.product) &&
        fits(asked.type, price.type) &&
        fits(asked.recurring?.interval, price.recurring?.interval) &&
        fits(asked.recurring?.usage_type, price.recurring?.usage_type) &&
        fits(asked.recurring?.meter, price.recurring?.meter) &&
        (asked.lookup_keys === undefined || asked.lookup_keys.some((key) => key === price.lookup_key)),
    );
  return paged(found, asked, "/v1/prices");
}
