/** /contacts: the people who call and are called, searched, filtered, and changed several at once. */
import { Download, Plus, Upload } from "lucide-react";
import { data, Link } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { readForm } from "#app/platform/body.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { rememberedLoader } from "#app/platform/query-cache.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Notice, useFocusWhenRefused } from "#app/telephony/notice.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { Route } from "./+types/contacts.route";
import { ContactFilters } from "./contact-filters.tsx";
import { changeChosen } from "./contact-forms.server.ts";
import { ContactTable } from "./contact-table.tsx";
import { contactsPage } from "./contacts-page.server.ts";
import { saveSegmentPosted } from "./sets-page.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Contacts", matches);

export const loader = ({ request, context }: Route.LoaderArgs) =>
  contactsPage(permitted(context, "contacts.read"), request);
export const clientLoader = rememberedLoader;

export async function action({ request, context }: Route.ActionArgs) {
  const member = permitted(context, "contacts.manage");
  const form = await readForm(request, context);
  const answer = form.get("do") === "save_segment" ? saveSegmentPosted : changeChosen;
  const { status, isGood, message, errors, typed } = await answer(member, form);
  return data({ isGood, message, errors, typed }, status);
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function ContactsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, next, isPartial, isFirst, isEmpty, found, isOne, canManage, filter } = loaderData;
  const refused = actionData && !actionData.isGood ? actionData : null;
  const notice = useFocusWhenRefused(refused);
  return (
    <Page path={[{ label: "Contacts" }]}>
      <PageHeader
        title="Contacts"
        sentence={
          isEmpty
            ? "The people who call you, and whom your agents call."
            : `${found} ${isOne ? "contact" : "contacts"}${loaderData.isNarrowed ? " found" : ""}.`
        }
        aside={<ContactPlaces address={loaderData.address} canManage={canManage} />}
        action={
          canManage && (
            <ButtonLink to="/contacts/new" variant="go" icon={<Plus />}>
              New contact
            </ButtonLink>
          )
        }
      />
      <Notice ref={notice} words={actionData?.message} isGood={actionData?.isGood ?? true} />
      {isEmpty ? (
        <Panel label="Contacts" flush>
          <EmptyState
            title="Your contacts appear here"
            action={canManage && <ButtonLink to="/contacts/new">Add the first one</ButtonLink>}
          >
            Everyone who calls or texts you becomes a contact by themselves.
          </EmptyState>
        </Panel>
      ) : (
        <>
          <ContactFilters key={loaderData.address} {...loaderData} />
          {canManage && loaderData.isNarrowed && !filter.archived && (
            <SaveSegment
              key={`save ${loaderData.address}`}
              address={loaderData.address}
              answer={actionData}
            />
          )}
          <Panel label="Contacts" flush>
            {rows.length === 0 ? (
              <p className="px-4.5 py-6 text-ink-2">
                {isPartial ? "None among these. " : "No matching contacts. "}
                {isPartial && next !== null ? (
                  <Link
                    to={`?${new URLSearchParams([...new URLSearchParams(loaderData.address), ["cursor", next]])}`}
                  >
                    Look on
                  </Link>
                ) : (
                  <Link to="/contacts">Show all</Link>
                )}
              </p>
            ) : (
              <ContactTable {...loaderData} isArchived={filter.archived} />
            )}
            <Pagination
              of="contacts"
              {...(!isFirst && { newer: "" })}
              {...(next !== null && { older: next })}
              words={{ newer: "First page", older: isPartial ? "Look on" : "Next" }}
            />
          </Panel>
        </>
      )}
    </Page>
  );
}

function ContactPlaces({ address, canManage }: { readonly address: string; readonly canManage: boolean }) {
  return (
    <>
      {canManage && (
        <>
          <ButtonLink to="/contacts/import" icon={<Upload />}>
            Import
          </ButtonLink>
          <ButtonLink to={`/contacts/export?${address}`} reloadDocument icon={<Download />}>
            Export
          </ButtonLink>
        </>
      )}
      <ButtonLink to="/contacts/lists">Lists, segments and fields</ButtonLink>
      <ButtonLink to="/contacts/tasks">Tasks</ButtonLink>
      <ButtonLink to="/contacts/do-not-call">Do-not-call list</ButtonLink>
    </>
  );
}

/** Keeps the filters that stand above under a name. */
function SaveSegment({
  address,
  answer,
}: {
  readonly address: string;
  readonly answer: Route.ComponentProps["actionData"];
}) {
  const refused = answer && !answer.isGood && "address" in answer.typed ? answer : null;
  return (
    <details open={refused !== null || undefined}>
      <summary className="w-fit cursor-pointer text-control text-ink-2">
        Save these filters as a segment
      </summary>
      <OrganizationForm preventScrollReset className="flex flex-wrap items-end gap-2 pt-3">
        <input type="hidden" name="address" value={address} />
        <TextField
          of={{ name: "name", initialValue: refused?.typed.name ?? "", errors: refused?.errors.name }}
          label="Name of the segment"
          maxLength={80}
          autoComplete="off"
          className="flex-1 basis-60"
        />
        <Button type="submit" name="do" value="save_segment" size="field">
          Save segment
        </Button>
      </OrganizationForm>
    </details>
  );
}
