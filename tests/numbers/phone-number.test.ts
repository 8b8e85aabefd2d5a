import { describe, expect, it } from "vitest";
import { internationally, phoneNumberFrom } from "#app/platform/phone-number.ts";
import { costsExtra } from "#app/platform/phone-number-cost.ts";

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

  it.each(["+19005550123", "+12129765555", "+449098790123", "+33899123456"])("%s costs extra", (e164) => {
    expect(costsExtra(e164)).toBe(true);
  });

  it.each(["+14155550100", "+18885550101", "+442079460018", "+491701234567", "anonymous"])(
    "%s costs what a call costs",
    (e164) => {
      expect(costsExtra(e164)).toBe(false);
    },
  );
});
