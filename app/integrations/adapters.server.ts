/** The adapter of each provider. */
import { googleCalendar } from "./google-calendar.server.ts";
import { googleSheets } from "./google-sheets.server.ts";
import { hubspot } from "./hubspot.server.ts";
import type { Provider } from "./integrations.schema.ts";
import type { Adapter } from "./provider.server.ts";
import { slackAdapter } from "./slack.server.ts";

export const adapters: Readonly<Record<Provider, Adapter>> = {
  google_calendar: googleCalendar,
  slack: slackAdapter,
  hubspot,
  google_sheets: googleSheets,
};
