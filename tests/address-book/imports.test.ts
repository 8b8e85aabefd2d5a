/** Imports of contacts through the front door: what files people have, what becomes of their rows, and what goes wrong. */
import { env } from "cloudflare:workers";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { newId } from "#app/platform/id.ts";
import { ended, finishedCall } from "../calls/arrange.ts";
import { pageText } from "../support/page-form.ts";
import { memberOf, type Person } from "../support/people.ts";
import { newNumber, rows } from "../support/telephone.ts";

type Content = string | Uint8Array<ArrayBuffer>;
const csv = (content: Content, name = "people.csv") => new File([content], name, { type: "text/csv" });

const upload = (person: Person, content: Content, kind = "contacts", name = "people.csv") =>
  person.post("/contacts/import", { do: "upload", kind, file: csv(content, name) });

/** @returns the address of the import that the upload leads to */
async function uploaded(person: Person, content: Content, kind = "contacts"): Promise<string> {
  const answer = await upload(person, content, kind);
  expect(answer.status).toBe(302);
  return answer.headers.get("location") ?? "";
}

const usual = {
  do: "start",
  has_headings: "on",
  country: "US",
  duplicates: "merge",
  list: "",
  new_list: "",
  tag: "",
  consent: "",
  consent_source: "",
  consent_proof: "",
};

const idOf = (path: string) => path.replace("/contacts/imports/", "");

async function over(person: Person, path: string) {
  await vi.waitFor(async () => {
    const found = await person.store.contactImports.find(idOf(path));
    if (found?.state === "running" || found?.state === "undoing") throw new Error(found.state);
  });
  return person.store.contactImports.find(idOf(path));
}

/** Starts an import as its page offers it, and waits for its end. */
async function imported(
  person: Person,
  content: Content,
  columns: readonly string[],
  more: Record<string, string> = {},
) {
  const path = await uploaded(person, content, more.kind);
  const { kind: _, ...choices } = more;
  const answer = await person.post(path, { ...usual, ...choices, column: columns });
  expect(answer.status, await answer.clone().text()).toBe(200);
  return { path, found: await over(person, path) };
}

const page = async (person: Person, path: string) => pageText(await (await person.get(path)).text());
const known = (person: Person) =>
  rows(person, "select name, phone_number, email, company, status from contacts order by seq");

