/** /customer-management/users/:userId: one account, for the platform's admins. */
import { AdminPage } from "#app/admin/admin-page.tsx";
import { pageTitle } from "#app/branding/page-title.ts";
import { ConfirmItIsYou } from "#app/confirm/confirm-it-is-you.tsx";
import { doneWords } from "#app/platform/done-words.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Columns } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Facts, Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Said } from "#app/ui/said.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { Route } from "./+types/user.route";
import { answerUser } from "./customer-answers.server.ts";
import type { Deed } from "./customer-deeds.ts";
import { ReasonDeeds } from "./reason-deeds.tsx";
import { userView } from "./user-page.server.ts";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(loaderData?.user?.name ?? "User", matches);
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

const doneSentences = {
  "signed-out": "Signed out on every device. We've emailed them.",
  reset: "Two-factor authentication was reset, and every device signed out. We've emailed them.",
};

export const loader = async ({ request, context, params }: Route.LoaderArgs) => ({
  ...(await userView(request, context, params.userId)),
  done: doneWords(request.url, doneSentences),
});

export const action = ({ request, context, params }: Route.ActionArgs) =>
  answerUser(request, context, params.userId);
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

const signOut = (name: string): Deed => ({
  intent: "sign-out",
  label: "Sign out everywhere",
  asks: {
    title: `Sign ${name} out on every device?`,
    sentence: "They can sign in again at once. We'll email them.",
  },
});
const reset = (name: string): Deed => ({
  intent: "reset",
  label: "Reset two-factor",
  asks: {
    title: `Reset two-factor authentication of ${name}?`,
    sentence:
      "Their authenticator, passkeys and recovery codes are removed, and every device is signed out. Make sure that it's really them who ask.",
  },
});

export default function UserPage({ loaderData, actionData }: Route.ComponentProps) {
  const { isOpen, confirmation, user, done } = loaderData;
  const result = (intent: string) => (actionData?.intent === intent ? actionData.result : null);
  const asks = { ...confirmation, result: result("confirm") };
  return (
    <AdminPage
      title={user?.name ?? "User"}
      above={[
        { label: "Customers", to: "/customer-management" },
        { label: "Users", to: "/customer-management/users" },
      ]}
      sentence={user?.email ?? "An account of the platform."}
      asks={isOpen ? null : asks}
    >
      {user && (
        <>
          <Said words={actionData === undefined ? done : null} />
          <Columns>
            <div className="grid min-w-0 gap-4.5 md:gap-6">
              {user.needsProof && <ConfirmItIsYou sentence="This lets you change the account." {...asks} />}
              <Panel title="Organizations" flush>
                {user.memberships.length === 0 && <p className="p-4.5 text-ink-2">No organization.</p>}
                <Rows label="Organizations">
                  {user.memberships.map(({ id, name, role, seen }) => (
                    <Row
                      key={id}
                      title={name}
                      aside={<Tag>{role}</Tag>}
                      note={seen}
                      to={`/customer-management/${id}`}
                    />
                  ))}
                </Rows>
              </Panel>
              {user.isAdmin ? (
                <Panel title="Actions">
                  <p className="text-ink-2">This is a platform admin's account. It can't be changed here.</p>
                </Panel>
              ) : (
                <ReasonDeeds
                  title="Actions"
                  deeds={[signOut(user.name), ...(user.hasFactor ? [reset(user.name)] : [])]}
                  result={result("deeds")}
                />
              )}
            </div>
            <Panel title="About">
              <Facts facts={user.facts} />
            </Panel>
          </Columns>
        </>
      )}
    </AdminPage>
  );
}
