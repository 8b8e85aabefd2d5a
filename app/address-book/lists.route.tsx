/** /contacts/lists: lists of contacts, and segments that find theirs by a filter. */
import { data, Link } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { readForm } from "#app/platform/body.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { rememberedLoader } from "#app/platform/query-cache.ts";
import { Columns, Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Notice, useFocusWhenLost } from "#app/telephony/notice.tsx";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { Route } from "./+types/lists.route";
import { answerSets, setsPage } from "./sets-page.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Lists and segments", matches);

export const loader = ({ context }: Route.LoaderArgs) => setsPage(permitted(context, "contacts.read"));
export const clientLoader = rememberedLoader;

export async function action({ request, context }: Route.ActionArgs) {
  const member = permitted(context, "contacts.manage");
  const { status, ...said } = await answerSets(member, await readForm(request, context));
  return data(said, status);
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

type Answer = Route.ComponentProps["actionData"];

export default function ListsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { lists, segments, canManage } = loaderData;
  const notice = useFocusWhenLost(lists.length + segments.length);
  return (
    <Page path={[{ label: "Contacts", to: "/contacts" }, { label: "Lists and segments" }]}>
      <PageHeader
        title="Lists and segments"
        sentence="A list holds whom you put in it. A segment finds its contacts anew each time."
      />
      <Notice ref={notice} words={actionData?.message} isGood={actionData?.isGood ?? true} />
      <Columns>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5">
          <Panel title="Lists" flush>
            {lists.length === 0 ? (
              <p className="px-4.5 py-6 text-ink-2">
                {canManage
                  ? "Create a list, then add contacts from their pages or by an import."
                  : "There are no lists."}
              </p>
            ) : (
              <Rows label="Lists">
                {lists.map((list) => (
                  <ListRow key={list.id} list={list} canManage={canManage} answer={actionData} />
                ))}
              </Rows>
            )}
          </Panel>
          <Panel title="Segments" flush>
            {segments.length === 0 ? (
              <p className="px-4.5 py-6 text-ink-2">
                Filter your <Link to="/contacts">contacts</Link>, then save the filters as a segment.
              </p>
            ) : (
              <Rows label="Segments">
                {segments.map((segment) => (
                  <SegmentRow key={segment.id} segment={segment} canManage={canManage} />
                ))}
              </Rows>
            )}
          </Panel>
        </div>
        {canManage && <NewList key={lists.length} answer={actionData} />}
      </Columns>
    </Page>
  );
}

function ListRow({
  list: { id, name, contacts },
  canManage,
  answer,
}: {
  readonly list: { readonly id: string; readonly name: string; readonly contacts: string };
  readonly canManage: boolean;
  readonly answer: Answer;
}) {
  const refused =
    answer && !answer.isGood && answer.typed.do === "rename" && answer.typed.id === id ? answer : null;
  const form = `list-${id}`;
  return (
    <Row title={name} to={`/contacts?list=${id}`} aside={contacts}>
      {canManage && (
        <details open={refused !== null || undefined} className="relative z-1">
          <summary className="w-fit cursor-pointer" aria-label={`Rename or delete ${name}`}>
            Rename or delete
          </summary>
          <OrganizationForm preventScrollReset id={form} className="flex flex-wrap items-end gap-2 pt-3">
            <input type="hidden" name="id" value={id} />
            <TextField
              of={{ name: "name", initialValue: refused?.typed.name ?? name, errors: refused?.errors.name }}
              label="Name"
              maxLength={80}
              autoComplete="off"
              className="flex-1 basis-40"
            />
            <Button type="submit" name="do" value="rename" size="field">
              Rename
            </Button>
            <ConfirmDialog
              form={form}
              name="do"
              value="remove"
              label="Delete"
              title={`Delete the list ${name}?`}
              sentence="Its contacts stay; campaigns that call it find nobody in it any more."
              confirm="Delete list"
            />
          </OrganizationForm>
        </details>
      )}
    </Row>
  );
}

function SegmentRow({
  segment: { id, name, address, contacts },
  canManage,
}: {
  readonly segment: {
    readonly id: string;
    readonly name: string;
    readonly address: string | null;
    readonly contacts: string;
  };
  readonly canManage: boolean;
}) {
  const form = `segment-${id}`;
  return (
    <Row
      title={name}
      to={address === null ? undefined : `/contacts?${address}`}
      aside={contacts}
      {...(canManage && {
        action: (
          <OrganizationForm preventScrollReset id={form}>
            <input type="hidden" name="id" value={id} />
            <ConfirmDialog
              form={form}
              name="do"
              value="remove_segment"
              label="Delete"
              aria-label={`Delete ${name}`}
              size="sm"
              title={`Delete the segment ${name}?`}
              sentence="Its contacts stay; campaigns that call it find nobody in it any more."
              confirm="Delete segment"
            />
          </OrganizationForm>
        ),
      })}
    />
  );
}

function NewList({ answer }: { readonly answer: Answer }) {
  const refused = answer && !answer.isGood && answer.typed.do === "create" ? answer : null;
  return (
    <Panel title="New list">
      <OrganizationForm preventScrollReset className="grid gap-3">
        <TextField
          of={{ name: "name", initialValue: refused?.typed.name ?? "", errors: refused?.errors.name }}
          label="Name"
          maxLength={80}
          autoComplete="off"
        />
        <div>
          <Button type="submit" name="do" value="create" variant="go">
            Create list
          </Button>
        </div>
      </OrganizationForm>
    </Panel>
  );
}