describe("a file", () => {
  test("is guessed, shown, imported, and gone afterwards", async () => {
    const person = await memberOf();
    const path = await uploaded(
      person,
      'First Name,Last Name,Mobile Phone,E-Mail,Company,Plan\r\nGreta,Halvorsen,(212) 555-0187,Greta@Example.test,"Halvorsen, Sons ""& Co""\r\nNew York",gold\r\nAda,,+44 20 7946 0018,,,\r\n',
    );
    const html = await (await person.get(path)).text();
    const chosen = [...html.matchAll(/<option value="(\w+)" selected/g)].map(([, value]) => value);
    expect(chosen).toEqual(expect.arrayContaining(["first_name", "last_name", "number", "email", "company"]));
    const answer = await person.post(path, {
      ...usual,
      new_list: "Spring",
      tag: "fair",
      consent: "express_written",
      consent_source: "Booth",
      consent_proof: "I agree.",
      column: ["first_name", "last_name", "number", "email", "company", "field"],
    });
    expect(answer.status).toBe(200);
    expect(await over(person, path)).toMatchObject({ state: "done", rows: 2, created: 2, failed: 0 });
    expect(await known(person)).toEqual([
      {
        name: "Greta Halvorsen",
        phone_number: "+12125550187",
        email: "greta@example.test",
        company: 'Halvorsen, Sons "& Co"\r\nNew York',
        status: "new",
      },
      { name: "Ada", phone_number: "+442079460018", email: null, company: null, status: "new" },
    ]);
    const greta = await person.store.contacts.findByPhone("+12125550187");
    const shown = await page(person, `/contacts/${greta?.id}`);
    for (const words of ["Spring", "fair", "Written consent", "Booth", "Plan", "gold"])
      expect(shown).toContain(words);
    await vi.waitFor(async () =>
      expect((await env.FILES.list({ prefix: `contacts/${person.organizationId}/` })).objects).toEqual([]),
    );
  });

  const words = "Name;Telefon\nJürgen Groß;+49 151 23456789\n";
  const utf16 = (isLittle: boolean) => {
    const bytes = new Uint8Array((words.length + 1) * 2);
    const view = new DataView(bytes.buffer);
    for (const [at, char] of ["\uFEFF", ...words].entries())
      view.setUint16(at * 2, char.charCodeAt(0), isLittle);
    return bytes;
  };
  const latin = Uint8Array.from(words, (char) => char.charCodeAt(0));
  const marked = new TextEncoder().encode(`\uFEFF${words}`);
  test.each([
    ["UTF-8", new TextEncoder().encode(words)],
    ["UTF-8 with a mark", marked],
    ["UTF-16, little end first", utf16(true)],
    ["UTF-16, big end first", utf16(false)],
    ["UTF-16 without a mark", utf16(true).slice(2)],
    ["Windows-1252", latin],
  ])("in %s", async (_, content) => {
    const person = await memberOf();
    const { found } = await imported(person, content, ["name", "number"], { country: "DE" });
    expect(found).toMatchObject({ created: 1 });
    expect(await known(person)).toMatchObject([{ name: "Jürgen Groß", phone_number: "+4915123456789" }]);
  });

  test.each([
    ["CRLF, but for two lines", ["\r\n", "\r\n", "\r\n", "\n", "\n", "\r\n"]],
    ["LF, but for one line", ["\n", "\n", "\r\n", "\n", "\n", "\n"]],
    ["CR alone", ["\r", "\r", "\r", "\r", "\r", "\r"]],
  ])("whose lines end with %s, has every person in it", async (_, ends) => {
    const person = await memberOf();
    const lines = ["Phone,Name", ...[1, 2, 3, 4, 5].map((n) => `212555010${n},"P\n${n}"`)];
    const content = lines.map((line, at) => `${line}${ends[at]}`).join("");
    const { found } = await imported(person, content, ["number", "name"]);
    expect(found).toMatchObject({ rows: 5, created: 5, failed: 0 });
    expect((await known(person)).map(({ name }) => name)).toEqual([1, 2, 3, 4, 5].map((n) => `P\n${n}`));
  });

  test("with zeros in a cell is imported without them; one that is full of them is refused", async () => {
    const person = await memberOf();
    const content = "Name,Phone\nAda,2125550101\nBe\0a,2125550102\0\nCy,2125550103\n";
    const { found } = await imported(person, content, ["name", "number"]);
    expect(found).toMatchObject({ rows: 3, created: 3, failed: 0 });
    expect(await known(person)).toMatchObject([
      { name: "Ada", phone_number: "+12125550101" },
      { name: "Bea", phone_number: "+12125550102" },
      { name: "Cy", phone_number: "+12125550103" },
    ]);
    const refused = await upload(person, `Name,Phone\nAda${"\0".repeat(40)},2125550101\n`);
    expect(refused.status).toBe(422);
    expect(await pageText(await refused.text())).toContain("This isn't a CSV file");
  });

  test("with 300 columns; with more than 500 it is refused", async () => {
    const person = await memberOf();
    const wide = (n: number) =>
      `${["Phone", ...Array.from({ length: n - 1 }, (_, at) => `c${at}`)].join(",")}\n${["2125550101", ...Array.from({ length: n - 1 }, () => "x")].join(",")}\n`;
    const columns = ["number", ...Array.from({ length: 299 }, (_, at) => (at < 3 ? "field" : "skip"))];
    const { found } = await imported(person, wide(300), columns);
    expect(found).toMatchObject({ state: "done", created: 1 });
    const refused = await upload(person, wide(501));
    expect(refused.status).toBe(422);
    expect(await pageText(await refused.text())).toContain("more than 500 columns");
  });

  test("B27: with a mark, zeros, formulas, mixed ends of lines, 101 columns and many rows: faults are told, the others imported", async () => {
    const person = await memberOf();
    const width = 101;
    const line = (cells: readonly string[], end: string) =>
      `${[...cells, ...Array.from({ length: width - cells.length }, () => "")].join(",")}${end}`;
    const many = Array.from({ length: 3000 }, (_, n) =>
      line([`P${n}`, `212555${String(1000 + n)}`], n % 2 === 0 ? "\n" : "\r\n"),
    );
    const content = [
      `\uFEFF${line(["Name", "Phone", ...Array.from({ length: width - 2 }, (_, at) => `c${at}`)], "\r\n")}`,
      line(['"=HYPERLINK(""http://evil"",""x"")"', "2125550101"], "\n"),
      line(["Be\0a", "2125550102"], "\r\n"),
      line(["Bad", "12"], "\n"),
      ...many,
    ].join("");
    const columns = ["name", "number", ...Array.from({ length: width - 2 }, () => "skip")];
    const { path, found } = await imported(person, content, columns);
    expect(found).toMatchObject({ state: "done", rows: 3003, created: 3002, failed: 1 });
    expect(await (await person.get(`${path}/errors`)).text()).toContain("4,The number isn't a full");
    const file = await (await person.get("/contacts/export?")).text();
    expect(file).toContain(`"'=HYPERLINK(""http://evil"",""x"")"`);
    expect(file).toContain("Bea,");
  });

  test.each([
    ["empty", "", "The file is empty"],
    ["of blank lines", "\n\n  \n", "The file is empty"],
    ["of a spreadsheet", new Uint8Array([80, 75, 3, 4, 20, 0, 0, 0]), "This isn't a CSV file"],
  ])("that is %s is refused", async (_, content, words) => {
    const person = await memberOf();
    const refused = await upload(person, content);
    expect(refused.status).toBe(422);
    expect(await pageText(await refused.text())).toContain(words);
    expect((await env.FILES.list({ prefix: `contacts/${person.organizationId}/` })).objects).toEqual([]);
  });

  test("of 2 GB is refused before anything of it is sent", async () => {
    const person = await memberOf();
    const begin = { do: "begin", kind: "contacts", file_name: "all.csv", bytes: String(2 * 1024 ** 3) };
    const refused = await person.post("/contacts/import/upload", begin);
    expect(refused.status).toBe(413);
    expect(await refused.json()).toMatchObject({ id: null, message: expect.stringContaining("200 MB") });
    expect(await rows(person, "select id from contact_imports")).toEqual([]);
  });

  test("without a column of numbers or addresses is not started", async () => {
    const person = await memberOf();
    const path = await uploaded(person, "Name,Shoe size\nAda,38\n");
    expect(await page(person, path)).toContain("No column looks like phone numbers");
    const refused = await person.post(path, { ...usual, column: ["name", "skip"] });
    expect(refused.status).toBe(422);
    expect(await pageText(await refused.text())).toContain("Choose the column that holds the phone numbers");
    expect((await person.post(path, { do: "cancel" })).status).toBe(302);
    expect((await person.get(path)).status).toBe(404);
  });

  test("names its country by two letters: UK is Great Britain, one that no number knows is refused at its field", async () => {
    const person = await memberOf();
    const path = await uploaded(person, "Name,Phone\nAda,020 7946 0018\n");
    for (const country of ["ZZ", "U", "England", ""]) {
      const refused = await person.post(path, { ...usual, country, column: ["name", "number"] });
      expect(refused.status).toBe(422);
      expect(await pageText(await refused.text())).toContain("Use a country's two letters, as GB");
    }
    expect(await known(person)).toEqual([]);
    const answer = await person.post(path, { ...usual, country: " uk", column: ["name", "number"] });
    expect(answer.status).toBe(200);
    expect(await over(person, path)).toMatchObject({ created: 1, options: { country: "GB" } });
    expect(await known(person)).toMatchObject([{ phone_number: "+442079460018" }]);
  });

  test("whose connection breaks off at 60 % imports nothing, and goes on where it stopped", async () => {
    const person = await memberOf();
    const content = `Phone\n${Array.from({ length: 100 }, (_, n) => `21255501${String(n).padStart(2, "0")}`).join("\n")}\n`;
    const bytes = new TextEncoder().encode(content);
    const cut = Math.floor(bytes.length * 0.6);
    const address = "/contacts/import/upload";
    const begun = await person.post(address, {
      do: "begin",
      kind: "contacts",
      file_name: "people.csv",
      bytes: String(bytes.length),
    });
    const { id } = z.object({ id: z.string() }).parse(await begun.json());
    const part = (n: number, of: Uint8Array<ArrayBuffer>) =>
      person.post(address, { do: "part", id, part: String(n), bytes: new File([of], "part") });
    expect((await part(0, bytes.slice(0, cut))).status).toBe(200);
    const early = await person.post(address, { do: "finish", id });
    expect(early.status).toBe(422);
    expect(await early.json()).toMatchObject({ message: expect.stringContaining("connection broke off") });
    expect(await known(person)).toEqual([]);
    // The same part again replaces itself.
    for (const _ of [1, 2]) await part(1, bytes.slice(cut));
    expect(await (await person.post(address, { do: "finish", id })).json()).toMatchObject({
      to: `/contacts/imports/${id}`,
    });
    await person.post(`/contacts/imports/${id}`, { ...usual, column: ["number"] });
    expect(await over(person, `/contacts/imports/${id}`)).toMatchObject({ state: "done", created: 100 });
    expect((await part(2, bytes)).status).toBe(404);
  });

  test("a second time is told, and changes nothing", async () => {
    const person = await memberOf();
    const content = "Name,Phone\nAda,2125550101\nBea,2125550102\n";
    await imported(person, content, ["name", "number"]);
    const path = await uploaded(person, content);
    expect(await page(person, path)).toContain("The same file was imported before");
    await person.post(path, { ...usual, column: ["name", "number"] });
    expect(await over(person, path)).toMatchObject({ created: 0, updated: 0, skipped: 2 });
    expect(await known(person)).toHaveLength(2);
  });

  test("whose quotes never close ends early, and says so", async () => {
    const person = await memberOf();
    const long = `Name,Phone\nAda,2125550101\n"Bea,2125550102\n${"x".repeat(2_300_000)}`;
    const { path, found } = await imported(person, long, ["name", "number"]);
    expect(found).toMatchObject({ state: "failed", why: "row_too_long" });
    expect(await page(person, path)).toContain("quotation mark");
  });
});

