import { describe, expect, test } from "vitest";
import { type Cursor, cursorIn, first, keysetPage, readFor } from "#app/platform/keyset.ts";

const ids = Array.from({ length: 7 }, (_, at) => String(9 - at));
const keyOf = (id: string) => [id];

/** What a database would read for a cursor: the list holds its newest first. */
function read({ towards, key }: Cursor, pageSize: number): string[] {
  const from = key === null ? null : String(key[0]);
  const all = towards === "older" ? ids : ids.toReversed();
  const beyond = all.filter((id) => from === null || (towards === "older" ? id < from : id > from));
  return beyond.slice(0, readFor(pageSize));
}

const pageAt = (text: string) => keysetPage(read(cursorIn(text), 3), cursorIn(text), 3, keyOf);

describe("pages by keyset", () => {
  test("lead from the first to the last and back, each row once", () => {
    const forth = [pageAt("")];
    for (let at = forth[0]?.older; at !== undefined; at = forth.at(-1)?.older) forth.push(pageAt(at));
    expect(forth.map(({ rows }) => rows)).toEqual([["9", "8", "7"], ["6", "5", "4"], ["3"]]);
    const back = pageAt(forth[2]?.newer ?? "");
    expect(back.rows).toEqual(["6", "5", "4"]);
    expect(pageAt(back.newer ?? "")).toMatchObject({ rows: ["9", "8", "7"], older: "older.7" });
    expect(pageAt(back.newer ?? "").newer).toBeUndefined();
  });

  test("begin at the list's end where that is asked for", () => {
    expect(pageAt("last")).toEqual({ rows: ["5", "4", "3"], newer: "newer.5" });
  });

  test("have no neighbours where the list is empty", () => {
    expect(keysetPage([], cursorIn("older.5"), 3, keyOf)).toEqual({ rows: [] });
  });
});

describe("a cursor", () => {
  test("has as many parts as the list's key, each of its kind", () => {
    expect(cursorIn("newer.17.a-b", ["number", "id"])).toEqual({ towards: "newer", key: [17, "a-b"] });
  });

  test.each(["", "older", "older.", "sideways.1", "older.x.y", "older.17.' or 1", "older.17.~"])(
    "that is none, %j, is the first page",
    (text) => {
      expect(cursorIn(text, ["number", "id"])).toBe(first);
    },
  );
});
