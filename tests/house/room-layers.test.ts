import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { brokenLayers, importsOf, roomsOf, strayTests } from "../../scripts/room-layers.mjs";

const rooms = ["platform", "accounts", "calls"];

describe("the order of the rooms", () => {
  it("lets a room import the rooms below it and itself", () => {
    const source = 'import { a } from "#app/platform/a.ts";\nimport { b } from "./b.ts";';
    expect(brokenLayers("app", rooms, [["app/calls/calls.server.ts", source]])).toEqual([]);
  });

  it.each([
    'import { a } from "#app/calls/a.ts";',
    'import type { A } from "#app/calls/a.ts";',
    'import {\n  a,\n  b,\n} from "#app/calls/a.ts";',
    'export { a } from "#app/calls/a.ts";',
    'const a = await import("#app/calls/a.ts");',
    'type A = typeof import("#app/calls/a.ts");',
    'import "#app/calls/a.ts";',
  ])("refuses an import of a room above: %s", (source) => {
    expect(brokenLayers("app", rooms, [["app/accounts/session.server.ts", source]])).toEqual([
      "app/accounts/session.server.ts imports app/calls/a.ts: calls stands on accounts",
    ]);
  });

  it("refuses a room that the list does not name", () => {
    expect(brokenLayers("app", rooms, [["app/billing/plans.ts", ""]])).toHaveLength(1);
  });

  it("reads a file in a sub-room as part of its room", () => {
    const source = 'import { a } from "#app/calls/live/a.ts";';
    expect(brokenLayers("app", rooms, [["app/platform/a.ts", source]])).toHaveLength(1);
    expect(importsOf("app/calls/live/b.ts", 'import { a } from "./a.ts"')).toEqual(["app/calls/live/a.ts"]);
  });

  it("knows the rooms of another folder", () => {
    const source = 'import { a } from "#workers/conversation/english/a.ts";';
    const file: [string, string] = ["workers/conversation/line/a.ts", source];
    expect(brokenLayers("workers/conversation", ["line", "english"], [file])).toHaveLength(1);
    expect(brokenLayers("workers/conversation", ["english", "line"], [file])).toEqual([]);
    expect(brokenLayers("app", rooms, [file])).toEqual([]);
  });

  it("names a folder of tests that mirrors no room", () => {
    expect(strayTests(rooms, ["platform", "support", "misc"])).toEqual([
      expect.stringMatching(/^tests\/misc is neither/),
    ]);
  });

  it.each([
    ["The rooms", "platform"],
    ["The conversation", "line"],
  ])("reads the list under %s from the page for contributors", (heading, ground) => {
    const listed = roomsOf(readFileSync("docs/contributing.md", "utf8"), heading);
    expect(listed[0]).toBe(ground);
    expect(listed.length).toBeGreaterThan(6);
    expect(new Set(listed).size).toBe(listed.length);
  });
});