describe("rows", () => {
  test("keep a time zone by every name that clocks know; one that is none is told, and bars a number all the same", async () => {
    const person = await memberOf();
    const zones = [
      "US/Pacific",
      "Asia/Kolkata",
      "UTC",
      "Europe/Kyiv",
      "America/New_York",
      "",
      "Pacific Time",
    ];
    const content = ["Phone,Time zone", ...zones.map((zone, n) => `212555010${n},${zone}`)].join("\n");
    const { path, found } = await imported(person, content, ["number", "time_zone"]);
    expect(found).toMatchObject({ rows: 7, created: 6, failed: 1 });
    expect(
      (await rows(person, "select time_zone from contacts order by phone_number")).map(
        ({ time_zone }) => time_zone,
      ),
    ).toEqual(zones.slice(0, 6).map((zone) => zone || null));
    expect(await (await person.get(`${path}/errors`)).text()).toContain(
      '8,"The time zone isn\'t one, such as America/New_York"',
    );
    await imported(person, "Phone,Time zone\n2125550109,Pacific Time\n", ["number", "time_zone"], {
      ...{ kind: "do_not_call", reason: "Registry of March" },
    });
    expect(await person.store.doNotCall.isBarred("+12125550109")).toMatchObject({ source: "import" });
  });

  test("that cannot be taken are told with their reason, and can be downloaded without formulas", async () => {
    const person = await memberOf();
    const content = [
      "Name,Phone,Email",
      "Good,2125550101,",
      "Bad,12345,",
      "=cmd|' /C calc'!A0,not a number,",
      "Nothing,,",
      "Wrong mail,,ada@",
      `${"x".repeat(130)},2125550102,`,
    ].join("\n");
    const { path, found } = await imported(person, content, ["name", "number", "email"]);
    expect(found).toMatchObject({ rows: 6, created: 1, failed: 5 });
    const file = await person.get(`${path}/errors`);
    expect(file.headers.get("content-type")).toContain("text/csv");
    const lines = (await file.text()).replace("\uFEFF", "").trim().split("\r\n");
    expect(lines[0]).toBe("Row,Why,Name,Phone,Email");
    expect(lines[1]).toBe("3,The number isn't a full phone number,Bad,12345,");
    expect(lines[2]).toContain("'=cmd|");
    expect(lines.slice(3).map((line) => line.split(",").slice(0, 2))).toEqual(
      [
        ["5", "There is no number and no email"],
        ["6", "The email isn't an address"],
        ["7", "A name"],
      ].map(([row, why]) => [row, expect.stringContaining(String(why))]),
    );
  });

  test("that could not be taken come again as a file that is corrected, uploaded, and guessed as before", async () => {
    const person = await memberOf();
    await imported(person, "Name,Phone\nOne,2125550101\nTwo,2125550102\n", ["name", "number"]);
    const long = "A note. ".repeat(100).trim();
    const content = [
      "Full name,Plan,Phone,Phone 2,Consent,Notes",
      `Ada,gold,12,,yes,${long}`,
      "Bea,silver,2125550101,2125550102,no,",
    ].join("\n");
    const columns = ["name", "field", "number", "number", "agreed", "note"];
    const said = { consent: "express_written", consent_source: "Web form" };
    const { path, found } = await imported(person, content, columns, said);
    expect(found).toMatchObject({ created: 0, failed: 2 });
    const file = await (await person.get(`${path}/errors`)).text();
    expect(file).toContain("Row,Why,Full name,Plan,Phone,Phone 2,Consent,Notes\r\n");
    const corrected = file.replace(",12,", ",2125550103,").replace("'+12125550102", "");
    const again = await uploaded(person, corrected);
    const html = await (await person.get(again)).text();
    const guessed = [...html.matchAll(/<select[^>]*name="column".*?<\/select>/gs)].map(
      ([select]) => select.match(/<option value="(\w+)" selected/)?.[1] ?? "",
    );
    expect(guessed).toEqual(["skip", "skip", "name", "skip", "number", "number", "agreed", "note"]);
    const column = guessed.with(3, "field");
    await person.post(again, { ...usual, ...said, duplicates: "update", column });
    expect(await over(person, again)).toMatchObject({ created: 1, updated: 1, failed: 0 });
    expect(await known(person)).toMatchObject([{ name: "Bea" }, { name: "Two" }, { name: "Ada" }]);
    expect(await rows(person, "select text from contact_notes")).toEqual([{ text: long }]);
    expect(await rows(person, "select phone_number from consents")).toEqual([
      { phone_number: "+12125550103" },
    ]);
  });

  test.each([
    ["skip", { name: "Ada", company: "Old", numbers: 1 }, { skipped: 1, updated: 0 }],
    ["merge", { name: "Ada", company: "Old", numbers: 2 }, { skipped: 0, updated: 1 }],
    ["update", { name: "Ada Byron", company: "New", numbers: 2 }, { skipped: 0, updated: 1 }],
  ])("about a known contact: %s, and undone", async (duplicates, expected, counts) => {
    const person = await memberOf();
    await imported(person, "Name,Phone,Company\nAda,2125550101,Old\n", ["name", "number", "company"]);
    const { path, found } = await imported(
      person,
      "Name,Phone,Phone 2,Company\nAda Byron,2125550101,2125550109,New\nNew one,2125550102,,\n",
      ["name", "number", "number", "company"],
      { duplicates },
    );
    expect(found).toMatchObject({ created: 1, ...counts });
    const seen = async () => {
      const contact = await person.store.contacts.findByPhone("+12125550101");
      const file = await person.store.contactBook.open(contact?.id ?? "");
      return { name: file?.name, company: file?.company, numbers: file?.numbers.length };
    };
    expect(await seen()).toEqual(expected);
    expect((await person.post(path, { do: "undo" })).status).toBe(200);
    expect(await over(person, path)).toMatchObject({ state: "undone", kept: 0 });
    expect(await seen()).toEqual({ name: "Ada", company: "Old", numbers: 1 });
    expect(await known(person)).toHaveLength(1);
    expect((await person.post(path, { do: "undo" })).status).toBe(409);
  });

  test("of a known person complete one contact, however far they stand apart, and are undone together", async () => {
    const person = await memberOf();
    const columns = ["name", "number", "number", "email", "note", "field", "field"];
    const headings = "Name,Phone,Phone 2,Email,Notes,Plan,City\n";
    await imported(person, `${headings}Ada,2125550101,,ada@lake.test,First,gold,\n`, columns);
    // More rows than one trip takes lie between the rows of Ada.
    const others = Array.from({ length: 600 }, (_, n) => `Other,212555${2000 + n},,,,,\n`).join("");
    const rowsOfAda = [
      "A. Byron,2125550101,2125550102,,Second,,Oslo\n",
      "Ada Byron,2125550102,,byron@lake.test,,silver,\n",
      others,
      "Ada Lovelace,2125550101,2125550103,lovelace@lake.test,Third,,Bergen\n",
    ];
    const seen = async () => {
      const contact = await person.store.contacts.findByPhone("+12125550101");
      const file = await person.store.contactBook.open(contact?.id ?? "");
      const notes = await rows(person, "select text from contact_notes order by id");
      return {
        name: file?.name,
        custom: file?.custom,
        numbers: file?.numbers.map((one) => one.phone_number),
        emails: file?.emails.map((one) => one.email),
        notes: notes.map(({ text }) => text),
      };
    };
    const before = await seen();
    expect(before).toMatchObject({ name: "Ada", custom: { plan: "gold" }, numbers: ["+12125550101"] });
    const { path, found } = await imported(person, headings + rowsOfAda.join(""), columns, {
      duplicates: "update",
    });
    expect(found).toMatchObject({ created: 600, updated: 3, skipped: 0, failed: 0 });
    expect(await seen()).toEqual({
      name: "Ada Lovelace",
      custom: { plan: "silver", city: "Bergen" },
      numbers: ["+12125550101", "+12125550102", "+12125550103"],
      emails: ["ada@lake.test", "byron@lake.test", "lovelace@lake.test"],
      notes: ["First", "Second", "Third"],
    });
    for (const q of ["lovelace", "5550103"])
      expect(await (await person.get(`/contacts?q=${q}`)).text()).toContain("Ada Lovelace");
    expect((await person.post(path, { do: "undo" })).status).toBe(200);
    expect(await over(person, path)).toMatchObject({ state: "undone", kept: 0 });
    expect(await seen()).toEqual(before);
    expect(await known(person)).toHaveLength(1);
  });

  test("that fill a gap change a contact once", async () => {
    const person = await memberOf();
    const columns = ["name", "number", "field", "field"];
    const file = "Name,Phone,City,Plan\nAda,2125550101,Oslo,gold\n";
    await imported(person, "Name,Phone,Plan\nAda,2125550101,silver\n", ["name", "number", "field"]);
    expect((await imported(person, file, columns)).found).toMatchObject({ updated: 1, skipped: 0 });
    expect((await imported(person, file, columns)).found).toMatchObject({ updated: 0, skipped: 1 });
    const ada = await person.store.contacts.findByPhone("+12125550101");
    expect((await person.store.contactBook.open(ada?.id ?? ""))?.custom).toEqual({
      plan: "silver",
      city: "Oslo",
    });
  });

  test("contacts that were called since stay when their import is undone", async () => {
    const person = await memberOf();
    const { path } = await imported(
      person,
      "Name,Phone\nCalled,2125550101\nQuiet,2125550102\n",
      ["name", "number"],
      { tag: "fair", new_list: "Spring" },
    );
    await ended(person, finishedCall({ other_number: "+12125550101" }));
    await person.post(path, { do: "undo" });
    expect(await over(person, path)).toMatchObject({ state: "undone", kept: 1 });
    expect(await known(person)).toMatchObject([{ name: "Called" }]);
    expect(await rows(person, "select tag from contact_tags")).toEqual([]);
    expect(await rows(person, "select contact_id from contact_list_members")).toEqual([]);
  });

  test("of the same person in one file are one contact", async () => {
    const person = await memberOf();
    const { found } = await imported(
      person,
      "Name,Phone,Email\nAda,2125550101,\nAda,(212) 555-0101,ada@lake.test\n,,ADA@lake.test\n",
      ["name", "number", "email"],
    );
    expect(found).toMatchObject({ created: 1, failed: 0 });
    expect(await known(person)).toMatchObject([{ name: "Ada", email: "ada@lake.test" }]);
  });

  test("of people on the do-not-call list are imported as such, and get no consent", async () => {
    const person = await memberOf();
    const number = newNumber();
    await person.post("/contacts/do-not-call", { do: "block", number, reason: "Asked by letter" });
    await imported(person, `Name,Phone\nAda,${number}\n`, ["name", "number"], {
      consent: "express",
      consent_source: "Booth",
    });
    expect(await known(person)).toMatchObject([{ name: "Ada", status: "do_not_call" }]);
    const ada = await person.store.contacts.findByPhone(number);
    expect(await person.store.consents.consentOf(ada?.id ?? "", number, "call")).toBeNull();
  });

  test("give consent for the numbers that they name, and not to a person who took theirs back", async () => {
    const person = await memberOf();
    const [known, ended, added] = [newNumber(), newNumber(), newNumber()];
    await imported(person, `Name,Phone\nAda,${known}\nBea,${ended}\n`, ["name", "number"], {
      consent: "express",
      consent_source: "Booth",
    });
    const [ada, bea] = [
      (await person.store.contacts.findByPhone(known))?.id ?? "",
      (await person.store.contacts.findByPhone(ended))?.id ?? "",
    ];
    const consent = await person.store.consents.consentOf(bea, ended, "call");
    await person.post(`/contacts/${bea}`, { do: "revoke", consent: consent?.id ?? "" });
    const file = `Phone,Phone,Company\n${known},${added},Lake\n${ended},,Lake\n`;
    await imported(person, file, ["number", "number", "company"], {
      consent: "express_written",
      consent_source: "Paper",
    });
    for (const number of [known, added])
      expect(await person.store.consents.consentOf(ada, number, "call")).toMatchObject({ source: "Paper" });
    expect(await person.store.consents.consentOf(bea, ended, "call")).toBeNull();
  });

  test("say when consent was given: each row its own day, none without one, and only what was not taken back since", async () => {
    const person = await memberOf();
    const consentOf = async (number: string) => {
      const contact = await person.store.contacts.findByPhone(number);
      return person.store.consents.consentOf(contact?.id ?? "", number, "call");
    };
    const dayOf = async (number: string) => new Date((await consentOf(number))?.given_at ?? 0).toISOString();
    const numbers = Array.from({ length: 9 }, (_, n) => `+1212555${3100 + n}`);
    const [iso = "", american = "", timed = "", blank = "", wrong = ""] = numbers;
    const [future = "", old = "", known = "", ended = ""] = numbers.slice(5);
    await imported(person, `Phone\n${known}\n${ended}\n`, ["number"], {
      consent: "express",
      consent_source: "Booth",
    });
    const took = await consentOf(ended);
    await person.post(`/contacts/${took?.contact_id}`, { do: "revoke", consent: took?.id ?? "" });
    const content = [
      "Phone,Opt-in date",
      `${iso},2024-03-05`,
      `${american},4/15/2023`,
      `${timed},2024-03-06T10:30:00Z`,
      `${blank},`,
      `${wrong},15/4/2023`,
      `${future},2999-01-01`,
      `${old},1850-01-01`,
      `${known},2024-03-07`,
      `${ended},2024-03-08`,
    ].join("\n");
    const path = await uploaded(person, content);
    const html = await (await person.get(path)).text();
    expect(html).toMatch(/<option value="consent_on" selected/);
    const start = { ...usual, column: ["number", "consent_on"] };
    const vague = await person.post(path, start);
    expect(vague.status).toBe(422);
    expect(await page(person, path)).toContain("Consent given on");
    const said = { consent: "express_written", consent_source: "Web form", consent_proof: "Form 12" };
    expect((await person.post(path, { ...start, ...said })).status).toBe(200);
    expect(await over(person, path)).toMatchObject({ rows: 9, created: 4, failed: 3, skipped: 2 });
    expect(await dayOf(iso)).toMatch(/^2024-03-05T0\d:00/);
    expect(await dayOf(american)).toMatch(/^2023-04-15T0\d:00/);
    expect(await dayOf(timed)).toMatch(/^2024-03-06T0\d:00/);
    expect(await consentOf(iso)).toMatchObject({ source: "Web form", proof: "Form 12" });
    expect(await consentOf(blank)).toBeNull();
    expect(await consentOf(known)).toMatchObject({ kind: "express_written" });
    expect(await dayOf(known)).toMatch(/^2024-03-07T0\d:00/);
    expect(await consentOf(ended)).toBeNull();
    const errors = await (await person.get(`${path}/errors`)).text();
    expect(errors.match(/The day of the consent/g)).toHaveLength(3);

    // A day after they took it back counts.
    await rows(person, "update consents set revoked_at = 1700000000000 where revoked_at is not null");
    await imported(person, `Phone,Date\n${ended},2024-03-08\n`, ["number", "consent_on"], said);
    expect(await consentOf(ended)).toMatchObject({ kind: "express_written" });
  });

  test("say who agreed: only a yes gives the file's consent, and the page counts the others", async () => {
    const person = await memberOf();
    const cells = ["yes", "Y", "TRUE", "1", "x", "Opt-in", "opted in", "Agreed", "Ja", "sí"];
    const others = ["no", "", "revoked 2025", "0", "false", "-1", "yes?", "opt-out", "nein"];
    const lines = [...cells, ...others].map((cell, n) => `+1212555${4100 + n},${cell}`);
    const path = await uploaded(person, `Phone,Opt-in/Consent\n${lines.join("\n")}\n`);
    expect(await (await person.get(path)).text()).toMatch(/<option value="agreed" selected/);
    const start = { ...usual, column: ["number", "agreed"] };
    const vague = await person.post(path, start);
    expect(vague.status).toBe(422);
    expect(await pageText(await vague.text())).toContain("A column says who agreed");
    await person.post(path, { ...start, consent: "express_written", consent_source: "Web form" });
    expect(await over(person, path)).toMatchObject({ created: 19, failed: 0 });
    expect(await rows(person, "select phone_number from consents order by phone_number")).toEqual(
      cells.map((_, n) => ({ phone_number: `+1212555${4100 + n}` })),
    );
    expect(await page(person, path)).toContain("9 rows gave no consent.");
    const refused = await person.store.contacts.findByPhone("+12125554110");
    const shown = await page(person, `/contacts/${refused?.id}`);
    expect(shown).toContain("isn't barred from calls. Campaigns also check consent.");
  });

  test.each([
    ["Consent", "no", "agreed"],
    ["Consent given", "yes", "agreed"],
    ["Consent given", "2024-03-05", "consent_on"],
    ["OptIn", "", "agreed"],
    ["Opt in", "no", "agreed"],
    ["Agreed", "x", "agreed"],
    ["Permission to call", "y", "agreed"],
    ["Einwilligung", "ja", "agreed"],
    ["DNC", "yes", "skip"],
    ["Do not call (consent revoked)", "yes", "skip"],
    ["Opt-out", "yes", "skip"],
    ["Consent source", "Web form", "skip"],
    ["Email opt-in", "yes", "skip"],
  ])("of consent: the column %s with %j is guessed as %s", async (heading, cell, target) => {
    const person = await memberOf();
    const path = await uploaded(person, `Phone,${heading}\n2125550101,${cell}\n`);
    const html = await (await person.get(path)).text();
    const chosen = [...html.matchAll(/<select[^>]*name="column".*?<\/select>/gs)].map(
      ([select]) => select.match(/<option value="(\w+)" selected/)?.[1],
    );
    expect(chosen).toEqual(["number", target]);
  });

  test("say what line a number is; undoing takes it back", async () => {
    const person = await memberOf();
    await imported(person, "Phone\n2125550101\n", ["number"]);
    const content =
      "Phone,Phone 2,Line type,Type 2\n2125550101,,Mobile,\n2125550102,2125550103,landline,VoIP\n2125550104,,unheard of,\n";
    const path = await uploaded(person, content);
    expect(await (await person.get(path)).text()).toMatch(/<option value="line_type" selected/);
    const column = ["number", "number", "line_type", "line_type"];
    expect((await person.post(path, { ...usual, column })).status).toBe(200);
    expect(await over(person, path)).toMatchObject({ created: 2, updated: 1, failed: 0 });
    const lines = async () =>
      Object.fromEntries(
        (await rows(person, "select phone_number, line_type from contact_numbers")).map((row) => [
          String(row.phone_number).slice(-3),
          row.line_type,
        ]),
      );
    expect(await lines()).toEqual({ 101: "mobile", 102: "landline", 103: "voip", 104: null });
    const file = await (await person.get("/contacts/export?")).text();
    for (const words of ["Time zone,Line type,Status", ",mobile,New,", ",landline,New,"])
      expect(file).toContain(words);
    // What is known stays where gaps are filled, and is replaced where the file wins.
    const again = "Phone,Line\n2125550101,landline\n";
    await imported(person, again, ["number", "line_type"]);
    expect((await lines())[101]).toBe("mobile");
    const { path: update } = await imported(person, again, ["number", "line_type"], { duplicates: "update" });
    expect((await lines())[101]).toBe("landline");
    for (const [undone, line] of [
      [update, "mobile"],
      [path, null],
    ] as const) {
      await person.post(undone, { do: "undo" });
      await over(person, undone);
      expect((await lines())[101]).toBe(line);
    }
  });

  test("of numbers for the do-not-call list", async () => {
    const person = await memberOf();
    await imported(person, "Name,Phone\nAda,2125550101\n", ["name", "number"]);
    const { found } = await imported(person, "2125550101\n2125550103\n2125550103\nnonsense\n", ["number"], {
      kind: "do_not_call",
      reason: "Registry of March",
      has_headings: "",
    });
    expect(found).toMatchObject({ state: "done", created: 2, failed: 1 });
    expect(await known(person)).toMatchObject([{ name: "Ada", status: "do_not_call" }]);
    expect(await person.store.doNotCall.isBarred("+12125550103")).toMatchObject({
      source: "import",
      reason: "Registry of March",
    });
  });

  test("are taken once, however often the queue brings the task", async () => {
    const person = await memberOf();
    const many = `Phone\n${Array.from({ length: 1300 }, (_, n) => `212555${String(1000 + n)}`).join("\n")}\n`;
    const { path, found } = await imported(person, many, ["number"]);
    expect(found).toMatchObject({ rows: 1300, created: 1300 });
    const again = { id: idOf(path), from: 0, read: 1, rows: [], bytes_read: 1, now: Date.now() };
    expect(await person.store.contactImports.applyRows(again)).toBe(false);
    expect((await person.post(path, { do: "cancel" })).status).toBe(409);
  });
});

