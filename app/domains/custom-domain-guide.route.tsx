/** /custom-domain-guide: the organization's own domains, their records and how far each is. */
import { useEffect } from "react";
import { useFetcher } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { useOrganizationId } from "#app/membership/organization-form.tsx";
import { SettingsForm } from "#app/organizations/settings-form.tsx";
import { readForm } from "#app/platform/body.server.ts";
import { second_ms } from "#app/platform/durations.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Notice, useFocusWhenLost } from "#app/telephony/notice.tsx";
import { CheckboxField } from "#app/ui/choice-field.tsx";
import { useEmptied } from "#app/ui/emptied-form.ts";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Said } from "#app/ui/said.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { Route } from "./+types/custom-domain-guide.route";
import { DomainPanel } from "./domain-panel.tsx";
import { answerDomains, domainsPage } from "./domains-page.server.ts";
import { ProviderGuide } from "./provider-guide.tsx";
import { SenderPanel } from "./sender-panel.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Custom domains", matches);
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = ({ request, context }: Route.LoaderArgs) => domainsPage(request, context);

export const action = async ({ request, context }: Route.ActionArgs) =>
  answerDomains(context, await readForm(request, context));
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

type Loaded = Route.ComponentProps["loaderData"];

export default function CustomDomainsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { domains, guide, guides, isSet, canAdd, most } = loaderData;
  const said = actionData && "said" in actionData ? actionData : null;
  const resultOf = (section: "add" | "sender") =>
    actionData && "section" in actionData && actionData.section === section ? actionData.result : null;
  const notice = useFocusWhenLost(domains.length);
  usePolling(domains.some(({ waits }) => waits));
  const waiting = domains.filter(({ waits }) => waits).length;
  return (
    <Page isNarrow path={[{ label: "Custom domains" }]}>
      <PageHeader title="Custom domains" sentence={sentenceOf(loaderData, waiting)} />
      <Notice ref={notice} words={said?.said} isGood={said?.isGood ?? true} />
      <Said words={actionData === undefined ? loaderData.done : null} />
      {!isSet && <NotSet />}
      {domains.map((domain) => (
        <DomainPanel key={domain.id} domain={domain} labels={guide.labels} />
      ))}
      {needsRecords(loaderData) && <ProviderGuide guide={guide} guides={guides} />}
      {isSet &&
        (canAdd ? (
          <AddDomain result={resultOf("add")} isFirst={domains.length === 0} />
        ) : (
          <Panel title="Add a domain">
            <p className="text-ink-2">{`You're using all ${most} domains. Remove one to add another.`}</p>
          </Panel>
        ))}
      <SenderPanel sender={loaderData.sender} labels={guide.labels} result={resultOf("sender")} />
    </Page>
  );
}

/** Whether a record is still to be set. */
const needsRecords = ({ domains, sender }: Loaded): boolean =>
  domains.some(({ label, isLeaving }) => label !== "Live" && !isLeaving) || sender?.isVerified === false;

function sentenceOf({ domains, mainAddress }: Loaded, waiting: number): string {
  if (domains.length === 0)
    return mainAddress === null
      ? "Sign in at your own address."
      : `Sign in at your own address instead of ${mainAddress}.`;
  const live = domains.filter(({ label }) => label === "Live").length;
  const failing = domains.length - live - waiting;
  const parts = [
    live > 0 && `${live} live`,
    waiting > 0 && `${waiting} waiting for records or a certificate`,
    failing > 0 && `${failing} ${failing === 1 ? "needs" : "need"} attention`,
  ].filter((part) => part !== false);
  return `${parts.join(", ")}.${mainAddress === null ? "" : ` ${mainAddress} always works too.`}`;
}

/** How often the page looks while something waits, and how many times before cron alone goes on. */
const every_ms = 30 * second_ms;
const mostLooks = 20;

/** Looks at what waits while the page is visible. */
function usePolling(isWaiting: boolean): void {
  const { submit } = useFetcher();
  const organization_id = useOrganizationId();
  useEffect(() => {
    if (!isWaiting) return;
    let looks = 0;
    const timer = setInterval(() => {
      if (document.visibilityState !== "visible" || !navigator.onLine) return;
      looks += 1;
      if (looks > mostLooks) clearInterval(timer);
      else submit({ intent: "poll", organization_id }, { method: "post", action: "/custom-domain-guide" });
    }, every_ms);
    return () => clearInterval(timer);
  }, [isWaiting, organization_id, submit]);
}

const NotSet = () => (
  <Panel title="Not available yet">
    <p className="text-ink-2">
      Custom domains have to be turned on for this platform first. Its operator sets{" "}
      <code>CLOUDFLARE_API_TOKEN</code>, <code>CLOUDFLARE_ZONE_ID</code> and <code>CUSTOMERS_HOST</code>.
    </p>
  </Panel>
);

const addForm = "add-domain";

type AddProps = {
  readonly result: Parameters<typeof SettingsForm>[0]["result"];
  readonly isFirst: boolean;
};

function AddDomain({ result, isFirst }: AddProps) {
  useEmptied(addForm, "added");
  return (
    <SettingsForm<{ domain: string; www: boolean }>
      title={isFirst ? "Connect your domain" : "Add a domain"}
      sentence={
        isFirst
          ? "Use a subdomain of a domain you own, like voice.yourcompany.com. We'll give you two DNS records to add; your website and email stay as they are."
          : undefined
      }
      id={addForm}
      section="add"
      save="Add domain"
      values={{ domain: "", www: false }}
      constraint={{ domain: { required: true } }}
      result={result}
    >
      {(fields) => (
        <>
          <TextField
            of={fields.domain}
            label="Domain"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="voice.yourcompany.com"
          />
          <CheckboxField
            of={fields.www}
            label="Also connect www"
            hint="Visitors who type www will get here too."
          />
        </>
      )}
    </SettingsForm>
  );
}
