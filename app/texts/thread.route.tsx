/** /messages/:threadId: the texts and calls of one person in one time line, and a field to write in. The id of a call leads to its person's thread. */
import { useEffect, useRef } from "react";
import { data, Link, redirect, useFetcher, useSearchParams } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { useFreshCalls } from "#app/calls/live/live-calls.tsx";
import { permitted } from "#app/membership/membership.server.ts";
import { OrganizationForm, useOrganizationId } from "#app/membership/organization-form.tsx";
import { readForm } from "#app/platform/body.server.ts";
import { missing } from "#app/platform/errors.ts";
import { newId } from "#app/platform/id.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { rememberedLoader } from "#app/platform/query-cache.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Notice, useFocusWhenLost } from "#app/telephony/notice.tsx";
import { Button } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { TextareaField } from "#app/ui/text-field.tsx";
import type { Route } from "./+types/thread.route";
import { changeThread } from "./text-verbs.server.ts";
import { TimeLine } from "./time-line.tsx";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageTitle(loaderData ? `Texts with ${loaderData.who.who}` : "Text messages", matches);

export const loader = async ({ request, context, params }: Route.LoaderArgs) => {
  const { store, organization, may } = permitted(context, "calls.read_persons");
  const { timeZone, locale } = organization;
  const before = Number(new URL(request.url).searchParams.get("before") ?? "");
  const found = await store.texts.open(
    params.threadId,
    Number.isSafeInteger(before) && before > 0 ? before : null,
    { now: Date.now(), timeZone, locale },
  );
  if (found.is === "nothing") throw missing("thread", { to: "/messages", label: "Text messages" });
  if (found.is === "elsewhere") throw redirect(`/messages/${found.id}`);
  return { ...found.page, request: newId(), canWrite: may("messages.write") };
};
export const clientLoader = rememberedLoader;

export async function action({ request, context, params }: Route.ActionArgs) {
  const member = permitted(context, "messages.write");
  const { status, ...said } = await changeThread(member, await readForm(request, context), params.threadId);
  return data(said, status);
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

const nothingRuns: readonly never[] = [];

export default function ThreadPage({ loaderData, actionData }: Route.ComponentProps) {
  const { who, items, earlier, id, against } = loaderData;
  useFreshCalls(nothingRuns);
  useSeen(loaderData);
  const notice = useFocusWhenLost(loaderData.agent_off);
  const [query] = useSearchParams();
  return (
    <Page path={[{ label: "Text messages", to: "/messages" }, { label: who.who }]}>
      <PageHeader
        title={who.who}
        sentence={`${who.face === null ? "" : `${who.number} · `}Texts with your number ${who.ours}`}
        aside={against === "opted_out" && <Tag tone="warn">Opted out</Tag>}
      />
      <Notice ref={notice} words={actionData?.message ?? undefined} isGood={actionData?.isGood ?? true} />
      <Panel label="Time line" flush>
        {earlier !== null && id !== null && (
          <p className="border-b px-4.5 py-2.5 text-center">
            <Link to={`/messages/${id}?before=${earlier}`}>Earlier messages</Link>
          </p>
        )}
        {items.length === 0 ? (
          <p className="px-4.5 py-6 text-ink-2">Nothing was texted yet.</p>
        ) : (
          <TimeLine items={items} />
        )}
        {query.has("before") && id !== null && (
          <p className="border-t px-4.5 py-2.5 text-center">
            <Link to={`/messages/${id}`}>Newest messages</Link>
          </p>
        )}
        <Write {...loaderData} answer={actionData} />
      </Panel>
    </Page>
  );
}

type Shown = Route.ComponentProps["loaderData"];

/** What came in counts as seen once its page is open; a prefetched page is not. */
function useSeen({ id, who, canWrite }: Shown): void {
  const { submit, state } = useFetcher();
  const organization_id = useOrganizationId();
  const told = useRef("");
  const { unread } = who;
  useEffect(() => {
    if (unread === 0) told.current = "";
    if (id === null || unread === 0 || !canWrite || state !== "idle") return;
    // What was told once is not told again and again when it is not taken.
    const news = `${id} ${unread}`;
    if (document.visibilityState !== "visible" || told.current === news) return;
    told.current = news;
    void submit({ do: "read", organization_id }, { method: "post", action: `/messages/${id}` });
  }, [id, unread, canWrite, state, submit, organization_id]);
}

const stands = {
  opted_out: "This person asked for no more texts. They get them again when they reply START.",
  do_not_call: "This person asked not to be contacted.",
  number_gone: "This number isn't yours anymore.",
} as const;

function Write({
  against,
  isBarred,
  agent,
  agent_off,
  canWrite,
  request,
  answer,
  id,
}: Shown & { readonly answer: Route.ComponentProps["actionData"] | undefined }) {
  if (against !== null)
    return (
      <p className="border-t px-4.5 py-3.5 text-ink-2">
        {stands[against]}
        {isBarred && (
          <>
            {" Agents don't call them either: the number is on the "}
            <Link to="/contacts/do-not-call">do-not-call list</Link>.
          </>
        )}
      </p>
    );
  if (!canWrite) return null;
  return (
    <div className="grid gap-3 border-t p-4.5">
      {id !== null && agent !== null && (
        <OrganizationForm preventScrollReset className="flex flex-wrap items-center gap-2">
          <input type="hidden" name="do" value="agent" />
          <span className="flex-1 text-ink-2 text-meta">
            {agent_off === null
              ? `${agent} answers texts here, if it is allowed to. When you write, it leaves the thread to you.`
              : agent_off === "loop"
                ? `${agent} stopped: this looked like two machines that answer each other.`
                : `${agent} leaves this thread to your team.`}
          </span>
          <Button type="submit" name="answers" value={agent_off === null ? "off" : "on"} size="sm">
            {agent_off === null ? "Answer myself" : "Let the agent answer"}
          </Button>
        </OrganizationForm>
      )}
      <OrganizationForm preventScrollReset key={answer?.sent ?? 0} className="grid gap-3">
        <input type="hidden" name="do" value="send" />
        <input type="hidden" name="request" value={request} />
        <TextareaField
          of={{ name: "text", initialValue: answer?.typed ?? "", errors: answer?.errors ?? [] }}
          label="Write a text"
          labelHidden
          placeholder="Write a text"
          maxLength={1600}
          rows={2}
        />
        <div>
          <Button type="submit" variant="go">
            Send text
          </Button>
        </div>
      </OrganizationForm>
    </div>
  );
}
