/** The demo's agency, its brand and its host, and the client that inherits both. */
import { type DemoPerson, demoPerson } from "./demo-clinic.ts";

/** The agency's own domain, which DNS does not know, like the clinic's. */
export const agencyHost = "agents.northwind.test";

export const agency = {
  id: "01940000-0000-7000-8000-00000000a9e1",
  name: "Northwind Voice",
  time_zone: "America/Chicago",
  locale: "en-US",
  currency: "USD",
  country: "US",
} as const;

/** The plan that it pays for. */
export const agencyTier = "agency";

export const agencyBrand = {
  company_name: "Northwind Voice",
  primary_color: "#b45309",
  secondary_color: "#0f766e",
  accent_color: "#be123c",
  hero_headline: "The phone answered, whatever the weather",
  hero_subheadline: "Agents that book, sort and pass on your calls while you do the work.",
  footer_description: "Voice agents for the trades and practices of the Great Lakes.",
  copyright_text: "© Northwind Voice",
  support_email: "help@northwind.test",
  enable_custom_domain_redirect: true,
} as const;

export const agencyStaff: readonly DemoPerson[] = [
  demoPerson(32, "Nora West", "nora@northwind.test", "owner"),
  demoPerson(33, "Omar Haddad", "omar@northwind.test", "admin"),
];

/** A client without a brand or a domain of its own: it wears the agency's and lives on its host. */
export const plumber = {
  id: "01940000-0000-7000-8000-00000000b1b1",
  name: "Harborview Plumbing",
  time_zone: "America/Chicago",
  locale: "en-US",
  currency: "USD",
  country: "US",
} as const;

export const plumberStaff: readonly DemoPerson[] = [
  demoPerson(48, "Petra Vance", "petra@harborview.test", "owner"),
];
