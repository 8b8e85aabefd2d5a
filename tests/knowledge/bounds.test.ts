/** What a file may cost: work, passages, and rows of the organization's object. */
import { expect, it, test } from "vitest";
import { inObject } from "../calls/arrange.ts";
import { delivered } from "../support/outbox.ts";
import { memberOf } from "../support/people.ts";
import { entry, shown, upload } from "./arrange.ts";
import { endlessPictures, nestedForms, sharedOffsets, wideFont } from "./pdf.ts";

const html = "text/html";

it.each([
  ["forms that draw each other", nestedForms(100), "too_long"],
  ["a font that names its codes again and again", wideFont(5000), "too_long"],
  ["packed objects at one place", sharedOffsets(5000), "unreadable"],
])("a small PDF that asks for endless work fails: %s", async (_what, content, failure) => {
  const owner = await memberOf();
  expect(await upload(owner, "small.pdf", content)).toMatchObject({ state: "failed", failure, passages: 0 });
  if (failure === "too_long") expect(await shown(owner)).toContain("takes too long to read");
});

it("a PDF of pictures without an end is read to its end", async () => {
  const owner = await memberOf();
  expect(await upload(owner, "pictures.pdf", endlessPictures(3_000_000))).toMatchObject({
    failure: "no_text",
  });
});

it("a page of nothing but titles is read in one pass, also where small letters are longer than large ones", async () => {
  const owner = await memberOf();
  const page = `${"<title>İ</TITLE>".repeat(200_000)}<SCRIPT>İİİ</Script><p>Open at nine.</p>`;
  const source = await upload(owner, "titles.html", new Blob([page], { type: html }));
  expect(source).toMatchObject({ state: "ready", passages: 1 });
  const found = await owner.store.knowledge.search({ question: "open nine", agent_id: null, limit: 1 });
  expect(found[0]?.text).toBe("Open at nine.");
});

it("a text has at most 10,000 passages, and headings count as characters", async () => {
  const owner = await memberOf();
  expect(await upload(owner, "many.markdown", "# a\n".repeat(10_001))).toMatchObject({
    state: "failed",
    failure: "too_long",
  });
  const few = await upload(owner, "few.markdown", "# Prices\n\nA cleaning costs $90.");
  expect(few).toMatchObject({ state: "ready", characters: "Prices".length + "A cleaning costs $90.".length });
  const heading = "H".repeat(200);
  const wide = Array.from({ length: 9000 }, () => `## ${"W".repeat(120)}\n\nx\n`).join("\n");
  expect(await upload(owner, "wide.markdown", `# ${heading}\n\n${wide}`)).toMatchObject({
    failure: "plan_full",
  });
});

it("a long text of letters that take three bytes each is filled", async () => {
  const owner = await memberOf();
  const text = "\u6728\u6f22\u5b57\u30ab ".repeat(190_000);
  const source = await upload(owner, "long.txt", text);
  expect(source).toMatchObject({ state: "ready", failure: null });
  const read = await owner.store.knowledge.read(source.id, 10_000);
  expect(read?.passages.map(({ place }) => place)).toEqual([...Array(source.passages).keys()]);
  expect(read?.passages.map(({ text: one }) => one).join(" ")).toHaveLength(text.trim().length);
});

test("an import that never ends is begun twice, and then it is given up", async () => {
  const owner = await memberOf();
  const { id } = await entry(owner, "Parking", "Parking is free.");
  await inObject(owner, (sql) =>
    sql.exec("update knowledge_sources set state = 'waiting', attempts = 0, revision = 7"),
  );
  const begin = () => owner.store.knowledge.begin(id, 7, Date.now());
  expect(await begin()).not.toBeNull();
  expect(await begin()).not.toBeNull();
  expect(await begin()).toBeNull();
  const [source] = await owner.store.knowledge.list();
  expect(source).toMatchObject({ state: "failed", failure: "lost", passages: 1 });
});

test("imports come by a queue of their own, one in a batch", async () => {
  const owner = await memberOf();
  const { id } = await entry(owner, "Parking", "Parking is free.");
  const task = {
    id: `knowledge_import:${id}:1`,
    kind: "knowledge_import",
    organization_id: owner.organizationId,
    created_at: Date.now(),
    payload: { source_id: id, revision: 1, most_characters: 1_000_000 },
  };
  expect((await delivered([task], "imports")).explicitAcks).toEqual(["m0"]);
});
