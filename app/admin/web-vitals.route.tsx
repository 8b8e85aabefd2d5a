/** /admin/web-vitals: how fast pages are in people's browsers, for platform admins. */
import { Form, Link } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { devices } from "#app/monitoring/vitals.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { PageError } from "#app/shell/page-error.tsx";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import type { Route } from "./+types/web-vitals.route";
import { adminView } from "./admin-answers.server.ts";
import { AdminPage } from "./admin-page.tsx";
import { answerAdmin } from "./platform-admins-only.server.ts";
import { ThisTab } from "./this-tab.tsx";
import { VitalsTable } from "./vitals-table.tsx";
import { vitalsPage } from "./web-vitals.server.ts";
import { periods, type VitalsQuery, vitalsAddress, vitalsQueryOf } from "./web-vitals-query.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Web vitals", matches);
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { isOpen, confirmation } = await adminView(request, context);
  const query = vitalsQueryOf(request.url);
  const page = isOpen ? await vitalsPage(context, query, Date.now()) : null;
  return { isOpen, confirmation, query, page };
}

export const action = ({ request, context }: Route.ActionArgs) => answerAdmin(request, context);
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

/** "One in 10 visits reports." */
function shareWords(share: number): string {
  if (share === 0) return "Reports are turned off.";
  if (share === 1) return "Every visit reports.";
  return `${Math.round(share * 1000) / 10}% of visits report.`;
}

export default function WebVitalsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { isOpen, confirmation, query, page } = loaderData;
  return (
    <AdminPage
      title="Web vitals"
      sentence={`What three quarters of visits stay below, in people's browsers.${page ? ` ${shareWords(page.share)}` : ""}`}
      asks={isOpen ? null : { ...confirmation, result: actionData?.result ?? null }}
    >
      {page && (
        <>
          <Finder query={query} releases={page.releases.map(({ name }) => name)} />
          <Panel title={query.route ?? "All pages"} flush>
            {page.all.visits > 0 ? (
              <VitalsTable caption="All visits" head="" rows={[page.all]} />
            ) : (
              <p className="px-4.5 py-6 text-ink-2">
                {page.isUnread
                  ? "Reports are in Analytics Engine, which couldn't be read. Check VITALS_ACCOUNT_ID and VITALS_TOKEN."
                  : "No visits reported in this period."}
              </p>
            )}
          </Panel>
          {page.all.visits > 0 && (
            <>
              <Panel title="Pages" flush>
                <VitalsTable
                  caption="Pages"
                  head="Page"
                  rows={page.routes}
                  to={(route) => vitalsAddress(query, { route })}
                />
              </Panel>
              <Panel title="Devices" flush>
                <VitalsTable
                  caption="Devices"
                  head="Device"
                  rows={page.devices}
                  to={(device) =>
                    vitalsAddress(query, { device: devices.find((one) => one === device) ?? null })
                  }
                />
              </Panel>
              <Panel title="Releases" flush>
                <VitalsTable
                  caption="Releases"
                  head="Release"
                  rows={page.releases}
                  note={(name) => (name === page.ownRelease ? "current" : null)}
                  to={(release) => vitalsAddress(query, { release })}
                />
              </Panel>
            </>
          )}
          {page.isCut && (
            <p className="text-ink-3 text-meta">Not everything fits: choose a shorter period or a filter.</p>
          )}
          <ThisTab />
        </>
      )}
    </AdminPage>
  );
}

const dayWords = (days: number): string => (days === 1 ? "Today" : `${days} days`);

/** A plain form that asks the address; it needs no scripts. */
function Finder({ query, releases }: { readonly query: VitalsQuery; readonly releases: readonly string[] }) {
  const known = [...new Set([...(query.release === null ? [] : [query.release]), ...releases])];
  const isAll = query.device === null && query.release === null && query.route === null;
  return (
    <search>
      <Form method="get" key={JSON.stringify(query)} className="flex flex-wrap items-end gap-2">
        <SelectField
          of={{ name: "days", initialValue: String(query.days) }}
          label="Period"
          choices={periods.map((days) => ({ value: String(days), label: dayWords(days) }))}
          className="w-32"
        />
        <SelectField
          of={{ name: "device", initialValue: query.device ?? "" }}
          label="Device"
          none="Any device"
          choices={devices.map((one) => ({ value: one, label: deviceWords[one] }))}
          className="w-36"
        />
        <SelectField
          of={{ name: "release", initialValue: query.release ?? "" }}
          label="Release"
          none="Any release"
          choices={known.map((one) => ({ value: one, label: one }))}
          className="w-42"
        />
        {query.route !== null && <input type="hidden" name="route" value={query.route} />}
        <Button type="submit" size="field">
          Show
        </Button>
        {!isAll && (
          <Link to={`/admin/web-vitals?days=${query.days}`} className="py-2.5">
            Show all
          </Link>
        )}
      </Form>
    </search>
  );
}

const deviceWords = { phone: "Phones", tablet: "Tablets", desktop: "Desktops" };
