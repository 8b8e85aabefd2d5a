/** Which fields of two brands meet on one page. */
import { expect, test } from "vitest";
import { brandOfHost, brandOnMain } from "#app/branding/worn-brand.ts";

const agency = {
  company_name: "Northwind",
  auth_hero_headline: "Sign in to Northwind",
  auth_hero_description: "Your agency's phone.",
};

test.each([brandOnMain, (wearer: Parameters<typeof brandOnMain>[0]) => brandOfHost(wearer, "Harbor")])(
  "a client's own headline stands beside its sign-in form, not its agency's",
  (worn) => {
    const own = { hero_headline: "Every patient gets an answer" };
    const brand = worn({ own, agency });
    expect(brand.auth_hero_headline ?? brand.hero_headline).toBe(own.hero_headline);
    expect(brand.auth_hero_description).toBe(agency.auth_hero_description);
    expect(worn({ own: {}, agency }).auth_hero_headline).toBe(agency.auth_hero_headline);
    const both = { ...own, auth_hero_headline: "Welcome back" };
    expect(worn({ own: both, agency }).auth_hero_headline).toBe("Welcome back");
  },
);
