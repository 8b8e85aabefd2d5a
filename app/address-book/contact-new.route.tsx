/** /contacts/new: a contact made by hand. */
import { data, redirect } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Notice, useFocusWhenRefused } from "#app/telephony/notice.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import type { Route } from "./+types/contact-new.route";
import { ContactFields } from "./contact-fields.tsx";
import { savePosted } from "./contact-forms.server.ts";
import { contactFormPage } from "./contacts-page.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("New contact", matches);

export const loader = ({ context }: Route.LoaderArgs) =>
  contactFormPage(permitted(context, "contacts.manage"), null);

export async function action({ request, context }: Route.ActionArgs) {
  const member = permitted(context, "contacts.manage");
  const saved = await savePosted(member, await readForm(request, context), null);
  return saved.ok ? redirect(`/contacts/${saved.id}`) : data(saved, saved.status);
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function NewContactPage({ loaderData, actionData }: Route.ComponentProps) {
  const notice = useFocusWhenRefused(actionData);
  return (
    <Page path={[{ label: "Contacts", to: "/contacts" }, { label: "New contact" }]} isNarrow>
      <PageHeader title="New contact" sentence="A name, a number or an email is enough." />
      <Notice ref={notice} words={actionData?.message} isGood={false} />
      <ContactFields
        {...loaderData}
        typed={actionData?.typed ?? loaderData.typed}
        errors={actionData?.errors ?? {}}
        back="/contacts"
      />
    </Page>
  );
}
