/** A CSV file in the setup of a campaign: its people join a list that the campaign calls, and what was chosen before stays. */
import { expect, test, vi } from "vitest";
import { pageText } from "../support/page-form.ts";
import { memberOf, type Person } from "../support/people.ts";
import { rows } from "../support/telephone.ts";

const audience = { step: "audience", do: "upload", name: "Spring recall", consent: "relaxed" };
const file = (content: string) => new File([content], "leads.csv", { type: "text/csv" });
const people = "Name,Mobile\nIda Lovell,(212) 555-0187\nBen Ode,(212) 555-0188\nBroken,12\n";

/** Uploads a file where the setup leads to. @returns the page of the import, and the campaign's id */
async function uploadedFor(person: Person, to: string, content = people) {
  const offered = await person.get(to);
  expect(await offered.clone().text()).not.toContain("Numbers for the do-not-call list");
  const answer = await person.post(to, { do: "upload", kind: "contacts", file: file(content) });
  expect(answer.status).toBe(302);
  const path = answer.headers.get("location") ?? "";
  const [, id = ""] = /^\/contacts\/imports\/[0-9a-f-]+\?campaign=(.+)$/.exec(path) ?? [];
  return { path, id };
}

const start = {
  do: "start",
  has_headings: "on",
  country: "US",
  duplicates: "merge",
  list: "",
  new_list: "",
  column: ["name", "number"],
};

async function done(person: Person, to: string) {
  await vi.waitFor(async () => {
    if ((await pageText(await (await person.get(to)).text())).includes("% imported")) throw new Error("runs");
  });
  return pageText(await (await person.get(to)).text());
}

const draftOf = async (person: Person, id: string) => (await person.store.campaigns.find(id))?.draft;

test("a file that is uploaded in the setup becomes a list that is called, and the rest of the draft stays", async () => {
  const person = await memberOf();
  await rows(person, "insert into contact_lists values ('other', 'spring recall', null, 0, 0)");
  const first = await person.post("/campaigns/new", { ...audience, tags: "vip" });
  const upload = first.headers.get("location") ?? "";
  expect(upload).toMatch(/^\/contacts\/import\?campaign=[0-9a-f-]{36}$/);
  const { path, id } = await uploadedFor(person, upload);
  const mapping = await (await person.get(path)).text();
  // A list that has the campaign's name already holds other people.
  expect(mapping).toContain('value="Spring recall 2"');
  expect(mapping).toMatch(/<option value="number" selected/);

  const nameless = await person.post(path, start);
  expect(nameless.status).toBe(422);
  expect(await nameless.text()).toContain("Name the list that the campaign calls");
  const taken = await person.post(path, { ...start, new_list: "Spring recall" });
  expect(taken.status).toBe(422);
  expect(await taken.text()).toContain("A list has this name already");

  const started = await person.post(path, { ...start, new_list: "Spring recall 2" });
  expect(started.headers.get("location")).toBe(`/campaigns/${id}/setup?step=audience`);
  const back = `/campaigns/${id}/setup?step=audience`;
  expect(await done(person, back)).toMatch(/Spring recall 2 2 people/);
  const html = await (await person.get(back)).text();
  expect(await pageText(html)).toMatch(/leads\.csv ?: Done, 2 new, 1 with errors/);
  expect(html).toContain(`href="${path}"`);
  expect(html).toContain('value="Spring recall"');
  const draft = await draftOf(person, id);
  const [list] = await rows(person, "select id from contact_lists where name = 'Spring recall 2'");
  expect(draft).toMatchObject({ consent: "relaxed", audience: { lists: [list?.id], tags: ["vip"] } });
  const result = await (await person.get(path)).text();
  expect(result).toContain("Back to the campaign");
  expect(await (await person.get(`${path.split("?")[0]}/errors`)).text()).toContain("12");

  // A second file joins the same list.
  const again = await person.post(back, { ...audience, lists: String(list?.id), tags: "vip" });
  expect(again.headers.get("location")).toBe(upload);
  const more = await uploadedFor(person, upload, "Name,Mobile\nCleo,(212) 555-0189\n");
  const offered = await (await person.get(more.path)).text();
  expect(offered).toMatch(new RegExp(`<option value="${list?.id}" selected`));
  expect(offered).not.toContain("Spring recall 3");
  expect((await person.post(more.path, { ...start, list: String(list?.id) })).status).toBe(302);
  expect(await done(person, back)).toMatch(/Spring recall 2 3 people/);
});

test("a file that is discarded leads back, and a campaign that is over or another organization's takes none", async () => {
  const person = await memberOf();
  const first = await person.post("/campaigns/new", audience);
  const { path, id } = await uploadedFor(person, first.headers.get("location") ?? "");
  const gone = await person.post(path, { do: "cancel" });
  expect(gone.headers.get("location")).toBe(`/campaigns/${id}/setup?step=audience`);
  expect(await draftOf(person, id)).toMatchObject({ name: "Spring recall", audience: { lists: [] } });

  const stranger = await memberOf();
  const page = await (await stranger.get(`/contacts/import?campaign=${id}`)).text();
  expect(page).not.toContain("Spring recall");
  expect(page).toContain("Numbers for the do-not-call list");

  const waiting = await uploadedFor(person, `/contacts/import?campaign=${id}`);
  await rows(person, `update campaigns set status = 'finished' where id = '${id}'`);
  // The page is an ordinary import then.
  expect((await person.post(waiting.path, { ...start, new_list: "Late" })).status).toBe(200);
  expect(await draftOf(person, id)).toMatchObject({ audience: { lists: [] } });
});

test("however many lists there are, a form keeps the one that was chosen", async () => {
  const person = await memberOf();
  await rows(
    person,
    `insert into contact_lists with recursive n(v) as (select 1 union all select v + 1 from n where v < 120)
      select printf('l%03d', v), printf('A %03d', v), null, 0, 0 from n`,
  );
  await rows(person, "insert into contact_lists values ('last', 'Zz', null, 0, 0)");
  const made = await person.post("/campaigns/new", { ...audience, do: "next", lists: "last" });
  const [, id = ""] = /campaigns\/([^/]+)\//.exec(made.headers.get("location") ?? "") ?? [];
  const html = await (await person.get(`/campaigns/${id}/setup?step=audience`)).text();
  expect(html).toMatch(/<input[^>]*value="last"[^>]*>/);
});
