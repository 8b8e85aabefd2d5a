/** GET /calendar/:file: an organization's appointments for calendar programs, under a secret address. */
import type { Route } from "./+types/calendar-feed.route";
import { calendarAnswer } from "./calendar-feed.server.ts";

export const loader = ({ request, context, params }: Route.LoaderArgs) =>
  calendarAnswer(request, context, params.file);
