/** Agents for tests, made and edited through their pages by a client without scripts. */
import { expect } from "vitest";
import type { AgentKind } from "#app/agents/agent-terms.schema.ts";
import { type PageButton, pageForm } from "../support/page-form.ts";
import { memberOf, type Person } from "../support/people.ts";

/** Creates an agent from a starting point and returns its id. */
export async function agentOf(person: Person, kind: AgentKind = "appointment_booking"): Promise<string> {
  const answer = await person.post("/agents/new", { kind });
  expect(answer.status).toBe(302);
  const id = /^\/agents\/([0-9a-f-]{36})$/.exec(answer.headers.get("location") ?? "")?.[1];
  if (!id) throw new Error(`no agent in ${answer.headers.get("location")}`);
  return id;
}

export type Editor = {
  html: string;
  status: number;
  /** What the form would post now; tests change it. */
  values: URLSearchParams;
  buttons: PageButton[];
};

/** The editor's form on a page, whatever version it is of. */
export async function editorOn(answer: Response): Promise<Editor> {
  const html = await answer.text();
  const formId = /<form[^>]* id="(agent-[0-9a-f-]{36}-\d+)"/.exec(html)?.[1] ?? "";
  return { html, status: answer.status, ...(await pageForm(html, formId)) };
}

export const openEditor = async (person: Person, id: string): Promise<Editor> =>
  editorOn(await person.get(`/agents/${id}`));

/** Presses Save, as the page's button does. */
export function save(person: Person, id: string, values: URLSearchParams): Promise<Response> {
  const posted = new URLSearchParams(values);
  posted.set("do", "save");
  return person.post(`/agents/${id}`, posted);
}

/** Publishes the draft as it stands now, as the page of versions does. */
export async function publish(
  person: Person,
  id: string,
  typed: Record<string, string> = {},
): Promise<Response> {
  const agent = await person.store.agents.find(id);
  const seen = { version: String(agent?.version), latest: String(agent?.live?.latest) };
  return person.post(`/agents/${id}/versions`, { ...seen, do: "publish", share: "all", ...typed });
}

/** Presses a button of the editor by its words or its accessible name. */
export async function press(person: Person, id: string, editor: Editor, words: string): Promise<Editor> {
  const button = editor.buttons.find((one) => one.words.includes(words));
  if (!button) throw new Error(`no button “${words}”`);
  const posted = new URLSearchParams(editor.values);
  posted.set(button.name, button.value);
  return editorOn(await person.post(`/agents/${id}`, posted));
}

/** A member with an agent, and its editor. */
export async function opened(kind: Parameters<typeof agentOf>[1] = "appointment_booking") {
  const owner = await memberOf();
  const id = await agentOf(owner, kind);
  return { owner, id, editor: await openEditor(owner, id) };
}
