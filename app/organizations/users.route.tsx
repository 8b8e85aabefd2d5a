/** /users: the members of the organization, their roles, and who owns it. */
import { History } from "lucide-react";
import { lazy, Suspense, useId } from "react";
import { pageTitle } from "#app/branding/page-title.ts";
import { ConfirmItIsYou } from "#app/confirm/confirm-it-is-you.tsx";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { readForm } from "#app/platform/body.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Said } from "#app/ui/said.tsx";
import type { Route } from "./+types/users.route";
import { InvitePanel, InvitePeople } from "./invite-people.tsx";
import { MemberRow } from "./member-row.tsx";
import { answerMembers, membersPage } from "./members-answers.server.ts";
import { PendingInvitations } from "./pending-invitations.tsx";
import { RolesLink, RolesPanel } from "./roles-link.tsx";
import { SupportAccessAlone } from "./support-access.tsx";

// Most organizations let no one join by themselves.
const JoiningPanel = lazy(() => import("./joining-panel.tsx"));

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Users", matches);
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = ({ request, context }: Route.LoaderArgs) => membersPage(request, context);

export const action = async ({ request, context }: Route.ActionArgs) =>
  answerMembers(request, context, await readForm(request, context));
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

type Loaded = Route.ComponentProps["loaderData"];

export default function UsersPage({ loaderData, actionData }: Route.ComponentProps) {
  const { members, grantable, organization, isOwner, invitations } = loaderData;
  const errors = actionData && "errors" in actionData ? actionData.errors : undefined;
  const confirmation = actionData && "result" in actionData ? actionData.result : null;
  const invite = actionData && "invite" in actionData ? actionData.invite : null;
  const said = actionData && "said" in actionData ? actionData.said : undefined;
  const others = members.filter(({ isSelf }) => !isSelf);
  return (
    <Page path={[{ label: "Users" }]}>
      <PageHeader
        title="Users"
        sentence={`Who has access to ${organization}, and what they can do.`}
        aside={
          loaderData.canSeeActivity && (
            <ButtonLink to="/users/activity" icon={<History />}>
              Activity
            </ButtonLink>
          )
        }
        action={grantable.length > 0 && <InvitePeople grantable={grantable} reply={invite} />}
      />
      <FormErrors errors={errors} />
      <Said words={said ?? (actionData === undefined ? loaderData.done : null)} />
      <Panel title="Members" aside={<RolesLink />} flush>
        <div className="data-table-place">
          <ul className="data-table-52 divide-y">
            {members.map((member) => (
              <MemberRow key={member.id} member={member} grantable={grantable} organization={organization} />
            ))}
          </ul>
        </div>
        <Pagination of="members" words={{ newer: "Previous", older: "Next" }} {...loaderData.membersBeside} />
      </Panel>
      <PendingInvitations invitations={invitations} beside={loaderData.invitationsBeside} />
      {grantable.length > 0 && <InvitePanel grantable={grantable} reply={invite} />}
      <RolesPanel />
      {loaderData.joining.length > 0 && (
        <Suspense>
          <JoiningPanel domains={loaderData.joining} />
        </Suspense>
      )}
      {loaderData.support && <SupportAccessAlone {...loaderData.support} />}
      {loaderData.needsProof ? (
        <ConfirmItIsYou
          sentence={
            isOwner
              ? `This lets you transfer ${organization}, change owners, let people join or sign someone out.`
              : "This lets you sign someone out."
          }
          email={loaderData.email}
          hasPassword={loaderData.hasPassword}
          hasFactor={loaderData.hasFactor}
          hasPasskey={loaderData.hasPasskey}
          result={confirmation}
        />
      ) : (
        isOwner && <HandOver {...loaderData} others={others} />
      )}
    </Page>
  );
}

type HandOverProps = Loaded & { readonly others: Loaded["members"] };

function HandOver({ others, organization, membersBeside }: HandOverProps) {
  const isPaged = membersBeside.newer !== undefined || membersBeside.older !== undefined;
  const form = useId();
  if (others.length === 0) return null;
  return (
    <Panel title="Transfer ownership">
      <OrganizationForm id={form} className="grid max-w-100 gap-4">
        <p className="text-ink-2">
          Someone else becomes the owner, and you become an admin.
          {isPaged && " You can choose from the members on this page."}
        </p>
        <SelectField
          of={{ name: "member" }}
          label="New owner"
          choices={others.map(({ id, who }) => ({ value: id, label: who }))}
        />
        <div>
          <ConfirmDialog
            form={form}
            name="intent"
            value="transfer"
            label="Transfer ownership"
            title={`Transfer ${organization}?`}
            sentence="Only the new owner can transfer it back to you."
            confirm="Transfer ownership"
          />
        </div>
      </OrganizationForm>
    </Panel>
  );
}
