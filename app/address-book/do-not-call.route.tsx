/** /contacts/do-not-call: the numbers that are not called, who put them there and why. */
import { data, Form, Link } from "react-router";
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
import { CheckboxField } from "#app/ui/choice-field.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { Route } from "./+types/do-not-call.route";
import { changeDoNotCall } from "./contact-forms.server.ts";
import { doNotCallPage } from "./contacts-page.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Do-not-call list", matches);

export const loader = ({ request, context }: Route.LoaderArgs) =>
  doNotCallPage(permitted(context, "contacts.read"), request);
export const clientLoader = rememberedLoader;

export async function action({ request, context }: Route.ActionArgs) {
  const member = permitted(context, "contacts.manage");
  const { status, ...said } = await changeDoNotCall(member, await readForm(request, context));
  return data(said, status);
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

type Shown = Route.ComponentProps["loaderData"];
type Answer = Route.ComponentProps["actionData"];

export default function DoNotCallPage({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, older, total, isOne, isEmpty, isFirst, q, canManage } = loaderData;
  const notice = useFocusWhenLost(total);
  return (
    <Page path={[{ label: "Contacts", to: "/contacts" }, { label: "Do-not-call list" }]}>
      <PageHeader
        title="Do-not-call list"
        sentence={
          isEmpty
            ? "Numbers that your agents never call."
            : `${total} ${isOne ? "number" : "numbers"} that your agents never call.`
        }
      />
      <Notice ref={notice} words={actionData?.message} isGood={actionData?.isGood ?? true} />
      <Columns>
        <Panel label="Numbers" flush>
          {!isEmpty && (
            <search className="block border-b p-4.5">
              <Form method="get" key={q} className="flex flex-wrap items-end gap-2">
                <TextField
                  of={{ name: "q", initialValue: q }}
                  type="search"
                  label="Search"
                  labelHidden
                  placeholder="Search numbers"
                  maxLength={40}
                  className="flex-1 basis-40"
                />
                <Button type="submit" size="field">
                  Search
                </Button>
              </Form>
            </search>
          )}
          {rows.length === 0 ? (
            <p className="px-4.5 py-6 text-ink-2">
              {isEmpty
                ? "Whoever asks not to be called, in a call or by text, appears here."
                : "Nothing was found."}
            </p>
          ) : (
            <Rows label="Numbers">
              {rows.map((row) => (
                <BarredRow key={row.e164} row={row} canManage={canManage} answer={actionData} />
              ))}
            </Rows>
          )}
          <Pagination
            of="numbers"
            {...(!isFirst && { newer: "" })}
            {...(older !== null && { older })}
            words={{ newer: "Newest", older: "Older" }}
          />
        </Panel>
        {canManage && <AddPanel answer={actionData} total={total} />}
      </Columns>
    </Page>
  );
}

function BarredRow({
  row,
  canManage,
  answer,
}: {
  readonly row: Shown["rows"][number];
  readonly canManage: boolean;
  readonly answer: Answer;
}) {
  const { e164, number, contact, why, reason, by, when, exactly, isOwnWord } = row;
  const refused = answer && !answer.isGood && answer.typed.number === e164 ? answer : undefined;
  return (
    <Row
      title={number}
      aside={<span title={exactly}>{when}</span>}
      note={<span className="wrap-anywhere">{`${why}${by === null ? "" : ` (${by})`}`}</span>}
    >
      {contact !== null && (
        <p>
          <Link to={`/contacts/${contact.id}`}>{contact.name ?? "Open contact"}</Link>
        </p>
      )}
      {reason !== "" && <p className="wrap-anywhere">{reason}</p>}
      {canManage && (
        <details open={refused !== undefined || undefined} className="relative z-1">
          <summary className="w-fit cursor-pointer" aria-label={`Remove ${number}`}>
            Remove
          </summary>
          <OrganizationForm preventScrollReset className="grid gap-3 pt-3">
            <input type="hidden" name="number" value={e164} />
            <TextField
              of={{
                name: "reason",
                initialValue: refused?.typed.reason ?? "",
                errors: refused?.errors.reason,
              }}
              label="Why they may be called again"
              maxLength={300}
              autoComplete="off"
            />
            {isOwnWord && <CheckboxField of={{ name: "they_asked" }} label="They asked to be called again" />}
            <div>
              <Button type="submit" name="do" value="unblock">
                Take off the list
              </Button>
            </div>
          </OrganizationForm>
        </details>
      )}
    </Row>
  );
}

function AddPanel({ answer, total }: { readonly answer: Answer; readonly total: string }) {
  const refused = answer && !answer.isGood && answer.typed.do === "block" ? answer : undefined;
  return (
    <Panel title="Add a number">
      <OrganizationForm preventScrollReset key={total} className="grid gap-3">
        <TextField
          of={{ name: "number", initialValue: refused?.typed.number ?? "", errors: refused?.errors.number }}
          label="Number"
          type="tel"
          maxLength={40}
          autoComplete="off"
        />
        <TextField
          of={{ name: "reason", initialValue: refused?.typed.reason ?? "", errors: refused?.errors.reason }}
          label="Why"
          maxLength={300}
          autoComplete="off"
        />
        <div>
          <Button type="submit" name="do" value="block" variant="go">
            Add to the list
          </Button>
        </div>
      </OrganizationForm>
    </Panel>
  );
}
