/** Objects as they leave Stripe: without the sandbox's notes, with the fields that are not played, and with those that are asked for by `expand`. */
import type { ObjectStore } from "./object-store.ts";
import { invalid } from "./refusals.ts";
import { unplayed } from "./unplayed.ts";

/** Fields that are left out unless they are expanded. */
const onRequest: Record<string, readonly string[]> = {
  price: ["tiers"],
  invoice: ["payments", "confirmation_secret"],
  "checkout.session": ["line_items"],
};

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** `paths`: what is expanded, each as its keys. */
export function shown(object: object, paths: readonly string[][] = [], objects?: ObjectStore): object {
  const own = new Map<string, unknown>(Object.entries(object));
  const all = new Map<string, unknown>([...Object.entries(unplayed(String(own.get("object")))), ...own]);
  const hidden = onRequest[String(all.get("object"))] ?? [];
  return Object.fromEntries(
    [...all]
      .filter(([name]) => !name.startsWith("_"))
      .filter(([name]) => !hidden.includes(name) || paths.some(([first]) => first === name))
      .map(([name, value]) => {
        const deeper = paths.filter(([first]) => first === name).map(([, ...rest]) => rest);
        const isNamed = deeper.length > 0;
        return [name, shownValue(isNamed ? fetched(value, objects) : value, deeper, objects)];
      }),
  );
}

function shownValue(value: unknown, paths: readonly string[][], objects?: ObjectStore): unknown {
  if (Array.isArray(value))
    return value.map((one: unknown) =>
      shownValue(paths.length > 0 ? fetched(one, objects) : one, paths, objects),
    );
  return isNode(value) ? shown(value, paths, objects) : value;
}

/** The object behind an id. */
const fetched = (value: unknown, objects?: ObjectStore): unknown =>
  typeof value === "string" ? (objects?.any(value) ?? value) : value;

/** @throws StripeRefusal for a path that is deeper than Stripe follows */
export function pathsOf(expand: readonly string[]): string[][] {
  return expand.map((path) => {
    const keys = path.split(".");
    if (keys.length > 4 + (keys[0] === "data" ? 1 : 0))
      throw invalid(`You cannot expand more than 4 levels of a property. Property: ${path}`, {
        code: "property_expansion_max_depth",
      });
    return keys;
  });
}
