/** HTML templates: inserted values are escaped, except HTML made the same way. */

export class Html {
  constructor(readonly text: string) {}
}

type Part = string | number | null | undefined | false | Html | Part[];

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? "");

function render(part: Part): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(render).join("");
  return part === null || part === undefined || part === false ? "" : escaped(String(part));
}

export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.map((text, index) => text + (index < parts.length ? render(parts[index]) : "")).join(""));
