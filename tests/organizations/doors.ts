/** The addresses of the product, from the build, and the answers that visitors get there. */
import { newId } from "#app/platform/id.ts";
import { routes } from "../support/built-routes.ts";
import type { Client } from "../support/people.ts";

/** "/agents/:agentId", of a route and everything above it. */
function addressOf(id: string | undefined): string {
  const route = id === undefined ? undefined : routes[id];
  if (!route) return "";
  const above = addressOf(route.parentId);
  return route.path ? `${above.replace(/\/$/, "")}/${route.path}` : above;
}

const parents = new Set(Object.values(routes).map((route) => route?.parentId));

/** Every loader and action that stands in the build itself: "GET /agents/:agentId". */
export const doors = Object.values(routes).flatMap((route) => {
  if (!route || parents.has(route.id)) return [];
  const address = addressOf(route.id) || "/";
  return [
    ...(route.hasLoader || route.hasDefaultExport ? [`GET ${address}`] : []),
    ...(route.hasAction ? [`POST ${address}`] : []),
  ];
});

export const asData = (path: string) => (path === "/" ? "/_.data" : `${path}.data`);

/**
 * What every visitor meets at a door. One comes for the document, the next for data, and at the next door the other way
 * round: the guards know no difference, and each visitor tries both some hundred times.
 * @param isDocument what is never asked for as data: a function, or a page with a document of its own
 */
export async function metBy<Who extends string>(
  visitors: readonly Who[],
  door: string,
  isDocument: boolean,
  meets: (who: Who, path: (address: string) => string) => Promise<string>,
): Promise<Record<string, string>> {
  const first = doors.indexOf(door);
  const seen: Record<string, string> = {};
  for (const [nth, who] of visitors.entries()) {
    const isData = !isDocument && (first + nth) % 2 === 0;
    seen[who] = await meets(who, isData ? asData : (address) => address);
  }
  return seen;
}

/** The status, or where to: a redirect of the data kind says it in its body. */
export async function met(answer: Response): Promise<string> {
  const to = answer.headers.get("location");
  if (to === null && answer.status !== 202) return String(answer.status);
  const address = to ?? /"((?:https:\/)?\/[^"]*)"/.exec(await answer.text())?.[1] ?? "202";
  // The local entry leads documents to the sandbox's Google.
  if (/^(?:https:\/|\/sandbox)\/accounts\.google\.com\//.test(address)) return "google";
  // How one finds back after signing in is not this table's matter.
  return address.replace(/\?returnPath=.*$/, "");
}

/** Posts to a door: a form, or a function's fields, too little or too harmless to change anything. */
export const push = (person: Client, address: string, path: string, form: Record<string, string>) =>
  address.startsWith("/functions/")
    ? person.fetch(path, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "sec-fetch-site": "same-origin",
          cookie: person.cookie,
        },
        body: JSON.stringify({
          userId: newId(),
          email: "a@people.test",
          code: "123456",
          invitationId: newId(),
        }),
      })
    : person.post(path, form);
