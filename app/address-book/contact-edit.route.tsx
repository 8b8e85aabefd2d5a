/** /contacts/:contactId/edit: what is known of one contact, changed. */
import { data, redirect } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Notice, useFocusWhenRefused } from "#app/telephony/notice.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import type { Route } from "./+types/contact-edit.route";
import { ContactFields } from "./contact-fields.tsx";
import { savePosted } from "./contact-forms.server.ts";
import { contactFormPage, lost } from "./contacts-page.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Change contact", matches);

export const loader = ({ context, params }: Route.LoaderArgs) =>
  contactFormPage(permitted(context, "contacts.manage"), params.contactId);

export async function action({ request, context, params }: Route.ActionArgs) {
  const member = permitted(context, "contacts.manage");
  const form = await readForm(request, context);
  if (!(await member.store.contactBook.open(params.contactId))) throw lost();
  const saved = await savePosted(member, form, params.contactId);
  return saved.ok ? redirect(`/contacts/${saved.id}`) : data(saved, saved.status);
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function ContactEditPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { who } = loaderData;
  const back = `/contacts/${params.contactId}`;
  const notice = useFocusWhenRefused(actionData);
  return (
    <Page
      path={[{ label: "Contacts", to: "/contacts" }, { label: who, to: back }, { label: "Change" }]}
      isNarrow
    >
      <PageHeader title={who} sentence="Change what you know about this contact." />
      <Notice ref={notice} words={actionData?.message} isGood={false} />
      <ContactFields
        {...loaderData}
        typed={actionData?.typed ?? loaderData.typed}
        errors={actionData?.errors ?? {}}
        back={back}
      />
    </Page>
  );
}
