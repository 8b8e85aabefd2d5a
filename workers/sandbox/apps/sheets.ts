/** Plays Google's Sheets API: spreadsheets that were made by it, and rows that are added. */
import { z } from "zod";
import type { WorldDoor } from "#workers/sandbox/world-door.ts";
import { bearerOf } from "./bearer.ts";
import { googleFailure } from "./calendar.ts";

const made = z.object({
  properties: z.object({ title: z.string() }),
  sheets: z.array(
    z.object({
      data: z.array(
        z.object({
          rowData: z.array(
            z.object({
              values: z.array(z.object({ userEnteredValue: z.object({ stringValue: z.string() }) })),
            }),
          ),
        }),
      ),
    }),
  ),
});
const appended = z.object({ values: z.array(z.array(z.string())).min(1) });
const sheet = z.object({ title: z.string(), rows: z.array(z.array(z.string())) });

/** Answers sheets.googleapis.com. */
export async function sheetsApi(request: Request, world: WorldDoor): Promise<Response> {
  const url = new URL(request.url);
  const account = await world.apps.accountOf("google", bearerOf(request), Date.now());
  if (account === null) return googleFailure(401, "Invalid Credentials");
  const [, id, values] = /^\/v4\/spreadsheets(?:\/([^/:]+))?(?:\/values\/(.+))?$/.exec(url.pathname) ?? [];
  if (id === undefined && request.method === "POST") {
    const { properties, sheets } = made.parse(await request.json());
    const spreadsheetId = crypto.randomUUID().replaceAll("-", "");
    const rows = sheets.flatMap(({ data }) =>
      data.flatMap(({ rowData }) =>
        rowData.map((row) => row.values.map(({ userEnteredValue }) => userEnteredValue.stringValue)),
      ),
    );
    const body = JSON.stringify({ title: properties.title, rows });
    await world.apps.put({ account, kind: "spreadsheet", id: spreadsheetId, body });
    const spreadsheetUrl = `https://docs.google.com/spreadsheets/d/${spreadsheetId}/edit`;
    return Response.json({ spreadsheetId, spreadsheetUrl });
  }
  const found = id === undefined ? null : await world.apps.thing(account, "spreadsheet", id);
  if (!found) return googleFailure(404, "Requested entity was not found.");
  const body = sheet.parse(JSON.parse(found.body));
  if (values === undefined) return Response.json({ spreadsheetId: id });
  if (request.method === "GET") return Response.json({ values: body.rows.map(([first = ""]) => [first]) });
  if (url.searchParams.get("valueInputOption") !== "RAW") return googleFailure(400, "Only RAW is played.");
  const added = appended.parse(await request.json()).values;
  await world.apps.put({ ...found, body: JSON.stringify({ ...body, rows: [...body.rows, ...added] }) });
  return Response.json({ spreadsheetId: id, updates: { updatedRows: added.length } });
}
