/** Google Sheets: a row for each thing that happens, in a spreadsheet that is made when it is connected. */
import { z } from "zod";
import { googleAccount, googleOAuth, revokeGoogle } from "./google-account.server.ts";
import { type Adapter, type Answer, anything, ask, refusal } from "./provider.server.ts";
import { sheetColumns } from "./told-fields.ts";

const api = "https://sheets.googleapis.com/v4/spreadsheets";
/** The tab that rows are added to. */
const tab = "Calls";

const made = z.object({ spreadsheetId: z.string(), spreadsheetUrl: z.url() });
const columnValues = z.object({ values: z.array(z.array(z.string())).default([]) });

/** Whether the id of what happened is in the first column. */
async function isThere(token: string, sheet: string, id: string): Promise<Answer<boolean>> {
  const range = encodeURIComponent(`${tab}!A:A`);
  const answer = await ask({ url: `${api}/${sheet}/values/${range}`, token }, columnValues);
  return answer.ok ? { ok: true, value: answer.value.values.some(([first]) => first === id) } : answer;
}

const cell = (value: string) => ({ userEnteredValue: { stringValue: value } });

export const googleSheets: Adapter = {
  provider: "google_sheets",
  // Only files that were made here: no other file of the person's can be read.
  oauth: googleOAuth(["https://www.googleapis.com/auth/drive.file"]),
  takesKey: false,
  account: async (_token, given) => googleAccount(given),
  choices: async () => ({ ok: true, value: [] }),
  async firstTarget(token, { organization }) {
    const title = `Calls of ${organization}`;
    const json = {
      properties: { title },
      sheets: [
        {
          properties: { title: tab, gridProperties: { frozenRowCount: 1 } },
          data: [{ rowData: [{ values: ["ID", ...sheetColumns.map(({ label }) => label)].map(cell) }] }],
        },
      ],
    };
    const answer = await ask({ url: api, method: "POST", token, json }, made);
    if (!answer.ok) return answer;
    const { spreadsheetId: id, spreadsheetUrl: url } = answer.value;
    return { ok: true, value: { id, label: title, url } };
  },
  async test(token, { target }) {
    if (target === null) return refusal("missing", "There is no spreadsheet.");
    const answer = await ask({ url: `${api}/${target.id}?fields=spreadsheetId`, token }, anything);
    return answer.ok ? { ok: true, value: null } : answer;
  },
  async tell(token, { target }, { id, told, isRepeated }) {
    if (target === null) return refusal("missing", "There is no spreadsheet.");
    if (isRepeated) {
      const before = await isThere(token, target.id, id);
      if (!before.ok) return before;
      if (before.value) return { ok: true, value: id };
    }
    const range = encodeURIComponent(`${tab}!A1`);
    // RAW: what a caller said is no formula.
    const url = `${api}/${target.id}/values/${range}:append?valueInputOption=RAW&insertDataOption=INSERT_ROWS`;
    const values = [[id, ...sheetColumns.map(({ field }) => told[field] ?? "")]];
    const answer = await ask({ url, method: "POST", token, json: { values } }, anything);
    return answer.ok ? { ok: true, value: id } : answer;
  },
  revoke: revokeGoogle,
};
