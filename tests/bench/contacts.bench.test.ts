/** A million contacts in one organization's object: what a search in them takes. And a file of 100,000 contacts: how long its import takes. */
import { expect, test, vi } from "vitest";
import { filterIn } from "#app/contacts/contact-filter.schema.ts";
import { partBytes } from "#app/contacts/import-limits.ts";
import { inObject } from "../calls/arrange.ts";
import { memberOf, type Person } from "../support/people.ts";

const contacts = 1_000_000;
const searches = [
  "ma",
  "mano",
  "zerl17",
  "firm 123",
  "person777777@firm",
  "+1 415",
  "2567890",
  "nothing-here",
];
const bench = (figure: string, value: number, unit: string, budget: string) =>
  console.log(`\nBENCH ${JSON.stringify({ figure, value: Math.round(value * 100) / 100, unit, budget })}`);

const middle = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

/** The time of a page's trips to the object. */
async function trip(person: Person, query: string): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < 5; turn++) {
    const response = await person.get(`/contacts?${query}`);
    await response.text();
    expect(response.status).toBe(200);
    times.push(
      Number(/objects;desc="\d+";dur=([\d.]+)/.exec(response.headers.get("server-timing") ?? "")?.[1]),
    );
  }
  return middle(times);
}

test("a million contacts", async () => {
  const person = await memberOf();
  await person.store.contactBook.isEmpty();
  await inObject(person, (sql) => {
    sql.exec(`insert into contacts (id, phone_number, name, email, company, status, source, created_at, updated_at)
      with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ${contacts})
      select printf('019ab%03x-%04x-7000-8000-%012x', i >> 16, i & 65535, i),
        '+1' || (201 + i % 700) || (2000000 + i),
        char(65 + i % 26) || 'an' || char(97 + i / 26 % 26) || 'o' || (i % 977) || ' ' || char(65 + i / 7 % 26) || 'erl' || (i % 4999),
        'person' || i || '@firm' || (i % 20000) || '.test', 'Firm ' || (i % 20000),
        case i % 5 when 0 then 'qualified' else 'new' end, 'import', 1, 1 from n`);
    sql.exec(`insert into contact_numbers (phone_number, contact_id, is_primary, created_at)
      select phone_number, id, 1, 1 from contacts`);
    sql.exec(
      "insert into contact_tags (tag, contact_id, created_at) select 'tenth', id, 1 from contacts where seq % 10 = 0",
    );
    sql.exec(`insert into contact_words (rowid, words)
      select seq, name || ' ' || company || ' ' || email || ' ' || substr(phone_number, 2) || ' ' || substr(phone_number, -10)
        || ' ' || substr(phone_number, -7) || ' ' || substr(phone_number, -4) from contacts`);
  });
  for (const q of searches)
    bench(
      `search of 1,000,000 contacts for “${q}”: trips of the page`,
      await trip(person, `q=${encodeURIComponent(q)}`),
      "ms",
      "",
    );
  for (const q of searches) {
    const filter = filterIn(new URLSearchParams({ q }));
    const times: number[] = [];
    for (let turn = 0; turn < 5; turn++) {
      const began = performance.now();
      await person.store.contactBook.list(filter, null, Date.now());
      times.push(performance.now() - began);
    }
    bench(`search of 1,000,000 contacts for “${q}”: inside the object`, middle(times), "ms", "< 50");
  }
  for (const query of [
    "",
    "status=qualified",
    "tag=tenth",
    "tag=tenth&status=qualified",
    "called=never&has=email",
  ])
    bench(
      `list of 1,000,000 contacts, ${query || "all"}: trips of the page`,
      await trip(person, query),
      "ms",
      "",
    );
}, 1_200_000);

const rows = Number(process.env.ROWS ?? 100_000);

/** Rows of a file, in parts. @param company differs between the files */
function fileOf(company: string): Blob {
  const parts: string[] = ["First name,Last name,Phone,Email,Company,City,Tags,Notes\n"];
  for (let n = 0; n < rows; n++)
    parts.push(
      `Ada${n % 977},Byron${n % 4999},(415) ${2_000_000 + n},ada${n}@firm${n % 5000}.test,"${company}, ${n % 5000}",City ${n % 300},vip${n % 10},Called ${n}\n`,
    );
  return new Blob(parts);
}

const reached = (person: Person, id: string, state: string) =>
  vi.waitFor(
    async () => {
      const found = await person.store.contactImports.find(id);
      if (found?.state !== state) throw new Error(found?.state);
    },
    { timeout: 600_000, interval: 250 },
  );

/** Undoes an import; prints what it took. */
async function undone(person: Person, id: string, figure: string): Promise<void> {
  const began = Date.now();
  expect((await person.post(`/contacts/imports/${id}`, { do: "undo" })).status).toBe(200);
  await reached(person, id, "undone");
  bench(`${figure}: undone`, (Date.now() - began) / 1000, "s", "");
}

/** Imports a file; prints what it took. @returns its id */
async function taken(person: Person, figure: string, file: Blob, duplicates: string): Promise<string> {
  const address = "/contacts/import/upload";
  const began = Date.now();
  const begun: unknown = await (
    await person.post(address, {
      do: "begin",
      kind: "contacts",
      file_name: "all.csv",
      bytes: String(file.size),
    })
  ).json();
  const id = typeof begun === "object" && begun !== null && "id" in begun ? String(begun.id) : "";
  for (let part = 0; part * partBytes < file.size; part++) {
    const bytes = new File([file.slice(part * partBytes, (part + 1) * partBytes)], "part");
    expect((await person.post(address, { do: "part", id, part: String(part), bytes })).status).toBe(200);
  }
  expect((await person.post(address, { do: "finish", id })).status).toBe(200);
  const uploadedAt = Date.now();
  const started = await person.post(`/contacts/imports/${id}`, {
    do: "start",
    has_headings: "on",
    country: "US",
    duplicates,
    new_list: figure,
    consent: "customer",
    consent_source: "Software",
    column: ["first_name", "last_name", "number", "email", "company", "field", "tags", "note"],
  });
  expect(started.status).toBe(200);
  await reached(person, id, "done");
  const found = await person.store.contactImports.find(id);
  const seconds = (Date.now() - uploadedAt) / 1000;
  const size = `rows, ${Math.round(file.size / 1e6)} MB`;
  bench(figure, found?.rows ?? 0, size, `≥ ${rows}`);
  bench(`${figure}: from its start to its end`, seconds, "s", "< 60");
  bench(`${figure}: speed`, rows / seconds, "rows/s", "");
  bench(`${figure}: upload and its look at the file`, (uploadedAt - began) / 1000, "s", "");
  bench(`${figure}: new contacts`, found?.created ?? 0, "contacts", "");
  bench(`${figure}: changed contacts`, found?.updated ?? 0, "contacts", "");
  bench(`${figure}: rows that failed`, found?.failed ?? 0, "rows", "");
  return id;
}

test("files of 100,000 contacts", async () => {
  const person = await memberOf();
  // The command watches the runtime's memory from here on (scripts/bench.mjs): while files come in and are undone.
  console.log("\nWATCH MEMORY");
  const first = await taken(person, "import of new contacts", fileOf("Firm"), "merge");
  const second = await taken(person, "import of known contacts", fileOf("Company"), "update");
  await undone(person, second, "import of known contacts");
  await undone(person, first, "import of new contacts");
}, 1_200_000);
