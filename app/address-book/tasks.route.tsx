/** /contacts/tasks: what members have to do for contacts, what is due first. */
import { data, Link } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { rememberedLoader } from "#app/platform/query-cache.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Notice, useFocusWhenLost } from "#app/telephony/notice.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Panel } from "#app/ui/panel.tsx";
import type { Route } from "./+types/tasks.route";
import { TaskRows } from "./task-rows.tsx";
import { answerTask, tasksPage } from "./tasks-page.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Tasks", matches);

export const loader = ({ request, context }: Route.LoaderArgs) =>
  tasksPage(permitted(context, "contacts.read"), request);
export const clientLoader = rememberedLoader;

export async function action({ request, context }: Route.ActionArgs) {
  const member = permitted(context, "contacts.manage");
  const form = await readForm(request, context);
  const { status, ...said } = await answerTask(member, depsOf(context), form, null);
  return data(said, status);
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

const views = [
  {
    view: "open",
    label: "Open",
    none: "Nothing is to be done. Add a task on a contact’s page, or by a workflow.",
  },
  { view: "mine", label: "Mine", none: "Nothing is to be done by you." },
  { view: "done", label: "Done", none: "Nothing has been done yet." },
] as const;

export default function TasksPage({ loaderData, actionData }: Route.ComponentProps) {
  const { view, rows, next, isFirst, canManage } = loaderData;
  const notice = useFocusWhenLost(actionData);
  return (
    <Page isNarrow path={[{ label: "Contacts", to: "/contacts" }, { label: "Tasks" }]}>
      <PageHeader
        title="Tasks"
        sentence="What people have to do for contacts. What is due first comes first."
      />
      <Notice ref={notice} words={actionData?.message} isGood={actionData?.isGood ?? true} />
      <nav aria-label="Which tasks" className="flex gap-4">
        {views.map((one) => (
          <Link
            key={one.view}
            to={one.view === "open" ? "?" : `?show=${one.view}`}
            aria-current={one.view === view ? "page" : undefined}
            className="aria-[current]:font-strong aria-[current]:text-ink"
          >
            {one.label}
          </Link>
        ))}
      </nav>
      <Panel title={views.find((one) => one.view === view)?.label ?? "Open"} flush>
        {rows.length === 0 ? (
          <p className="px-4.5 py-6 text-ink-2">{views.find((one) => one.view === view)?.none}</p>
        ) : (
          <TaskRows tasks={rows} canManage={canManage} withContact />
        )}
        <Pagination
          of="tasks"
          words={{ newer: "First", older: "Further" }}
          {...(!isFirst && { newer: "" })}
          {...(next !== null && { older: next })}
        />
      </Panel>
    </Page>
  );
}
