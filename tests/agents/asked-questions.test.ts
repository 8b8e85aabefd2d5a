/** Unanswered questions: from the dashboard's list into the agent's knowledge, and off the list. */
import { describe, expect, it } from "vitest";
import { agentSpec } from "#app/agents/agents.schema.ts";
import { newId } from "#app/platform/id.ts";
import { ended, finishedCall } from "../calls/arrange.ts";
import { pageText } from "../support/page-form.ts";
import { memberOf, type Person } from "../support/people.ts";
import { agentOf, editorOn, save } from "./editor-client.ts";

const words = "Do you treat dogs & <cats>?";

async function asked() {
  const owner = await memberOf();
  const id = await agentOf(owner);
  await owner.store.questions.note({ agent_id: id, call_id: newId(), question: words, now: Date.now() });
  const [question] = await owner.store.questions.open(10);
  if (!question) throw new Error("the question was not noted");
  return { owner, id, question: question.id };
}

/** The address of the dashboard's link to the editor with a question, as a browser would ask for it; empty when there is none. */
async function answerLink(owner: Person): Promise<string> {
  const html = await (await owner.get("/dashboard")).text();
  const href = /href="(\/agents\/[^"]*add_knowledge=[^"]*)"/.exec(html)?.[1] ?? "";
  return href.replaceAll("&amp;", "&").replace(/#.*$/, "");
}

const isOpen = async (owner: Person) => (await owner.store.questions.open(10)).length > 0;

/** The place of the row that was begun. */
function begunRow(values: URLSearchParams): string {
  const name = [...values.keys()].filter((key) => /^knowledge\[\d+\]\.question$/.test(key)).at(-1) ?? "";
  return name.slice(0, -".question".length);
}

async function opened(owner: Person, id: string, query: Record<string, string>) {
  const editor = await editorOn(await owner.get(`/agents/${id}?${new URLSearchParams(query)}`));
  return { editor, row: begunRow(editor.values) };
}

describe("a question nobody could answer", () => {
  it("leads from the dashboard to a row of its own, is answered there, and leaves the list", async () => {
    const { owner, id } = await asked();
    await ended(owner, finishedCall({ agent_id: id }));
    const link = await answerLink(owner);
    const editor = await editorOn(await owner.get(link));
    const row = begunRow(editor.values);
    expect(editor.values.get(`${row}.question`)).toBe(words);
    expect(editor.values.get(`${row}.answer`)).toBe("");
    expect(await pageText(editor.html)).toContain("Not saved yet");
    expect(await pageText(editor.html)).toContain("Unsaved changes");

    editor.values.set(`${row}.question`, "Animals");
    editor.values.set(`${row}.answer`, "Only people, I'm afraid.");
    const saved = await save(owner, id, editor.values);
    expect([saved.status, saved.headers.get("location")]).toEqual([302, `/agents/${id}`]);
    const entry = (await owner.store.agents.find(id))?.spec.knowledge.at(-1);
    expect(entry).toMatchObject({ question: "Animals", answer: "Only people, I'm afraid." });
    expect(await answerLink(owner)).toBe("");
    expect(await isOpen(owner)).toBe(false);
  });

  it("costs one trip to the organization to be answered", async () => {
    const { owner, id, question } = await asked();
    const { editor, row } = await opened(owner, id, { add_knowledge: words, question });
    editor.values.set(`${row}.answer`, "No.");
    const saved = await save(owner, id, editor.values);
    expect(saved.headers.get("server-timing")).toContain('objects;desc="1"');
    expect(await isOpen(owner)).toBe(false);
  });

  it("stays open while its answer is empty, and the row and the question come back", async () => {
    const { owner, id, question } = await asked();
    const { editor, row } = await opened(owner, id, { add_knowledge: words, question });
    editor.values.set("greeting", "Typed before.");
    const link = `/agents/${id}?${new URLSearchParams({ add_knowledge: words, question })}`;
    const refused = await editorOn(
      await owner.post(link, new URLSearchParams([...editor.values, ["do", "save"]])),
    );
    expect(refused.status).toBe(422);
    expect(refused.html).toContain("Enter the answer");
    expect(refused.values.get("greeting")).toBe("Typed before.");
    expect(refused.values.get(`${row}.question`)).toBe(words);
    expect(refused.values.get("asked_id")).toBe(question);
    expect(await isOpen(owner)).toBe(true);

    refused.values.set(`${row}.answer`, "No.");
    expect((await save(owner, id, refused.values)).status).toBe(302);
    expect(await isOpen(owner)).toBe(false);
  });

  it("stays open when its row was taken away before saving", async () => {
    const { owner, id, question } = await asked();
    const { editor, row } = await opened(owner, id, { add_knowledge: words, question });
    for (const field of ["id", "question", "answer", "synonyms"]) editor.values.delete(`${row}.${field}`);
    expect((await save(owner, id, editor.values)).status).toBe(302);
    expect(await isOpen(owner)).toBe(true);
  });

  it("stays open when somebody else has saved the agent meanwhile", async () => {
    const { owner, id, question } = await asked();
    const { editor, row } = await opened(owner, id, { add_knowledge: words, question });
    const other = await editorOn(await owner.get(`/agents/${id}`));
    await save(owner, id, other.values);
    editor.values.set(`${row}.answer`, "No.");
    expect((await save(owner, id, editor.values)).status).toBe(409);
    expect(await isOpen(owner)).toBe(true);
  });

  it("that comes from a call's script is known by its words, however it was put", async () => {
    const { owner, id } = await asked();
    const { editor, row } = await opened(owner, id, { add_knowledge: "um, do you treat cats and dogs" });
    editor.values.set(`${row}.answer`, "No.");
    expect((await save(owner, id, editor.values)).status).toBe(302);
    expect(await isOpen(owner)).toBe(false);
  });

  it("under an id that nobody gave changes nothing but the knowledge", async () => {
    const { owner, id } = await asked();
    const { editor, row } = await opened(owner, id, { add_knowledge: words, question: newId() });
    editor.values.set(`${row}.answer`, "No.");
    expect((await save(owner, id, editor.values)).status).toBe(302);
    expect((await owner.store.agents.find(id))?.spec.knowledge.at(-1)?.answer).toBe("No.");
    expect(await isOpen(owner)).toBe(true);
  });

  it("of any length and content makes a row that can be saved", async () => {
    const { owner, id } = await asked();
    for (const hostile of [`${"🦷 long ".repeat(300)}`, "<script>alert(1)</script>", "🦷".repeat(400), "?"]) {
      const { editor, row } = await opened(owner, id, { add_knowledge: hostile, question: "'; --" });
      expect(editor.html).not.toContain("<script>alert(1)");
      editor.values.set(`${row}.answer`, "No.");
      expect((await save(owner, id, editor.values)).status).toBe(302);
    }
    expect((await owner.store.agents.find(id))?.version).toBe(5);
  });

  it("begins nothing for somebody who may only look", async () => {
    const { owner, id, question } = await asked();
    const viewer = await memberOf({ role: "viewer", organizationId: owner.organizationId });
    const { editor } = await opened(viewer, id, { add_knowledge: words, question });
    expect(editor.html).not.toContain("Not saved yet");
    expect(editor.values.has("asked")).toBe(false);
  });
});

it("an agent that is somebody else's is not there, and the way to everything else is", async () => {
  const owner = await memberOf();
  const stranger = await memberOf();
  const answer = await stranger.get(`/agents/${await agentOf(owner)}`);
  expect(answer.status).toBe(404);
  const html = await answer.text();
  expect(await pageText(html)).toContain("This agent doesn't exist");
  expect(html).toMatch(/<nav[^>]*>[\s\S]*href="\/agents"[\s\S]*<\/nav>/);
});

describe("what an appointment is for", () => {
  it("is asked by agents that were saved before one could say", async () => {
    const owner = await memberOf();
    const book = (await owner.store.agents.find(await agentOf(owner)))?.spec.actions.book;
    if (!book) throw new Error("the agent does not book");
    const { ask_kind, ...before } = book;
    expect(ask_kind).toBe(true);
    expect(agentSpec.shape.actions.shape.book.parse(before)).toEqual(book);
  });

  it("is asked unless the editor says otherwise", async () => {
    const owner = await memberOf();
    const id = await agentOf(owner);
    const book = async () => (await owner.store.agents.find(id))?.spec.actions.book;
    const editor = await editorOn(await owner.get(`/agents/${id}`));
    expect(await pageText(editor.html)).toContain("Ask for the appointment type");
    expect(editor.values.get("book.ask_kind")).toBe("on");
    editor.values.delete("book.ask_kind");
    expect((await save(owner, id, editor.values)).status).toBe(302);
    expect((await book())?.ask_kind).toBe(false);
    const again = await editorOn(await owner.get(`/agents/${id}`));
    expect(again.values.has("book.ask_kind")).toBe(false);
  });
});
