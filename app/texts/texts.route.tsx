/** /messages: the threads of text messages, newest first, searched by number, name or words. */
import { Form } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { useFreshCalls } from "#app/calls/live/live-calls.tsx";
import { permitted } from "#app/membership/membership.server.ts";
import { rememberedLoader } from "#app/platform/query-cache.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { SegmentedLinks } from "#app/ui/segmented-links.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { Route } from "./+types/texts.route";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Text messages", matches);

export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const { store, organization, may } = permitted(context, "calls.read_persons");
  const { timeZone, locale } = organization;
  const params = new URL(request.url).searchParams;
  const q = (params.get("q") ?? "").slice(0, 100);
  const unread = params.get("show") === "unread";
  const asked = { q, unread, before: params.get("cursor") || null };
  const page = await store.texts.list(asked, { now: Date.now(), timeZone, locale });
  return {
    ...page,
    q,
    show: unread ? ("unread" as const) : null,
    isFirst: asked.before === null,
    canSetUp: may("agents.write"),
    canWrite: may("messages.write"),
  };
};
export const clientLoader = rememberedLoader;

export const ErrorBoundary = PageError;

const nothingRuns: readonly never[] = [];

const newWords = (threads: number): string =>
  threads === 0
    ? "Everything has been seen."
    : `${threads} ${threads === 1 ? "thread has" : "threads have"} new texts.`;

export default function TextsPage({ loaderData }: Route.ComponentProps) {
  const { rows, older, unread, q, show, isFirst } = loaderData;
  useFreshCalls(nothingRuns);
  const isEmpty = rows.length === 0 && q === "" && show === null && isFirst;
  return (
    <Page path={[{ label: "Text messages" }]}>
      <PageHeader
        title="Text messages"
        sentence={isEmpty ? "With your callers, answered by your agents or by you." : newWords(unread)}
        aside={
          !isEmpty && (
            <SegmentedLinks
              label="Which"
              name="show"
              absent="all"
              choices={[
                { value: "all", label: "All" },
                { value: "unread", label: "Unread" },
              ]}
            />
          )
        }
        action={loaderData.canWrite && <ButtonLink to="/messages/new">New text</ButtonLink>}
      />
      {isEmpty ? (
        <Panel label="Text messages" flush>
          <EmptyState
            title="Texts to your numbers appear here"
            action={loaderData.canSetUp && <ButtonLink to="/agents">Open your agents</ButtonLink>}
          >
            Your agents can answer them: turn on “Answer texts” in an agent's actions.
          </EmptyState>
        </Panel>
      ) : (
        <>
          <search>
            <Form method="get" key={q} className="flex flex-wrap items-end gap-2">
              <TextField
                of={{ name: "q", initialValue: q }}
                type="search"
                label="Search"
                labelHidden
                placeholder="Search numbers, names or words"
                maxLength={100}
                className="flex-1 basis-60"
              />
              {show !== null && <input type="hidden" name="show" value={show} />}
              <Button type="submit" size="field">
                Search
              </Button>
            </Form>
          </search>
          <Panel label="Text messages" flush>
            {rows.length === 0 ? (
              <p className="px-4.5 py-6 text-ink-2">Nothing was found.</p>
            ) : (
              <Rows label="Threads">
                {rows.map((thread) => (
                  <Row
                    key={thread.id}
                    to={`/messages/${thread.id}`}
                    title={thread.who}
                    aside={
                      <span className="inline-flex items-center gap-2">
                        {thread.hasOptedOut && <Tag tone="warn">Opted out</Tag>}
                        {thread.unread > 0 && <Tag tone="brand">{thread.unread} new</Tag>}
                        <span title={thread.exactly}>{thread.when}</span>
                      </span>
                    }
                    note={`With ${thread.ours}${thread.face === null ? "" : ` · ${thread.number}`}`}
                  >
                    <p className="wrap-anywhere line-clamp-2 text-ink-2">{thread.glance}</p>
                  </Row>
                ))}
              </Rows>
            )}
            <Pagination
              of="threads"
              {...(!isFirst && { newer: "" })}
              {...(older !== null && { older })}
              words={{ newer: "Newest", older: "Older" }}
            />
          </Panel>
        </>
      )}
    </Page>
  );
}
