/** /numbers/protection: the limits that keep abuse off the numbers, and the block list. */
import { data } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import { shortDate } from "#app/platform/format.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { rememberedLoader } from "#app/platform/query-cache.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Notice, useFocusWhenLost } from "#app/telephony/notice.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import type { Route } from "./+types/protection.route";
import { changeProtection } from "./protection-changes.server.ts";
import { BlockList, Limits, Tripped } from "./protection-panels.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Call protection", matches);

export const loader = async ({ context }: Route.LoaderArgs) => {
  const { store, organization, may } = permitted(context, "numbers.read");
  const { timeZone, locale } = organization;
  const now = Date.now();
  const { blocked, ...protection } = await store.protection.read(now, timeZone);
  const readsPersons = may("calls.read_persons");
  return {
    ...protection,
    blocked: blocked.map(({ id, pattern, is_prefix, note, created_at }) => ({
      id,
      shown: is_prefix ? `${pattern}…` : readsPersons ? internationally(pattern) : "A hidden number",
      note: [readsPersons && note, `since ${shortDate(created_at, now, { timeZone, locale })}`]
        .filter(Boolean)
        .join(", "),
    })),
    canWrite: may("numbers.write"),
  };
};
export const clientLoader = rememberedLoader;

export async function action({ request, context }: Route.ActionArgs) {
  const member = permitted(context, "numbers.write");
  const { status, ...said } = await changeProtection(member, await readForm(request, context));
  return data(said, status);
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function ProtectionPage({ loaderData, actionData }: Route.ComponentProps) {
  const notice = useFocusWhenLost(loaderData.blocked);
  return (
    <Page isNarrow path={[{ label: "Numbers", to: "/numbers" }, { label: "Call protection" }]}>
      <PageHeader
        title="Call protection"
        sentence="Calls that these limits refuse never reach an agent. They stand in the call history with their reason."
      />
      <Notice ref={notice} words={actionData?.message} isGood={actionData?.isGood ?? true} />
      {loaderData.isTripped && <Tripped canWrite={loaderData.canWrite} />}
      <Limits rules={loaderData.rules} canWrite={loaderData.canWrite} />
      <BlockList blocked={loaderData.blocked} canWrite={loaderData.canWrite} />
    </Page>
  );
}
