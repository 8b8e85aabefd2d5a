/** Stripe's request bodies: form fields whose names nest by brackets (`items[0][price]=…`), as a tree. */

export type FormValue = string | FormValue[] | Form;
export type Form = { [name: string]: FormValue };

type Branch = Map<string, Branch | string>;

/** The tree of a query or a body; fields named by numbers are a list. */
export function decode(text: string): Form {
  const root: Branch = new Map();
  for (const [name, value] of new URLSearchParams(text)) plant(root, keysOf(name), value);
  return Object.fromEntries([...root].map(([name, branch]) => [name, grown(branch)]));
}

const keysOf = (name: string): string[] => name.replaceAll("]", "").split("[");

function plant(root: Branch, keys: string[], value: string): void {
  let at = root;
  for (const [depth, given] of keys.entries()) {
    const key = given === "" ? String(at.size) : given;
    if (depth === keys.length - 1) {
      at.set(key, value);
      return;
    }
    const known = at.get(key);
    const next: Branch = known instanceof Map ? known : new Map();
    at.set(key, next);
    at = next;
  }
}

function grown(branch: Branch | string): FormValue {
  if (typeof branch === "string") return branch;
  const entries = [...branch];
  if (entries.every(([key]) => /^\d+$/.test(key)))
    return entries.sort(([one], [other]) => Number(one) - Number(other)).map(([, value]) => grown(value));
  return Object.fromEntries(entries.map(([key, value]) => [key, grown(value)]));
}
