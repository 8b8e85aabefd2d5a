/** Answers /agents/:agentId/analytics: how the calls of an agent went, for members who may read calls. */
import { isHidden } from "#app/branding/hidden-sections.ts";
import { scrubbed } from "#app/calls/scrub/scrub.ts";
import { permitted } from "#app/membership/membership.server.ts";
import type { Context } from "#app/platform/context.ts";
import { faultResponse, missing } from "#app/platform/errors.ts";
import { count } from "#app/platform/format.ts";
import { addDays, instantOf, localDate } from "#app/platform/zoned-time.ts";
import { mostAnswered, mostCounted } from "./agent-figures.ts";
import { analyticsShown, rangeIn } from "./analytics-words.ts";

export async function analyticsPage(request: Request, context: Context, id: string) {
  permitted(context, "agents.read");
  const member = permitted(context, "calls.read");
  if (isHidden(member.hiddenSections, "calls")) throw faultResponse("not_found");
  const { store, organization, may } = member;
  const { timeZone, locale } = organization;
  const range = rangeIn(request.url);
  const first = addDays(localDate(Date.now(), timeZone), 1 - Number(range));
  const found = await store.agentAnalytics.figures(id, instantOf(first, "00:00", timeZone));
  if (!found) throw missing("agent", { to: "/agents", label: "Agents" });
  const shown = analyticsShown(found, { agent: id, range, locale });
  const hidesPersons = !may("calls.read_persons");
  const judged = found.groups.reduce((sum, { success, calls }) => sum + (success === null ? 0 : calls), 0);
  return {
    id,
    name: found.name,
    range,
    canWrite: may("agents.write"),
    cut: found.isCut
      ? `Only the newest ${count(mostCounted, locale)} calls of these days are counted.`
      : null,
    cutAnswers: judged > mostAnswered ? `From the newest ${count(mostAnswered, locale)} judged calls.` : null,
    ...shown,
    lasts: hidesPersons ? shown.lasts.map((one) => ({ ...one, label: scrubbed(one.label) })) : shown.lasts,
  };
}
