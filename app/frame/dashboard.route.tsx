import { data, isRouteErrorResponse, Outlet, type ShouldRevalidateFunctionArgs } from "react-router";
import { takePlanChange } from "#app/billing/plan/changed-plan.ts";
import { brandOf } from "#app/branding/tenant.server.ts";
import { membersOnly, organization } from "#app/membership/membership.server.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { thrownAnswer } from "#app/shell/thrown-answer.ts";
import { showToast } from "#app/ui/toast.ts";
import type { Route } from "./+types/dashboard.route";
import { frameOf } from "./frame.server.ts";
import { OrganizationFrame } from "./organization-frame.tsx";

export const middleware: Route.MiddlewareFunction[] = [membersOnly];

/**
 * Two tabs, two organizations: a form that cannot be sent is refused on its page, because an error screen would lose
 * what was typed. Page loads, and forms without scripts, get the screen.
 */
const keepRefusedForm: Route.ClientMiddlewareFunction = async ({ request }, next) => {
  const results = await next();
  if (request.method !== "POST") return results;
  for (const [route, { type, result }] of Object.entries(results)) {
    if (type !== "error" || !isRouteErrorResponse(result) || result.status !== 409) continue;
    const { sentence, drawnFor } = thrownAnswer(result);
    if (drawnFor === undefined) continue;
    offerSwitchBack(sentence, drawnFor);
    // A refused action reloads no data, so the page stays as it is.
    return { ...results, [route]: { type: "data", result: data(undefined, 409) } };
  }
  return results;
};
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepRefusedForm];

export const loader = ({ request, context }: Route.LoaderArgs) => {
  const member = organization(context);
  // The guard has already checked that the person has the required factor.
  return frameOf(request, { ...member, hasFactor: true, factor: null }, member.membership, brandOf(context));
};

/** The guard still runs with every page's own request, so the frame's data need not be loaded again (docs/architecture.md, "Requests"). */
export const shouldRevalidate = ({ formAction, actionStatus = 200 }: ShouldRevalidateFunctionArgs) =>
  takePlanChange() ||
  // The frame shows the names of the organization and the person.
  (actionStatus < 400 && formAction !== undefined && /^\/(?:settings|profile)\b/.test(formAction));

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  return (
    <OrganizationFrame {...loaderData}>
      <Outlet />
    </OrganizationFrame>
  );
}

/** Long enough to read both names and decide; sending the form again offers it again. */
const lasts_ms = minute_ms;

/** Switches back to the organization that the tab shows; what was typed stays. */
async function switchBack(to: string): Promise<void> {
  const body = new URLSearchParams({ to });
  const answer = await fetch("/organizations/switch", { method: "POST", body, redirect: "manual" }).catch(
    () => null,
  );
  // The answer redirects to a page, which is not followed here.
  if (answer?.type === "opaqueredirect")
    showToast({ words: "You're back in this organization.", detail: "Submit your form again." });
  else showToast({ words: "That didn't work.", detail: "Reload the page and try again.", tone: "bad" });
}

/**
 * Says why a form was refused, above the page that still holds what was typed.
 * @param drawnFor the organization that the tab shows
 */
function offerSwitchBack(sentence: string | undefined, drawnFor: string): void {
  showToast({
    id: "other-organization",
    words: "This tab shows another organization",
    detail: sentence,
    tone: "bad",
    lasts_ms,
    action: { label: "Switch back", onPress: () => void switchBack(drawnFor) },
  });
}
