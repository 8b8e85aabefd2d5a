import { describe, expect, it } from "vitest";
import { secondsToSay } from "#app/agents/speaking-time.ts";

describe("the time a text takes to be said", () => {
  it("is about five seconds for a usual greeting", () => {
    expect(
      secondsToSay(
        "Thanks for calling Brightsmile Dental, this is the front desk assistant. How can I help?",
      ),
    ).toBe(5.2);
  });

  it("is nothing for nothing, and spaces take no time", () => {
    expect(secondsToSay("")).toBe(0);
    expect(secondsToSay("   \n ")).toBe(0);
    expect(secondsToSay("one    two")).toBe(secondsToSay("one two"));
  });

  it("grows with every word", () => {
    expect(secondsToSay("Hello there, how are you?")).toBeGreaterThan(secondsToSay("Hello there"));
  });
});
