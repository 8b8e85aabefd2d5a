/** /clients: an agency's clients, with what each uses and how it does. */
import { Download, Plus } from "lucide-react";
import { Form, Link, useSearchParams } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { count, counted } from "#app/platform/format.ts";
import { cursorOf } from "#app/platform/keyset.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Who } from "#app/ui/rows.tsx";
import { Said } from "#app/ui/said.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { Route } from "./+types/clients.route";
import { agency } from "./agency.server.ts";
import { ClientsPlaces } from "./billing/clients-places.tsx";
import { clientsPage, type ListedClient } from "./client-list.server.ts";
import { placesOf } from "./client-places.server.ts";
import { clientSorts, clientsQuery } from "./clients-query.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Clients", matches);

const doneSentences = {
  moved: "Client released. We've emailed its owners.",
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const member = agency(context, "clients.read");
  const { organization, limits, may } = member;
  const db = depsOf(context).db;
  const query = clientsQuery(request.url);
  const [page, taken] = await Promise.all([
    clientsPage(db, member, query, cursorOf(request.url), Date.now()),
    placesOf(db, organization.id),
  ]);
  return {
    ...page,
    query,
    total: counted(taken, "client", "clients", organization.locale),
    isFull: taken >= limits.clients,
    most: limits.clients,
    mostWords: count(limits.clients, organization.locale),
    canWrite: may("clients.write"),
    done: doneWords(request.url, doneSentences),
  };
}

export const ErrorBoundary = PageError;

type Loaded = Route.ComponentProps["loaderData"];

export default function ClientsPage({ loaderData }: Route.ComponentProps) {
  const { clients, query, canWrite, isFull, done, newer, older } = {
    newer: undefined,
    older: undefined,
    ...loaderData,
  };
  const isEmpty = clients.length === 0 && query.q === "" && newer === undefined;
  return (
    <Page path={[{ label: "Clients" }]}>
      <PageHeader
        title="Clients"
        sentence={sentence(loaderData, isEmpty)}
        aside={canWrite && <ClientsPlaces />}
        action={
          canWrite &&
          !isFull && (
            <ButtonLink to="/clients/new" variant="go" icon={<Plus />}>
              New client
            </ButtonLink>
          )
        }
      />
      <Said words={done} />
      {isEmpty ? (
        <Panel label="Clients" flush>
          <EmptyState title="Your clients will appear here" sample={<Clients clients={sample} isSample />}>
            Each has its own agents, people and numbers, with your branding or its own.
          </EmptyState>
        </Panel>
      ) : (
        <>
          <Finder query={query} />
          <Panel label="Clients" flush>
            {clients.length === 0 ? (
              <p className="px-4.5 py-6 text-ink-2">
                No matching clients. <Link to="/clients">Show all</Link>
              </p>
            ) : (
              <Clients clients={clients} />
            )}
            <Pagination
              of="clients"
              words={{ newer: "Previous", older: "Next" }}
              newer={newer}
              older={older}
            />
          </Panel>
        </>
      )}
    </Page>
  );
}

function sentence({ total, most, mostWords, isFull }: Loaded, isEmpty: boolean): string {
  if (most === 0) return `You have ${total} from an earlier plan. Your current plan doesn't include clients.`;
  if (isEmpty) return `Your plan has room for ${mostWords}.`;
  return isFull
    ? `You have ${total}, as many as your plan allows. Archive one or upgrade to add more.`
    : `You have ${total} of the ${mostWords} in your plan.`;
}

/** A plain form that asks the address; it needs no scripts. */
function Finder({ query }: Pick<Loaded, "query">) {
  const [asked] = useSearchParams();
  const file = new URLSearchParams([...asked].filter(([name]) => name === "q" || name === "sort"));
  return (
    <search>
      <Form method="get" key={`${query.q} ${query.sort}`} className="flex flex-wrap items-end gap-2">
        <TextField
          of={{ name: "q", initialValue: query.q }}
          type="search"
          label="Search"
          labelHidden
          placeholder="Search names or domains"
          maxLength={100}
          className="flex-1 basis-60"
        />
        <SelectField
          of={{ name: "sort", initialValue: query.sort }}
          label="Sort by"
          labelHidden
          choices={Object.entries(clientSorts).map(([value, { label }]) => ({ value, label }))}
          className="w-40"
        />
        <Button type="submit" size="field">
          Search
        </Button>
        <ButtonLink to={`/clients/export?${file}`} reloadDocument size="field" icon={<Download />}>
          CSV
        </ButtonLink>
      </Form>
    </search>
  );
}

const columns: [Column<ListedClient>, ...Column<ListedClient>[]] = [
  {
    key: "name",
    head: "Client",
    cell: ({ name, host }) => <Who name={name} {...(host !== null && { what: host })} />,
  },
  { key: "plan", head: "Plan", width: "w-30", cell: ({ plan }) => plan },
  {
    key: "calls",
    head: "Calls",
    width: "w-18",
    align: "end",
    cell: ({ calls }) => (
      <>
        {calls}
        <span className="hidden folded:inline"> calls</span>
      </>
    ),
  },
  {
    key: "minutes",
    head: "Minutes",
    width: "w-22",
    align: "end",
    cell: ({ minutes }) => (
      <>
        {minutes}
        <span className="hidden folded:inline"> min this month</span>
      </>
    ),
  },
  {
    key: "people",
    head: "People",
    width: "w-20",
    align: "end",
    folded: "hidden",
    cell: ({ people }) => people,
  },
  {
    key: "agents",
    head: "Agents",
    width: "w-20",
    align: "end",
    folded: "hidden",
    cell: ({ agents }) => agents,
  },
  {
    key: "last",
    head: "Last call",
    width: "w-36",
    align: "end",
    folded: "hidden",
    cell: ({ lastCall }) => lastCall,
  },
  {
    key: "health",
    head: "Health",
    width: "w-34",
    align: "end",
    folded: "beside",
    cell: ({ health }) => <Tag tone={health.tone}>{health.words}</Tag>,
  },
];

const Clients = ({
  clients,
  isSample,
}: {
  readonly clients: readonly ListedClient[];
  readonly isSample?: boolean;
}) => (
  <DataTable
    caption={isSample ? "Sample clients" : "Clients. Calls and minutes are for this month."}
    columns={columns}
    rows={clients}
    rowKey={({ id }) => id}
    rowTo={isSample ? undefined : ({ id }) => `/clients/${id}`}
    foldsBelow={52}
  />
);

const sample: readonly ListedClient[] = [
  {
    id: "sample-1",
    name: "Harbor Dental",
    host: "voice.harbordental.example",
    plan: "Growth",
    people: "4",
    agents: "2",
    calls: "312",
    minutes: "948",
    lastCall: "4 min ago",
    health: { words: "Healthy", tone: "good" },
  },
  {
    id: "sample-2",
    name: "Lakeside Plumbing",
    host: null,
    plan: "Starter",
    people: "2",
    agents: "1",
    calls: "57",
    minutes: "131",
    lastCall: "2 h ago",
    health: { words: "Healthy", tone: "good" },
  },
];
