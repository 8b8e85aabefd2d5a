/** Knowledge in tests: sources through the page's forms, read by the queue, and pages of the web that the sandbox serves. */
import { expect, vi } from "vitest";
import type { KnowledgeSource } from "#app/knowledge/knowledge.schema.ts";
import { post } from "../sandbox/world.ts";
import { pageText } from "../support/page-form.ts";
import type { Person } from "../support/people.ts";

export const page = "/agents/knowledge";

type Form = Record<string, string | Blob | readonly string[]>;

export const press = (person: Person, intent: string, form: Form = {}) =>
  person.post(page, { intent, ...form });

/** The words of the page, at an address of it. */
export const shown = async (person: Person, query = "") =>
  pageText(await (await person.get(`${page}${query}`)).text());

export const sources = (person: Person): Promise<KnowledgeSource[]> => person.store.knowledge.list();

/** The newest source, once it is read or has failed. */
export const settled = (person: Person): Promise<KnowledgeSource> =>
  vi.waitFor(
    async () => {
      const [source] = await sources(person);
      if (!source || source.state === "waiting" || source.state === "reading")
        throw new Error("not read yet");
      return source;
    },
    { timeout: 30_000, interval: 30 },
  );

/** Adds an entry, and waits until it is read. */
export async function entry(person: Person, title: string, text: string, form: Form = {}) {
  const answer = await press(person, "add_entry", { title, text, whose: "all", ...form });
  expect(answer.headers.get("location")).toBe(`${page}?done=added`);
  return settled(person);
}

export const file = (name: string, content: BlobPart): File => new File([content], name);

/** Uploads a file, and waits until it is read. */
export async function upload(person: Person, name: string, content: BlobPart) {
  const answer = await press(person, "add_file", { file: file(name, content) });
  expect(answer.headers.get("location")).toBe(`${page}?done=added`);
  return settled(person);
}

/** A host that no other test uses, with its address in DNS. */
export async function site(address = "93.184.215.20"): Promise<string> {
  const host = `${crypto.randomUUID()}.test`;
  if (address !== "")
    await post("/dns", { name: host, type: address.includes(":") ? "AAAA" : "A", value: address });
  return host;
}

export const serve = async (host: string, path: string, more: object): Promise<void> => {
  expect((await post("/web-pages", { host, path, ...more })).status).toBe(204);
};

/** Adds a page, and waits until it is read. */
export async function addPage(person: Person, address: string) {
  const answer = await press(person, "add_page", { address });
  expect(answer.headers.get("location")).toBe(`${page}?done=added`);
  return settled(person);
}
