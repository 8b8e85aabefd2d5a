/** The command that prints what the readers make of an utterance. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const script = fileURLToPath(new URL("../../scripts/hear.mjs", import.meta.url));
const at = ["--now", "2026-11-20T10:00", "--zone", "America/New_York"];

function hear(args: string[], input = "") {
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, ...args], {
    input,
    encoding: "utf8",
  });
  return { lines: stdout.split("\n").filter((line) => line !== ""), stderr, status };
}

describe("npm run hear", () => {
  it("prints one JSON line: the text, the acts, and each day and time meant", () => {
    const { lines, status } = hear(["Next Tuesday around three", ...at, "--asked", "when"]);
    expect(status).toBe(0);
    expect(lines).toHaveLength(1);
    const when = {
      options: [{ date: "2026-11-24", at: ["15:00"], around: true }],
      except: [],
      relation: null,
    };
    expect(JSON.parse(lines[0] ?? "")).toEqual({
      text: "next tuesday around three",
      acts: [{ act: "inform", field: "appointment", value: when }],
      when: [{ date: "2026-11-24", at: "15:00", around: true }],
    });
  });

  it("reads lines from standard input, one answer for each, empty ones too", () => {
    const { lines } = hear([...at, "--asked", "when"], "monday or wednesday morning\n\nany day but friday\n");
    expect(lines.map((line) => JSON.parse(line).when)).toEqual([
      [
        { date: "2026-11-23", from: "08:00", to: "12:00" },
        { date: "2026-11-25", from: "08:00", to: "12:00" },
      ],
      [],
      ["2026-11-21", "2026-11-22", "2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26"].map((date) => ({
        date,
      })),
    ]);
  });

  it("reads names, numbers and choices when they were asked for", () => {
    const value = (asked: string, said: string, ...more: string[]) =>
      JSON.parse(hear([said, ...at, "--asked", asked, ...more]).lines[0] ?? "").acts[0].value;
    expect(value("name", "it's marta lindqvist")).toBe("Marta Lindqvist");
    expect(value("phone", "four one five triple five oh one nine eight")).toBe("+14155550198");
    expect(value("choice", "the whitening one", "--options", "Cleaning,Whitening")).toBe("Whitening");
  });

  it("says what is wrong with a question or a zone that it does not know", () => {
    for (const args of [
      ["hi", "--asked", "nonsense"],
      ["hi", "--zone", "Mars/Olympus"],
      ["hi", "--loud"],
    ]) {
      const { status, stderr } = hear(args);
      expect(status).toBe(1);
      expect(stderr).toContain("npm run hear");
    }
  });
});
