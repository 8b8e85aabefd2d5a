/** /admin/incidents: what platform admins write on /status. */
import { pageTitle } from "#app/branding/page-title.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { PageError } from "#app/shell/page-error.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Said } from "#app/ui/said.tsx";
import type { Route } from "./+types/incidents.route";
import { adminView } from "./admin-answers.server.ts";
import { AdminPage } from "./admin-page.tsx";
import { NewIncident, WrittenIncident } from "./incident-forms.tsx";
import { answerIncidents, incidentsPage } from "./incidents.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Incidents", matches);
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

const doneSentences = {
  opened: "Incident posted on the status page.",
  updated: "Update posted.",
  resolved: "Incident resolved.",
  deleted: "Incident deleted.",
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const { isOpen, confirmation } = await adminView(request, context);
  const page = isOpen ? await incidentsPage(context) : { newId: "", incidents: [] };
  return { isOpen, confirmation, done: doneWords(request.url, doneSentences), ...page };
}

export const action = ({ request, context }: Route.ActionArgs) => answerIncidents(request, context);
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function IncidentsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { isOpen, confirmation, done, newId, incidents } = loaderData;
  const reply = actionData && "form" in actionData ? actionData : null;
  const confirmed = actionData && !("form" in actionData) ? actionData.result : null;
  const open = incidents.filter(({ isOver }) => !isOver);
  const past = incidents.filter(({ isOver }) => isOver);
  const resultOf = (form: string) => (reply?.form === form ? reply.result : null);
  return (
    <AdminPage
      title="Incidents"
      sentence="Posted on every customer's status page, under their brand."
      asks={isOpen ? null : { ...confirmation, result: confirmed }}
    >
      <Said words={reply === null ? done : null} />
      {open.map((incident) => (
        <WrittenIncident key={incident.updateId} incident={incident} result={resultOf(incident.id)} />
      ))}
      <NewIncident key={newId} id={newId} result={resultOf("new")} />
      {past.map((incident) => (
        <WrittenIncident key={incident.updateId} incident={incident} result={resultOf(incident.id)} />
      ))}
      {incidents.length === 0 && (
        <Panel label="No incidents">
          <p className="text-ink-2">No incidents in the last 90 days.</p>
        </Panel>
      )}
    </AdminPage>
  );
}
