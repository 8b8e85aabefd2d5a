/** /sandbox/apps: what stands in the connected apps, and what their owners do there. */
import { z } from "zod";
import { html } from "#workers/sandbox/html.ts";
import { problem, readJson, wantsJson } from "#workers/sandbox/json.ts";
import { empty, page } from "#workers/sandbox/page.ts";
import type { WorldDoor } from "#workers/sandbox/world-door.ts";
import { apps, type Thing } from "./app-world.ts";
import { calendarEvent } from "./calendar.ts";

const account = z.string().min(1).max(200);
const order = z.discriminatedUnion("act", [
  /** The owner takes our access back, or access tokens end early. */
  z.strictObject({ act: z.enum(["revoke", "expire"]), account }),
  /** An event that someone wrote into a Google calendar. */
  z.strictObject({ act: z.literal("event"), account, event: calendarEvent }),
  /** The zone of a Google calendar. */
  z.strictObject({ act: z.literal("calendar"), account, time_zone: z.string() }),
  /** So many searches at HubSpot do not find what was written lately. */
  z.strictObject({ act: z.literal("lag"), account, times: z.int().min(1).max(100) }),
  /** A key of a private app. */
  z.strictObject({ act: z.literal("key"), account, app: z.enum(apps) }),
]);

export async function appOrders(request: Request, world: WorldDoor): Promise<Response> {
  const read = await readJson(request, order);
  if (!read.ok) return read.response;
  const asked = read.value;
  const { account } = asked;
  const put = (kind: string, id: string, body: object) =>
    world.apps.put({ account, kind, id, body: JSON.stringify(body) });
  switch (asked.act) {
    case "key":
      return Response.json({ key: await world.apps.makeKey(asked.app, account) }, { status: 201 });
    case "event":
      await put("event", asked.event.id, asked.event);
      break;
    case "lag":
      await put("lag", account, { times: asked.times });
      break;
    case "calendar":
      await put("calendar", account, { timeZone: asked.time_zone });
      break;
    default:
      await world.apps.disturb(account, asked.act);
  }
  return new Response(null, { status: 204 });
}

const titles: Readonly<Record<string, string>> = {
  event: "Google Calendar",
  message: "Slack",
  contact: "HubSpot contacts",
  note: "HubSpot notes",
  spreadsheet: "Google Sheets",
};

const shownOf = (all: Thing[], kind: string, title: string) => {
  const own = all.filter((one) => one.kind === kind);
  return html`<section class="panel"><h2>${title}</h2>${
    own.length === 0
      ? empty("Nothing yet.")
      : html`<table><thead><tr><th>Account</th><th>What</th></tr></thead><tbody>${own.map(
          ({ account, body }) =>
            html`<tr><td data-name="Account">${account}</td><td data-name="What"><code>${body}</code></td></tr>`,
        )}</tbody></table>`
  }</section>`;
};

export async function appThings(request: Request, world: WorldDoor, url: URL): Promise<Response> {
  const of = url.searchParams.get("account");
  const things = await world.apps.things(of, null);
  if (!wantsJson(request))
    return page({
      title: "Connected apps",
      path: "/sandbox/apps",
      lead: "What stands in the calendars, channels, contacts and spreadsheets that organizations connected.",
      body: html`${Object.entries(titles).map(([kind, title]) => shownOf(things, kind, title))}`,
    });
  if (of === null) return problem(400, "Say whose: ?account=");
  return Response.json({
    things: things.map((one) => ({ ...one, body: JSON.parse(one.body) })),
    renewals: await world.apps.renewals(of),
  });
}
