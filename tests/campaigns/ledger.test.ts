/** The ledger of attempts: rows that are changed, removed or put in between are found, in the file too. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Evidence } from "#app/campaigns/gate.store.ts";
import * as ledger from "#app/campaigns/ledger.store.ts";
import { eraseFromCampaigns } from "#app/campaigns/person-campaigns.store.ts";
import * as screening from "#app/campaigns/screening.store.ts";
import { begin, dialingWorld } from "./dialing-world.ts";
import { memoryDatabase } from "./memory-database.ts";

const evidence: Evidence = {
  rules: "us-3",
  phone_number: "+12125550123",
  region: "US-NY",
  zones: ["America/New_York"],
  local_times: ["2026-11-04 13:00"],
  window_until: null,
  consent: null,
  consent_asked: "required",
  do_not_call: false,
  barred_by: null,
  lists: [],
  line_type: null,
  line_type_from: null,
  calls_in_14_days: 0,
  calls_today: 0,
  caps: { number_per_day: 1, number_in_14_days: 14 },
  verdict: "no_consent",
};

const written = () => {
  const db = memoryDatabase().fresh();
  for (let n = 1; n <= 5; n++)
    ledger.append(db, {
      attempt_id: `attempt-${n}`,
      campaign_id: "campaign",
      contact_id: `contact-${n}`,
      at: n,
      evidence,
    });
  return db;
};

type Lines = string[];
const linesOf = (db: ReturnType<typeof written>): Lines => {
  const rows = ledger.page(db, 0, 100);
  const { sequence, hash } = ledger.head(db);
  return [...rows, { end: true, rows: sequence, hash }].map((row) => JSON.stringify(row));
};

function verified(lines: Lines): { code: number; said: string } {
  const file = join(mkdtempSync(join(tmpdir(), "ledger-")), "ledger.ndjson");
  writeFileSync(file, `${lines.join("\n")}\n`);
  return verifiedFile(file);
}

function verifiedFile(file: string): { code: number; said: string } {
  try {
    return {
      code: 0,
      said: execFileSync(process.execPath, ["scripts/ledger.mjs", "verify", file], {
        encoding: "utf8",
        stdio: "pipe",
      }),
    };
  } catch (error) {
    if (!(error instanceof Error) || !("status" in error && "stderr" in error)) throw error;
    return { code: Number(error.status), said: String(error.stderr) };
  }
}

test("a file that is not there is told in one sentence", () => {
  const file = join(mkdtempSync(join(tmpdir(), "ledger-")), "nope");
  expect(verifiedFile(file)).toEqual({ code: 2, said: `${file} cannot be read.\n` });
});

test("a file as it was written verifies, and still does when a person was erased", () => {
  const db = written();
  expect(verified(linesOf(db))).toMatchObject({ code: 0, said: expect.stringContaining("5 rows") });
  const known = { ids: ["contact-2", "contact-4"], phones: [] };
  // Once more changes nothing.
  for (const now of [6, 7]) eraseFromCampaigns(db, known, now);
  const lines = linesOf(db);
  for (const at of [1, 3]) expect(lines[at]).toContain('"content":null');
  expect(lines).toHaveLength(7);
  expect(verified(lines)).toMatchObject({
    code: 0,
    said: expect.stringContaining("6 rows, each tied to the one before; erasures emptied 2 of them"),
  });
});

test("a row that was emptied by hand is found, also beside an erasure, and so is an erasure that was emptied", () => {
  const db = written();
  const emptied = (lines: Lines, at: number) =>
    verified(lines.with(at, (lines[at] ?? "").replace(/"content":"(?:[^"\\]|\\.)*"/, '"content":null')));
  const before = emptied(linesOf(db), 2);
  expect(before).toMatchObject({ code: 1, said: expect.stringContaining("Row 3 is empty") });
  eraseFromCampaigns(db, { ids: ["contact-2"], phones: [] }, 6);
  expect(emptied(linesOf(db), 2)).toMatchObject({ code: 1, said: expect.stringContaining("Row 3 is empty") });
  expect(emptied(linesOf(db), 5)).toMatchObject({ code: 1, said: expect.stringContaining("Row 2 is empty") });
});

test.each([
  [
    "one byte of what was decided",
    (lines: Lines) => lines.with(2, (lines[2] ?? "").replace("us-3", "us-4")),
    3,
  ],
  ["the moment", (lines: Lines) => lines.with(2, (lines[2] ?? "").replace('"at":3', '"at":4')), 3],
  ["a row is missing", (lines: Lines) => lines.toSpliced(1, 1), 2],
  ["the last row is missing", (lines: Lines) => lines.toSpliced(4, 1), 5],
  ["two rows in another order", (lines: Lines) => [lines[1] ?? "", lines[0] ?? "", ...lines.slice(2)], 1],
  ["a row is no row", (lines: Lines) => lines.with(3, "{"), 4],
])("%s is found, and where", (_, change, row) => {
  const { code, said } = verified(change(linesOf(written())));
  expect(code).toBe(1);
  expect(said).toContain(`Row ${row} `);
});

test("each attempt's row says what line the number is, and whether a list or the contact says so", () => {
  const world = dialingWorld();
  const [own, listed, unknown] = ["+12122002000", "+12122002001", "+12122002002"];
  for (const [to, line_type] of [
    [own, "mobile"],
    [listed, "mobile"],
    [unknown, null],
  ] as const)
    world.contact(to, { numbers: [{ phone_number: to, label: "", line_type }] });
  screening.fill(world.db, "lines", [{ phone_number: listed, line_type: "voip" }]);
  const list = { id: "lines", name: "Lines", kind: "line_types", created_by_name: "Mara" } as const;
  screening.create(world.db, { ...list, now: begin });
  world.campaign();
  for (const id of world.tick(begin)) world.ask(id, begin);
  const lines = ledger.page(world.db, 0, 10).map(({ content }) => {
    const { phone_number, line_type, line_type_from } = JSON.parse(content ?? "");
    return [phone_number, line_type, line_type_from];
  });
  expect(lines.toSorted()).toEqual([
    [own, "mobile", "contact"],
    [listed, "voip", "list"],
    [unknown, null, null],
  ]);
});
