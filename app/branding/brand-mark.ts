/** The mark of a brand beside its name: its logo, and the one for dark grounds. */
import type { Brand } from "./brand.schema.ts";

export const markOf = (brand: Pick<Brand, "company_name" | "logo_url" | "logo_url_light">) => ({
  name: brand.company_name,
  logo: brand.logo_url,
  logoLight: brand.logo_url_light,
});
