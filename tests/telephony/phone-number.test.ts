import { describe, expect, it } from "vitest";
import { internationally, phoneNumberFrom } from "#app/platform/phone-number.ts";
import { type Dialling, dialRefusal } from "#app/platform/phone-number-cost.ts";

describe("a phone number", () => {
  it.each([
    ["(415) 555-0100", "US", "+14155550100"],
    ["415.555.0100", "US", "+14155550100"],
    ["+1 415 555 0100", "GB", "+14155550100"],
    ["020 7946 0018", "GB", "+442079460018"],
    ["+44 20 7946 0018", "US", "+442079460018"],
    ["888-555-0101", "US", "+18885550101"],
  ])("typed as %s in %s is read", (typed, country, e164) => {
    expect(phoneNumberFrom(typed, country)).toBe(e164);
  });

  it.each(["", "hello", "123", "555 0100", "+1 415 555 0100 ext. 7", "<b>", "🦷", "4".repeat(10_000)])(
    "is not read into what is none (%#)",
    (typed) => {
      expect(phoneNumberFrom(typed, "US")).toBeNull();
    },
  );

  it("is written with its prefix, everywhere alike", () => {
    expect(internationally("+14155550100")).toBe("+1 415 555 0100");
    expect(internationally("+442079460018")).toBe("+44 20 7946 0018");
  });

  it("stays as it is when it is none", () => {
    expect(internationally("anonymous")).toBe("anonymous");
    expect(internationally("")).toBe("");
  });

  const home: Dialling = { country: "US", reach: "home" };
  const abroad: Dialling = { country: "US", reach: "abroad" };

  it.each([
    ["+19005550123", "premium rate"],
    ["+12129765555", "premium rate"],
    ["+449098790123", "premium rate"],
    ["+33899123456", "premium rate"],
    ["+447011234567", "a personal number"],
    ["+15005550006", "a personal number"],
    ["+443001234567", "a number for all of a country"],
    ["+870773111632", "Inmarsat"],
    ["+878101234567890", "universal personal telecommunications"],
    ["+881612345678", "Iridium"],
    ["+882161234567", "an international network"],
    ["+883510012345", "an international network"],
    ["+979123456789", "international premium rate"],
    ["+80812345678", "international shared cost"],
  ])("%s, %s, is dialled for nobody", (e164) => {
    expect(dialRefusal(e164, home)).toBe("costs_extra");
    expect(dialRefusal(e164, abroad)).toBe("costs_extra");
  });

  it.each([
    ["+24761234", "Ascension"],
    ["+5352123456", "Cuba"],
    ["+252612345678", "Somalia"],
    ["+18764567890", "Jamaica"],
    ["+16584567890", "Jamaica"],
    ["+18095551234", "Dominican Republic"],
    ["+18295551234", "Dominican Republic"],
    ["+18495551234", "Dominican Republic"],
    ["+14734031234", "Grenada"],
    ["+37121234567", "Latvia"],
    ["+2463801234", "Diego Garcia"],
    ["+29022158", "Saint Helena"],
    ["+2908123", "Tristan da Cunha"],
    ["+50031234", "the Falkland Islands"],
    ["+6907290", "Tokelau"],
    ["+6834002", "Niue"],
    ["+23563012345", "Chad"],
    ["+2693212345", "the Comoros"],
    ["+681821234", "Wallis and Futuna"],
    ["+68271234", "the Cook Islands"],
    ["+6745551234", "Nauru"],
    ["+6777421234", "the Solomon Islands"],
    ["+6785912345", "Vanuatu"],
    ["+6857212345", "Samoa"],
    ["+68672001234", "Kiribati"],
    ["+688901234", "Tuvalu"],
    ["+672381234", "Norfolk Island"],
    ["+68987123456", "French Polynesia"],
  ])("%s, in %s, is not dialled for any plan", (e164) => {
    expect(dialRefusal(e164, home)).toBe("risky");
    expect(dialRefusal(e164, abroad)).toBe("risky");
  });

  it("in a country that is known for fraud is dialled for who pays and is at home there", () => {
    expect(dialRefusal("+37121234567", { country: "LV", reach: "abroad" })).toBeNull();
    expect(dialRefusal("+37121234567", { country: "LV", reach: "home" })).toBe("risky");
  });

  it.each([
    ["+5511961234567", "BR"],
    ["+2348021234567", "NG"],
  ])("no trial dials %s because it was founded over a connection that ends in %s", (e164, country) => {
    expect(dialRefusal(e164, { country, reach: "home" })).toBe("not_in_trial");
    expect(dialRefusal(e164, { country, reach: "abroad" })).toBeNull();
  });

  it.each(["+442079460018", "+491701234567", "+14165550123", "+17875551234", "+16715551234"])(
    "%s is abroad",
    (e164) => {
      expect(dialRefusal(e164, home)).toBe("abroad");
      expect(dialRefusal(e164, abroad)).toBeNull();
    },
  );

  it.each([
    ["+14155550100", "US"],
    ["+18885550101", "US"],
    ["+18885550101", "CA"],
    ["+442079460018", "GB"],
    ["+491701234567", "DE"],
  ])("%s is at home in %s", (e164, country) => {
    expect(dialRefusal(e164, { country, reach: "home" })).toBeNull();
  });

  it.each(["anonymous", "", "+999123456789", "+12475551234", "911", "*67"])("%s is no number", (e164) => {
    expect(dialRefusal(e164, abroad)).toBe("unknown");
  });
});
