/** The title of a page in the browser's tab: the page, and what the brand is called there. */
import type { Brand } from "./brand.schema.ts";

type Named = Pick<Brand, "company_name" | "meta_title">;
type Match = { id: string; loaderData?: unknown } | undefined;

const hasBrand = (data: unknown): data is { brand: Named } =>
  typeof data === "object" &&
  data !== null &&
  "brand" in data &&
  typeof data.brand === "object" &&
  data.brand !== null &&
  "company_name" in data.brand &&
  typeof data.brand.company_name === "string";

/** The brand's own title; without one, its name. */
export const brandTitle = ({ meta_title, company_name }: Named): string => meta_title ?? company_name;

/**
 * "Agents · Brightsmile Dental": a route's whole `meta` when it needs nothing else.
 * @param matches React Router's argument of `meta`; the root's data contain the brand
 */
export function pageTitle(words: string, matches: readonly Match[]): { title: string }[] {
  const root = matches.find((match) => match?.id === "root")?.loaderData;
  return [{ title: hasBrand(root) ? `${words} · ${brandTitle(root.brand)}` : words }];
}