test("an export holds every contact of the filters, comes in again unchanged, and has no formulas", async () => {
  const person = await memberOf();
  await imported(
    person,
    `Name,Phone,Note\n"=HYPERLINK(""http://evil"")",2125550101,\n${Array.from({ length: 700 }, (_, n) => `P${n},212555${2000 + n},`).join("\n")}\n`,
    ["name", "number", "note"],
  );
  const answer = await person.get("/contacts/export?");
  const text = (await answer.text()).replace("\uFEFF", "");
  const lines = text.trim().split("\r\n");
  expect(lines).toHaveLength(702);
  expect(text).toContain(`"'=HYPERLINK(""http://evil"")"`);
  expect(text).toContain("'+12125550101");
  const header = lines[0]?.split(",") ?? [];
  const columns = header.map((heading) =>
    heading === "Name" ? "name" : heading === "Number" ? "number" : "skip",
  );
  const { found } = await imported(person, text, columns, { duplicates: "update" });
  expect(found).toMatchObject({ rows: 701, created: 0, updated: 0, skipped: 701 });
  const few = await (await person.get("/contacts/export?q=hyperlink")).text();
  expect(few.trim().split("\r\n")).toHaveLength(2);
});

describe("a person who is erased", () => {
  async function erase(person: Person, phone_number: string) {
    const sought = { phone_number, email: null };
    let cursor: Parameters<typeof person.store.persons.erase>[1] | null = { part: "calls", after: 0 };
    let open_files = 0;
    while (cursor !== null) {
      const step: Awaited<ReturnType<typeof person.store.persons.erase>> = await person.store.persons.erase(
        sought,
        cursor,
        Date.now(),
      );
      open_files += step.erased.open_files;
      cursor = step.next;
    }
    return open_files;
  }

  test("is not taken in by a file that was there before, and stands in no heading", async () => {
    const person = await memberOf();
    const [greta, ada, bea] = [newNumber(), newNumber(), newNumber()];
    await imported(
      person,
      `Greta Halvorsen,${greta},gold\nAda,${ada},silver\n`,
      ["name", "number", "field"],
      {},
    );
    await imported(person, `Greta Halvorsen,${greta},gold\nAda,${ada},silver\n`, [
      "field",
      "number",
      "field",
    ]);
    expect(await rows(person, "select label from contact_fields order by label")).toEqual([
      { label: "Greta Halvorsen" },
      { label: "gold" },
    ]);
    const waiting = await uploaded(
      person,
      `Name,Phone,Email\nGreta Halvorsen,${greta},\nGreta,${greta},nonsense@\nBea,${bea},\n`,
    );
    expect(await erase(person, greta)).toBe(1);
    expect(JSON.stringify(await rows(person, "select label, key from contact_fields"))).not.toMatch(
      /greta|gold/i,
    );
    expect(JSON.stringify(await rows(person, "select options from contact_imports"))).not.toContain("Greta");
    const known = await person.store.contacts.findByPhone(ada);
    const shown = await page(person, `/contacts/${known?.id}`);
    for (const value of ["Ada", "silver"]) expect(shown).toContain(value);
    await person.post(waiting, {
      ...usual,
      ...{ consent: "express_written", consent_source: "Booth" },
      column: ["name", "number", "email"],
    });
    expect(await over(person, waiting)).toMatchObject({ state: "done", created: 1, skipped: 2, failed: 0 });
    expect(await person.store.contacts.findByPhone(greta)).toBeNull();
    expect(await rows(person, "select cells from contact_import_errors")).toEqual([]);
    expect(await rows(person, "select value from settings where name = 'erased_from_imports'")).toEqual([
      { value: "[]" },
    ]);
  });

  test("an upload that is left is gone after a day, with its file", async () => {
    const person = await memberOf();
    const id = newId();
    const key = `contacts/${person.organizationId}/${id}/0000`;
    await env.FILES.put(key, "Phone\n2125550101\n");
    await person.store.contactImports.begin({
      ...{ id, kind: "contacts", file_name: "left.csv", bytes: 18, by: { id: person.userId, name: "Ada" } },
      now: Date.now() - 86_400_000,
    });
    await vi.waitFor(async () => {
      expect(await person.store.contactImports.find(id)).toBeNull();
      expect(await env.FILES.head(key)).toBeNull();
    });
  });

  test("an upload that broke off is in the list, and can be deleted", async () => {
    const person = await memberOf();
    const id = newId();
    await person.store.contactImports.begin({
      ...{ id, kind: "contacts", file_name: "half.csv", bytes: 18, by: { id: person.userId, name: "Ada" } },
      now: Date.now(),
    });
    expect(await page(person, "/contacts/import")).toContain("half.csv");
    expect(await page(person, `/contacts/imports/${id}`)).toContain("Delete upload");
    await person.post(`/contacts/imports/${id}`, { do: "cancel" });
    expect(await person.store.contactImports.find(id)).toBeNull();
  });
});

