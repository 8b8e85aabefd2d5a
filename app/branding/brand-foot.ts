/** The footer of public pages: the brand's words and links. */
import type { Brand } from "./brand.schema.ts";

type Said = "footer_description" | "copyright_text" | (typeof networks)[number][0];

/** The column of each network, and its name as a link. */
const networks = [
  ["social_twitter", "X"],
  ["social_linkedin", "LinkedIn"],
  ["social_facebook", "Facebook"],
  ["social_instagram", "Instagram"],
] as const;

/** The footer of a brand's pages; undefined when the brand defines none. */
export function footOf(brand: Pick<Brand, Said>) {
  const { footer_description: description, copyright_text: copyright } = brand;
  const links = networks.flatMap(([column, label]) => {
    const href = brand[column];
    return href ? [{ label, href }] : [];
  });
  return description || copyright || links.length > 0 ? { description, copyright, links } : undefined;
}
