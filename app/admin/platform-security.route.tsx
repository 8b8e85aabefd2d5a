/** /admin/security: what threatens the platform and its accounts, for its admins. */
import { pageTitle } from "#app/branding/page-title.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { PageError } from "#app/shell/page-error.tsx";
import { Said } from "#app/ui/said.tsx";
import type { Route } from "./+types/platform-security.route";
import { adminView } from "./admin-answers.server.ts";
import { AdminPage } from "./admin-page.tsx";
import { platformAdmin } from "./platform-admins-only.server.ts";
import { platformSecurity } from "./platform-security.server.ts";
import { answerSecurity } from "./security-deeds.server.ts";
import { Alerts, Blocked, Chain, Counts, Secrets, Sessions, Visits } from "./security-panels.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Platform security", matches);
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

const doneSentences = {
  ended: "Device signed out.",
  unblocked: "Unblocked. They can try again now.",
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const { isOpen, place, confirmation } = await adminView(request, context);
  const all = new URL(request.url).searchParams.get("alerts") === "all";
  const { sessionId } = platformAdmin(context).who;
  return {
    isOpen,
    confirmation,
    all,
    done: doneWords(request.url, doneSentences),
    shown: isOpen ? await platformSecurity(context, place, all, sessionId) : null,
  };
}

export const action = ({ request, context }: Route.ActionArgs) => answerSecurity(request, context);
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

const column = "grid gap-6 *:min-w-0";

export default function PlatformSecurityPage({ loaderData, actionData }: Route.ComponentProps) {
  const { isOpen, confirmation, shown, all, done } = loaderData;
  return (
    <AdminPage
      title="Security"
      sentence="Unusual activity, failed sign-ins and access to the platform."
      asks={isOpen ? null : { ...confirmation, result: actionData?.result ?? null }}
    >
      <Said words={done} />
      {shown && (
        <>
          <Alerts alerts={shown.alerts} all={all} />
          <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-2">
            <div className={column}>
              <Chain {...shown.chain} />
              <Blocked blocked={shown.blocked} />
              <Counts
                title="Failed sign-ins, last 24 hours"
                none="None."
                rows={shown.failures.map(({ kind, who, times }) => ({
                  key: `${kind} ${who}`,
                  title: who,
                  note: kind === "network" ? "Network" : "Account",
                  times,
                }))}
              />
              <Counts
                title="Limits hit, last 24 hours"
                none="None."
                rows={shown.limits.map(({ limit, words, times }) => ({ key: limit, title: words, times }))}
              />
            </div>
            <div className={column}>
              <Counts
                title="Denied in the last 24 hours"
                none="Nothing."
                rows={shown.denied.map(({ kind, words, times }) => ({ key: kind, title: words, times }))}
              />
              <Secrets secrets={shown.secrets} />
            </div>
          </div>
          <Sessions sessions={shown.sessions} />
          <Visits visits={shown.visits} />
        </>
      )}
    </AdminPage>
  );
}
