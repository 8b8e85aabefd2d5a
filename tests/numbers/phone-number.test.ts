import { describe, expect, it } from "vitest";
import { internationally, nationally, phoneNumberFrom } from "#app/platform/phone-number.ts";

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

  it("is written as at home, and with its prefix abroad", () => {
    expect(nationally("+14155550100", "US")).toBe("(415) 555-0100");
    expect(nationally("+442079460018", "US")).toBe("+44 20 7946 0018");
    expect(nationally("+442079460018", "GB")).toBe("020 7946 0018");
    expect(internationally("+14155550100")).toBe("+1 415 555 0100");
  });

  it("stays as it is when it is none", () => {
    expect(nationally("anonymous", "US")).toBe("anonymous");
    expect(internationally("")).toBe("");
  });
});
