/** /contacts/:contactId: one contact, what happened with it, what it agreed to, and whether it may be called. */
import { data, Link } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { useFreshCalls } from "#app/calls/live/live-calls.tsx";
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { readForm } from "#app/platform/body.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { rememberedLoader } from "#app/platform/query-cache.ts";
import { Columns, Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Notice, useFocusWhenLost } from "#app/telephony/notice.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Facts, Panel } from "#app/ui/panel.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { TextareaField } from "#app/ui/text-field.tsx";
import type { Route } from "./+types/contact.route";
import { ConsentsPanel } from "./contact-consents.tsx";
import { changeContact } from "./contact-forms.server.ts";
import { DoNotCallPanel, ListsPanel, OtherPanel, TagsPanel } from "./contact-side.tsx";
import { TasksPanel } from "./contact-tasks.tsx";
import { statusTones, statusWords } from "./contact-words.ts";
import { contactPage, lost } from "./contacts-page.server.ts";
import { answerTask, contactTasks, isOfTasks } from "./tasks-page.server.ts";
import { TimelineList } from "./timeline-list.tsx";
import { WhyNotPanel } from "./why-not-panel.tsx";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageTitle(loaderData?.who ?? "Contact", matches);

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const member = permitted(context, "contacts.read");
  const [page, tasks] = await Promise.all([
    contactPage(member, request, params.contactId),
    contactTasks(member, depsOf(context), params.contactId),
  ]);
  return { ...page, ...tasks };
}
export const clientLoader = rememberedLoader;

export async function action({ request, context, params }: Route.ActionArgs) {
  const member = permitted(context, "contacts.manage");
  const form = await readForm(request, context);
  if (!(await member.store.contactBook.open(params.contactId))) throw lost();
  const { status, ...said } = isOfTasks(form)
    ? await answerTask(member, depsOf(context), form, params.contactId)
    : await changeContact(member, params.contactId, form);
  return data(said, status);
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

const nothingRuns: readonly never[] = [];

export default function ContactPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, who, company, status, isArchived, canManage, timeline } = loaderData;
  useFreshCalls(nothingRuns);
  const notice = useFocusWhenLost(actionData);
  return (
    <Page path={[{ label: "Contacts", to: "/contacts" }, { label: who }]}>
      <PageHeader
        title={who}
        sentence={company ?? undefined}
        aside={
          isArchived ? (
            <Tag>Archived</Tag>
          ) : (
            <Tag tone={statusTones[status]}>{statusWords[status] ?? status}</Tag>
          )
        }
        action={
          <>
            {loaderData.canText && <ButtonLink to={`/messages/new?contact=${id}`}>Text</ButtonLink>}
            {canManage && <ButtonLink to={`/contacts/${id}/edit`}>Change</ButtonLink>}
          </>
        }
      />
      <Notice ref={notice} words={actionData?.message} isGood={actionData?.isGood ?? true} />
      <Columns>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5">
          <TasksPanel {...loaderData} answer={actionData} />
          <Panel title="What happened" flush>
            {canManage && <WriteNote request={loaderData.request} answer={actionData} />}
            <TimelineList items={timeline.items} canManage={canManage} />
            {timeline.earlier !== null && (
              <p className="border-t px-4.5 py-2.5 text-center">
                <Link to={`/contacts/${id}?before=${timeline.earlier}`}>Earlier</Link>
              </p>
            )}
          </Panel>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5">
          <Known {...loaderData} />
          <WhyNotPanel campaigns={loaderData.whyNot} />
          <DoNotCallPanel {...loaderData} answer={actionData} />
          <ConsentsPanel {...loaderData} answer={actionData} />
          <TagsPanel {...loaderData} answer={actionData} />
          <ListsPanel {...loaderData} />
          <OtherPanel {...loaderData} answer={actionData} />
        </div>
      </Columns>
    </Page>
  );
}

type Shown = Route.ComponentProps["loaderData"];

function Known({ numbers, emails, address, timeZone, custom, source, added }: Shown) {
  return (
    <Panel title="Known">
      <Facts
        facts={[
          ...numbers.map(
            ({ number, label }, at) =>
              [
                at === 0 ? "Number" : `Number ${at + 1}`,
                label === null ? number : `${number} (${label})`,
              ] as const,
          ),
          ...emails.map(
            (email, at) =>
              [
                at === 0 ? "Email" : `Email ${at + 1}`,
                <span key={email} className="wrap-anywhere">
                  {email}
                </span>,
              ] as const,
          ),
          ...(address === null ? [] : [["Address", address] as const]),
          ...(timeZone === null ? [] : [["Time zone", timeZone] as const]),
          ...custom.map(({ label, value }) => [label, value] as const),
          ["From", source],
          ["Added", added],
        ]}
      />
    </Panel>
  );
}

function WriteNote({
  request,
  answer,
}: Pick<Shown, "request"> & { readonly answer: Route.ComponentProps["actionData"] }) {
  return (
    <OrganizationForm preventScrollReset key={request} className="grid gap-3 border-b p-4.5">
      <input type="hidden" name="request" value={request} />
      <TextareaField
        of={{ name: "text", initialValue: answer?.typed.text ?? "", errors: answer?.errors.text }}
        label="Write a note"
        labelHidden
        placeholder="Write a note"
        maxLength={4000}
        rows={2}
      />
      <div>
        <Button type="submit" name="do" value="note">
          Save note
        </Button>
      </div>
    </OrganizationForm>
  );
}
