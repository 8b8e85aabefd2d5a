/** The title of a page in the browser's tab: the page and the brand. */

type Match = { id: string; loaderData?: unknown } | undefined;

const hasBrand = (data: unknown): data is { brand: { company_name: string } } =>
  typeof data === "object" &&
  data !== null &&
  "brand" in data &&
  typeof data.brand === "object" &&
  data.brand !== null &&
  "company_name" in data.brand &&
  typeof data.brand.company_name === "string";

/**
 * "Agents · Brightsmile Dental": a route's whole `meta` when it needs nothing else.
 * @param matches React Router's argument of `meta`; the root's data contain the brand
 */
export function pageTitle(words: string, matches: readonly Match[]): { title: string }[] {
  const root = matches.find((match) => match?.id === "root")?.loaderData;
  return [{ title: hasBrand(root) ? `${words} · ${root.brand.company_name}` : words }];
}
