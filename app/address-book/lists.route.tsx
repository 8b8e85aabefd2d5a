/** /contacts/lists: lists of contacts, segments that find theirs by a filter, and fields of the organization's own. */
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

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Lists, segments and fields", matches);

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
  const { lists, segments, fields, canManage } = loaderData;
  const notice = useFocusWhenLost(lists.length + segments.length + fields.length);
  return (
    <Page path={[{ label: "Contacts", to: "/contacts" }, { label: "Lists, segments and fields" }]}>
      <PageHeader
        title="Lists, segments and fields"
        sentence="A list holds whom you put in it. A segment finds its contacts anew each time. A field is what you want to know of everyone."
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
                  <NamedRow
                    key={list.id}
                    {...list}
                    to={`/contacts?list=${list.id}`}
                    deed={{
                      rename: "rename",
                      remove: "remove",
                      title: `Delete the list ${list.name}?`,
                      sentence: "Its contacts stay; campaigns that call it find nobody in it any more.",
                      confirm: "Delete list",
                    }}
                    canManage={canManage}
                    answer={actionData}
                  />
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
          <Panel title="Your fields" flush>
            {fields.length === 0 ? (
              <p className="px-4.5 py-6 text-ink-2">
                What you want to know of contacts besides the usual, such as a plan or a customer number.
              </p>
            ) : (
              <Rows label="Your fields">
                {fields.map(({ segments: asking, ...field }) => (
                  <NamedRow
                    key={field.id}
                    {...field}
                    to={`/contacts?field=${field.id}`}
                    deed={{
                      rename: "rename_field",
                      remove: "remove_field",
                      title: `Delete the field ${field.name}?`,
                      sentence: `${field.contacts} with a value in it: these values are deleted, and can't be brought back.${
                        asking.length > 0
                          ? ` Segments that ask for it find nobody any more: ${asking.join(", ")}.`
                          : ""
                      }`,
                      confirm: "Delete field",
                    }}
                    canManage={canManage}
                    answer={actionData}
                  />
                ))}
              </Rows>
            )}
          </Panel>
        </div>
        {canManage && (
          <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4.5">
            <NewOne key={`list ${lists.length}`} what="list" deed="create" answer={actionData} />
            <NewOne key={`field ${fields.length}`} what="field" deed="create_field" answer={actionData} />
          </div>
        )}
      </Columns>
    </Page>
  );
}

interface NamedRowProps {
  readonly id: string;
  readonly name: string;
  readonly contacts: string;
  readonly to: string;
  /** What renaming and deleting it is called, and what is asked before. */
  readonly deed: {
    readonly rename: string;
    readonly remove: string;
    readonly title: string;
    readonly sentence: string;
    readonly confirm: string;
  };
  readonly canManage: boolean;
  readonly answer: Answer;
}

/** A list or a field, with its contacts. */
function NamedRow({ id, name, contacts, to, deed, canManage, answer }: NamedRowProps) {
  const refused =
    answer && !answer.isGood && answer.typed.do === deed.rename && answer.typed.id === id ? answer : null;
  const form = `${deed.remove}-${id}`;
  return (
    <Row title={name} to={to} aside={contacts}>
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
            <Button type="submit" name="do" value={deed.rename} size="field">
              Rename
            </Button>
            <ConfirmDialog
              form={form}
              name="do"
              value={deed.remove}
              label="Delete"
              title={deed.title}
              sentence={deed.sentence}
              confirm={deed.confirm}
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

function NewOne({
  what,
  deed,
  answer,
}: {
  readonly what: "list" | "field";
  readonly deed: string;
  readonly answer: Answer;
}) {
  const refused = answer && !answer.isGood && answer.typed.do === deed ? answer : null;
  return (
    <Panel title={`New ${what}`}>
      <OrganizationForm preventScrollReset className="grid gap-3">
        <TextField
          of={{ name: "name", initialValue: refused?.typed.name ?? "", errors: refused?.errors.name }}
          label="Name"
          maxLength={what === "list" ? 80 : 60}
          autoComplete="off"
        />
        <div>
          <Button type="submit" name="do" value={deed} variant={what === "list" ? "go" : undefined}>
            {`Create ${what}`}
          </Button>
        </div>
      </OrganizationForm>
    </Panel>
  );
}
