/** Numbers for sale in five countries: searched by kind, area and digits, priced in the organization's currency. */
import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import { describe, expect, it } from "vitest";
import { pageText } from "../support/page-form.ts";
import { memberOf, type Person } from "../support/people.ts";

/** Every number that a page of the search offers or shows. */
async function search(person: Person, query: Record<string, string>) {
  const answer = await person.get(`/numbers/search?${new URLSearchParams(query)}`);
  const text = await pageText(await answer.text());
  return { status: answer.status, text, numbers: text.match(/\+(?:1|44|49|61)(?: \d+)+/g) ?? [] };
}

describe("a search", () => {
  it.each<[string, Record<string, string>, RegExp, string]>([
    ["the United States", { country: "US", area_code: "212" }, /^\+1 212/, "New York, NY"],
    ["Canada", { country: "CA", area_code: "416" }, /^\+1 416/, "Toronto, ON"],
    ["Canada, toll-free", { country: "CA", kind: "toll_free" }, /^\+1 8\d\d/, "Toll-free nationwide"],
    ["the United Kingdom", { country: "GB", area_code: "020" }, /^\+44 20/, "London"],
    ["the United Kingdom, mobile", { country: "GB", kind: "mobile" }, /^\+44 7/, "£4 a month + £2 setup"],
    ["the United Kingdom, national", { country: "GB", kind: "national" }, /^\+44 306/, "Nationwide"],
    [
      "the United Kingdom, toll-free",
      { country: "GB", kind: "toll_free" },
      /^\+44 808/,
      "Toll-free nationwide",
    ],
    ["Germany", { country: "DE", area_code: "30" }, /^\+49 30/, "Berlin"],
    ["Germany, mobile", { country: "DE", kind: "mobile" }, /^\+49 171/, "Needs documents"],
    ["Australia", { country: "AU", area_code: "02" }, /^\+61 2/, "Sydney, NSW"],
    ["Australia, mobile", { country: "AU", kind: "mobile" }, /^\+61 491/, "Needs documents"],
    ["Australia, toll-free", { country: "AU", kind: "toll_free" }, /^\+61 1800/, "Needs documents"],
  ])("of %s finds real numbers of it", async (_where, query, shape, words) => {
    const owner = await memberOf({ organization: { currency: "GBP", subscription_status: "canceled" } });
    const { status, numbers, text } = await search(owner, query);
    expect(status).toBe(200);
    expect(numbers.length).toBeGreaterThan(5);
    for (const number of numbers) {
      expect(number).toMatch(shape);
      const found = parsePhoneNumberFromString(number);
      expect(found?.isValid()).toBe(true);
      if (query.kind !== "toll_free") expect(found?.country).toBe(query.country);
    }
    expect(text).toContain(words);
  });

  it("begins in the organization's own country, where numbers of it are for sale", async () => {
    const british = await search(await memberOf({ organization: { country: "GB" } }), {});
    expect(british.numbers[0]).toMatch(/^\+44/);
    const french = await search(await memberOf({ organization: { country: "FR" } }), {});
    expect(french.numbers[0]).toMatch(/^\+1/);
  });

  it("by area and digits together works where the carrier knows no area codes", async () => {
    const owner = await memberOf();
    const { numbers } = await search(owner, { country: "GB", area_code: "020", digits: "0*7" });
    expect(numbers.length).toBeGreaterThan(0);
    for (const number of numbers) expect(number.replaceAll(" ", "")).toMatch(/^\+4420.*0\d7/);
    expect((await search(owner, { country: "GB", area_code: "020", digits: "999999" })).text).toContain(
      "No matching numbers",
    );
  });

  it("for a kind that a country does not have shows the country's usual one", async () => {
    const { numbers } = await search(await memberOf(), { country: "DE", kind: "toll_free" });
    expect(numbers[0]).toMatch(/^\+49/);
  });

  it.each([
    ["an unknown country", { country: "XX" }, "Choose one of these countries"],
    ["a country of 200 characters", { country: "U".repeat(200) }, "Choose one of these countries"],
    ["a country that is a name of every object", { country: "constructor" }, "Choose one of these countries"],
    ["an area code of another country", { country: "US", area_code: "020" }, "Enter a three-digit area code"],
    ["an area code of 200 digits", { country: "GB", area_code: "2".repeat(200) }, "At most 20 characters"],
    ["an area code in words", { country: "AU", area_code: "Sydney" }, "Enter an area code of 1 to 4 digits"],
    ["200 digits", { country: "AU", digits: "5".repeat(200) }, "Enter 2 to 10 digits or letters"],
    ["a wildcard alone", { country: "DE", digits: "*" }, "Enter 2 to 10 digits or letters"],
    ["wildcards of a database", { country: "DE", digits: "%_" }, "Enter 2 to 10 digits or letters"],
  ])("for %s is answered at its field", async (_what, query, words) => {
    const { status, text } = await search(await memberOf(), query);
    expect(status).toBe(422);
    expect(text).toContain(words);
    expect(text).not.toContain("No matching numbers");
  });
});