describe("a file with more than one contact holds", () => {
  test("a number beside many names is whose nobody knows: its rows are not taken", async () => {
    const person = await memberOf();
    const [office, own] = [newNumber(), newNumber()];
    const staff = Array.from({ length: 600 }, (_, n) => `Person ${n},${office}`).join("\n");
    const { path, found } = await imported(
      person,
      `Name,Phone\n${staff}\nAda,${own}\nADA,${own}\n`,
      ["name", "number"],
      { duplicates: "update" },
    );
    expect(found).toMatchObject({ rows: 602, created: 1, failed: 600 });
    expect(await person.store.contacts.findByPhone(office)).toBeNull();
    expect(await (await person.get(`${path}/errors`)).text()).toContain(
      "More than three people in the file have this number",
    );
  });

  test("numbers, tags and notes are kept up to what a member can add by hand", async () => {
    const person = await memberOf();
    const hub = newNumber();
    const rowsOf = Array.from(
      { length: 510 },
      (_, n) => `${hub},${newNumber()},t${n}a;t${n}b;t${n}c,Note ${n}`,
    );
    const { found } = await imported(
      person,
      `Phone,Phone,Tags,Note\n${rowsOf.join("\n")}\n`,
      ["number", "number", "tags", "note"],
      { tag: "fair" },
    );
    expect(found).toMatchObject({ created: 1, failed: 0 });
    const counts = await rows(
      person,
      `select (select count(*) from contact_numbers) as numbers, (select count(*) from contact_tags) as tags,
        (select count(*) from contact_notes) as notes`,
    );
    expect(counts).toEqual([{ numbers: 10, tags: 50, notes: 500 }]);
  });
});

