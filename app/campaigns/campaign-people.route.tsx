/** /campaigns/:campaignId/people: everyone in a campaign, by state and result, and why someone has not been called yet. */
import { Form, Link } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { rememberedLoader } from "#app/platform/query-cache.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Panel } from "#app/ui/panel.tsx";
import type { Route } from "./+types/campaign-people.route";
import { useFreshCampaigns } from "./fresh-campaigns.tsx";
import { peoplePage } from "./people-page.server.ts";
import { PeopleTable } from "./people-table.tsx";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageTitle(loaderData ? `People in ${loaderData.name}` : "Campaign", matches);

export const loader = ({ request, context, params }: Route.LoaderArgs) =>
  peoplePage(permitted(context, "campaigns.read"), request, params.campaignId);
export const clientLoader = rememberedLoader;

export const ErrorBoundary = PageError;

export default function PeoplePage({ loaderData }: Route.ComponentProps) {
  const { id, name, people, query, results, fileTo, why, older } = loaderData;
  useFreshCampaigns(loaderData.isRunning);
  const isFiltered = query.show !== "" || query.result !== "";
  return (
    <Page
      path={[
        { label: "Campaigns", to: "/campaigns" },
        { label: name, to: `/campaigns/${id}` },
        { label: "People" },
      ]}
    >
      <PageHeader
        title={`People in ${name}`}
        sentence={loaderData.sentence}
        aside={
          fileTo !== null && (
            <a href={fileTo} download className="text-control">
              Download as CSV
            </a>
          )
        }
      />
      <search>
        <Form method="get" key={`${query.show} ${query.result}`} className="flex flex-wrap items-end gap-2">
          <SelectField
            of={{ name: "show", initialValue: query.show }}
            label="State"
            labelHidden
            none="Any state"
            choices={loaderData.states}
          />
          <SelectField
            of={{ name: "result", initialValue: query.result }}
            label="Result"
            labelHidden
            none="Any result"
            choices={results}
          />
          <Button type="submit" size="field">
            Show
          </Button>
          {isFiltered && (
            <Link to="?" className="py-2 text-brand-text text-meta">
              Show everyone
            </Link>
          )}
        </Form>
      </search>
      {why && (
        <Panel title={`Why isn't ${why.who} called yet?`} id="why">
          <ul className="grid gap-2">
            {why.lines.map(({ key, words }) => (
              <li key={key}>{words}</li>
            ))}
          </ul>
        </Panel>
      )}
      <Panel label="People" flush>
        {people.length > 0 ? (
          <PeopleTable people={people} />
        ) : isFiltered ? (
          <EmptyState title="No one like that" action={<ButtonLink to="?">Show everyone</ButtonLink>} />
        ) : (
          <EmptyState title="No one is in it yet">
            People appear here once the campaign has started and its audience was read.
          </EmptyState>
        )}
        <Pagination
          of="people"
          words={{ newer: "First", older: "Next" }}
          {...(!loaderData.isFirst && { newer: "" })}
          {...(older !== null && { older })}
        />
      </Panel>
    </Page>
  );
}
