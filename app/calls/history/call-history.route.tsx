/** /call-history: all calls, newest first, filtered by agent, number, outcome, direction, date and words; its state is its address. */
import { pageTitle } from "#app/branding/page-title.ts";
import type { Reading } from "#app/calls/call-row.ts";
import { LivePanel } from "#app/calls/live/live-panel.tsx";
import { liveWithoutPerson, rowWithoutPerson, scrubbed } from "#app/calls/scrub/scrub.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import { dayInWords, timeOfDay } from "#app/platform/format.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { rememberedLoader } from "#app/platform/query-cache.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Notice, useFocusWhenLost } from "#app/telephony/notice.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import type { Route } from "./+types/call-history.route";
import { CallFilters } from "./call-filters.tsx";
import { type CallHistoryQuery, isReversed } from "./call-history.schema.ts";
import { CallTable } from "./call-table.tsx";
import { NoCallsYet } from "./history-empty.tsx";
import { HistoryFooter, useCursorLink } from "./history-footer.tsx";
import { isFiltered, listAddress } from "./history-query.ts";
import { matchingWords, todaySentence } from "./history-words.ts";
import { changeList } from "./list-changes.server.ts";
import { listAsked, listChoicesShown } from "./list-page.server.ts";
import { BulkBar, ListTools, useSelecting } from "./list-tools.tsx";
import { useNewCalls } from "./new-calls.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Calls", matches);

export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const member = permitted(context, "calls.read");
  const { store } = member;
  const { query, dated, reading, hidesPersons } = listAsked(member, request.url);
  const [page, live, choices] = await Promise.all([
    store.calls.page(dated, reading),
    store.live.list(),
    store.callLists.of(member.by.id),
  ]);
  return {
    ...page,
    calls: hidesPersons ? page.calls.map(rowWithoutPerson) : page.calls,
    lastSaid: page.lastSaid && hidesPersons ? scrubbed(page.lastSaid) : page.lastSaid,
    query,
    ...listChoicesShown(member, choices),
    days: { from: dated.from, to: dated.to },
    asked: listAddress(query),
    canSearch: !hidesPersons,
    isReversed: isReversed(query),
    now: reading.now,
    live: (hidesPersons ? live.map(liveWithoutPerson) : live).map((call) => ({ ...call, lines: [] })),
    sentence: historySentence(page, query, reading),
    searchedBackTo: searchedBackTo(page, reading),
    lines: member.limits.lines,
  };
};
export const clientLoader = rememberedLoader;

export async function action({ request, context }: Route.ActionArgs) {
  const member = permitted(context, "calls.read");
  return changeList(member, await readForm(request, context));
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function CallHistoryPage({ loaderData, actionData }: Route.ComponentProps) {
  const { hasCalls, live, now, query, asked, canWrite } = loaderData;
  const isSelecting = useSelecting() && canWrite;
  const { calls, sentence } = useNewCalls(loaderData);
  const notice = useFocusWhenLost(loaderData.calls);
  return (
    <Page path={[{ label: "Calls" }]}>
      <PageHeader title="Calls" sentence={sentence} />
      <LivePanel known={live} now={now} lines={loaderData.lines} />
      <Notice
        ref={notice}
        words={actionData?.form === "save_view" ? null : actionData?.message}
        isGood={actionData?.isGood ?? true}
      />
      {hasCalls && <CallFilters {...loaderData} />}
      {hasCalls && <ListTools {...loaderData} said={actionData} />}
      <Panel label="Calls" flush>
        {isSelecting && calls.length > 0 && (
          <BulkBar {...loaderData} tags={loaderData.tags ?? []} said={actionData} />
        )}
        {calls.length > 0 ? (
          <CallTable
            calls={calls}
            caption="Calls, newest first"
            typed={query.q}
            asked={asked}
            columns={loaderData.columns}
            isSelecting={isSelecting}
          />
        ) : hasCalls ? (
          <NoMatch {...loaderData} />
        ) : (
          <NoCallsYet />
        )}
        {calls.length > 0 && <HistoryFooter {...loaderData} />}
      </Panel>
    </Page>
  );
}

interface NoMatchProps {
  readonly searchedBackTo: string | null;
  readonly older: string | null;
  readonly canSearch: boolean;
}

function NoMatch(props: NoMatchProps) {
  const leadTo = useCursorLink();
  if (props.older !== null && props.searchedBackTo !== null)
    return (
      <EmptyState
        title={`No matches back to ${props.searchedBackTo}`}
        action={
          <ButtonLink to={leadTo(props.older)} variant="go">
            Continue searching
          </ButtonLink>
        }
      >
        There are older calls to search.
      </EmptyState>
    );
  return (
    <EmptyState title="No matching calls" action={<ButtonLink to="?">Show all calls</ButtonLink>}>
      {props.canSearch
        ? "Try fewer words or a wider date range."
        : "Try fewer filters or a wider date range."}
    </EmptyState>
  );
}

type Shown = {
  calls: readonly unknown[];
  newer: string | null;
  older: string | null;
  searchedTo: number | null;
  hasCalls: boolean;
  today: { calls: number; answered: number };
};

/** "today at 2:06 pm", "Tuesday, November 3, at 2:06 pm": how far back a search went. */
function searchedBackTo({ searchedTo }: Shown, reading: Reading): string | null {
  if (searchedTo === null) return null;
  const day = dayInWords(searchedTo, reading.now, reading);
  return `${day}${/^[a-z]/.test(day) ? "" : ","} at ${timeOfDay(searchedTo, reading)}`;
}

/** The sentence under the title. */
function historySentence(shown: Shown, query: CallHistoryQuery, reading: Reading): string {
  const { calls, newer, older, hasCalls, today } = shown;
  const { locale } = reading;
  if (!hasCalls) return "Every call your agents take, word for word.";
  if (!isFiltered(query)) return todaySentence(today, locale);
  const to = searchedBackTo(shown, reading);
  const found = matchingWords(calls.length, { newer: newer !== null, older: older !== null }, locale);
  return to === null ? `${found}.` : `${found} back to ${to}.`;
}