test("undoing an import keeps the consents that were relied on, ended, and what people took back", async () => {
  const person = await memberOf();
  const [called, quiet, ended_] = [newNumber(), newNumber(), newNumber()];
  const { path } = await imported(person, `Phone\n${called}\n${quiet}\n${ended_}\n`, ["number"], {
    consent: "express_written",
    consent_source: "Booth",
  });
  const idFor = async (number: string) => (await person.store.contacts.findByPhone(number))?.id ?? "";
  const theirs = await idFor(ended_);
  const consent = await person.store.consents.consentOf(theirs, ended_, "call");
  await person.post(`/contacts/${theirs}`, { do: "revoke", consent: consent?.id ?? "" });
  await ended(person, finishedCall({ other_number: called }));
  await person.post(path, { do: "undo" });
  expect(await over(person, path)).toMatchObject({ state: "undone", kept: 2 });
  expect(
    await rows(
      person,
      "select phone_number, revoked_at is not null as ended from consents order by phone_number",
    ),
  ).toEqual([
    { phone_number: called, ended: 1 },
    { phone_number: ended_, ended: 1 },
  ]);
});

test("another organization's imports are not there", async () => {
  const person = await memberOf();
  const path = await uploaded(person, "Phone\n2125550101\n");
  const stranger = await memberOf();
  expect((await stranger.get(path)).status).toBe(404);
  expect((await stranger.get(`${path}/errors`)).status).toBe(404);
  expect((await stranger.post(path, { do: "cancel" })).status).toBe(404);
  const part = { do: "part", id: idOf(path), part: "0", bytes: new File(["x"], "part") };
  expect((await stranger.post("/contacts/import/upload", part)).status).toBe(404);
  expect((await stranger.get(`/contacts/imports/${newId()}`)).status).toBe(404);
});
