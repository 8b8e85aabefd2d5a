/** /white-label/legal: the legal pages of the organization's hosts, in its own words. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect, useNavigation } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { readForm } from "#app/platform/body.server.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Button } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Said } from "#app/ui/said.tsx";
import { TextareaField } from "#app/ui/text-field.tsx";
import type { Route } from "./+types/legal.route";
import { type LegalPage, legalPageNames, legalTitles, longestLegalText } from "./legal-choices.ts";
import { legalForm, resetLegalPage, savedLegalPages, saveLegalPage } from "./legal-verbs.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Legal pages", matches);
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;
export const ErrorBoundary = PageError;

const sentences = {
  terms: "Your terms are live.",
  privacy: "Your privacy policy is live.",
  cookies: "Your cookie policy is live.",
  reset: "Standard text restored.",
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const { organization } = permitted(context, "brand.write");
  const saved = await savedLegalPages(context, organization.id);
  return {
    done: doneWords(request.url, sentences),
    pages: legalPageNames.map((page) => {
      const own = saved.find((one) => one.page === page);
      return { page, body: own?.body ?? null, version: own?.version ?? null };
    }),
  };
}

type Reply = { page: LegalPage; result: SubmissionResult<string[]> };

export async function action({ request, context }: Route.ActionArgs) {
  const member = permitted(context, "brand.write");
  const form = await readForm(request, context);
  const submission = parseWithZod(form, { schema: legalForm });
  const reset = legalForm.pick({ page: true }).safeParse({ page: form.get("page") });
  if (form.get("intent") === "reset" && reset.success) {
    await resetLegalPage(member, reset.data, depsOf(context));
    return redirect("/white-label/legal?done=reset");
  }
  if (submission.status !== "success")
    return data<Reply>(
      { page: reset.data?.page ?? legalPageNames[0], result: submission.reply() },
      { status: 422 },
    );
  await saveLegalPage(member, submission.value, depsOf(context));
  return redirect(`/white-label/legal?done=${submission.value.page}`);
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export default function LegalPages({ loaderData: { pages, done }, actionData }: Route.ComponentProps) {
  const reply = actionData && "page" in actionData ? actionData : null;
  return (
    <Page isNarrow path={[{ label: "White label", to: "/white-label" }, { label: "Legal pages" }]}>
      <PageHeader
        title="Legal pages"
        sentence="Shown on your domain, and on clients' domains unless they add their own text. Until you add yours, visitors see the standard text with your company's name. Earlier versions stay readable, and each sign-up records the version that was agreed to."
      />
      <Said words={reply === null ? done : null} />
      {pages.map(({ page, body, version }) => (
        <LegalForm
          key={`${page}:${body === null}`}
          page={page}
          body={body}
          version={version}
          result={reply?.page === page ? reply.result : null}
        />
      ))}
    </Page>
  );
}

type LegalFormProps = {
  readonly page: LegalPage;
  readonly body: string | null;
  /** Of the organization's own text. */
  readonly version: number | null;
  readonly result: SubmissionResult<string[]> | null;
};

function LegalForm({ page, body, version, result }: LegalFormProps) {
  const [form, fields] = useForm<{ body: string }>({
    id: `legal-${page}`,
    lastResult: result,
    defaultValue: { body: body ?? "" },
  });
  const posted = useNavigation().formData;
  const isPending = (intent: string) => posted?.get("page") === page && posted.get("intent") === intent;
  return (
    <Panel title={legalTitles[page]}>
      <OrganizationForm
        id={form.id}
        onSubmit={form.onSubmit}
        noValidate
        preventScrollReset
        className="grid gap-4"
      >
        <p className="text-ink-2">
          {body === null ? "The standard text is in use." : `Your own text is in use, version ${version}.`}{" "}
          <a href={`/${page}`} className="font-strong text-brand-text no-underline hover:underline">
            View the page
          </a>
        </p>
        <input type="hidden" name="page" value={page} />
        <FormErrors errors={form.errors} />
        <TextareaField
          of={fields.body}
          label="Text"
          hint="Start a heading with ## and a list item with -. Leave an empty line between paragraphs."
          rows={8}
          maxLength={longestLegalText}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" name="intent" value="save" variant="go" pending={isPending("save")}>
            {body === null ? "Use this text" : "Save"}
          </Button>
          {body !== null && (
            <Button type="submit" name="intent" value="reset" variant="quiet" pending={isPending("reset")}>
              Go back to the standard text
            </Button>
          )}
        </div>
      </OrganizationForm>
    </Panel>
  );
}
