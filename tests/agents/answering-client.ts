/** The page "Who answers", used by a client without scripts. */

import { type PageButton, pageForm } from "../support/page-form.ts";
import type { Person } from "../support/people.ts";

export type AnsweringPage = { html: string; status: number; values: URLSearchParams; buttons: PageButton[] };

export const pathOf = (id: string): string => `/agents/${id}/answering`;

async function pageOf(answer: Response): Promise<AnsweringPage> {
  const html = await answer.text();
  const formId = /<form[^>]* id="(answering-[0-9a-f-]{36}-\d+)"/.exec(html)?.[1] ?? "";
  return { html, status: answer.status, ...(await pageForm(html, formId)) };
}

export const openAnswering = async (person: Person, id: string): Promise<AnsweringPage> =>
  pageOf(await person.get(pathOf(id)));

/** Presses a button of the page that answers with the page again. */
export async function pressIn(
  person: Person,
  id: string,
  page: AnsweringPage,
  words: string,
): Promise<AnsweringPage> {
  const button = page.buttons.find((one) => one.words.includes(words));
  if (!button) throw new Error(`no button “${words}”`);
  const posted = new URLSearchParams(page.values);
  posted.set(button.name, button.value);
  return pageOf(await person.post(pathOf(id), posted));
}

/** Saves the page with these values instead of its own. */
export function saveAnswering(
  person: Person,
  id: string,
  page: AnsweringPage,
  changes: Record<string, string> = {},
): Promise<Response> {
  const posted = new URLSearchParams(page.values);
  for (const [name, value] of Object.entries({ ...changes, do: "save" })) posted.set(name, value);
  return person.post(pathOf(id), posted);
}

/** The fields of a tool, the first one unless told otherwise. */
export const toolFields = (tool: Record<string, string>, place = 0): Record<string, string> =>
  Object.fromEntries(
    Object.entries({
      name: "check_order",
      description: "Tells the state of an order.",
      url: "https://pages.sandbox.test/echo",
      timeout: "5",
      filler: "",
      ...tool,
    }).map(([name, value]) => [`tools[${place}].${name}`, value]),
  );
