/** /integrations/setup-guide: how each system is connected, step by step, with what to copy and what is done already. */
import { pageTitle } from "#app/branding/page-title.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { Route } from "./+types/setup-guide.route";
import { type Guide, guidesOf, type Step } from "./setup-steps.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Setup guide", matches);

export async function loader({ context }: Route.LoaderArgs) {
  const { store } = permitted(context, "organization.write");
  const [connections, calendars] = await Promise.all([
    store.integrations.list(),
    store.bookings.calendars(Date.now()),
  ]);
  return { guides: guidesOf({ connections, booking: calendars.length }) };
}

export const ErrorBoundary = PageError;

export default function SetupGuide({ loaderData }: Route.ComponentProps) {
  return (
    <Page isNarrow path={[{ label: "Integrations", to: "/integrations" }, { label: "Setup guide" }]}>
      <PageHeader
        title="Setup guide"
        sentence="Each step shows whether it's done. Load the page again to check."
        action={<ButtonLink to="/integrations/setup-guide">Check again</ButtonLink>}
      />
      {loaderData.guides.map((guide) => (
        <GuidePanel key={guide.id} {...guide} />
      ))}
    </Page>
  );
}

function GuidePanel({ id, title, steps }: Guide) {
  const checked = steps.filter(({ isDone }) => isDone !== null);
  const done = checked.filter(({ isDone }) => isDone).length;
  return (
    <Panel
      id={id}
      title={title}
      flush
      aside={
        checked.length > 0 && (
          <Tag tone={done === checked.length ? "good" : "neutral"}>{`${done} of ${checked.length} done`}</Tag>
        )
      }
    >
      <ol className="divide-y">
        {steps.map((step, place) => (
          <StepItem key={step.title} number={place + 1} {...step} />
        ))}
      </ol>
    </Panel>
  );
}

function StepItem({ number, title, text, copied, to, isDone }: Step & { readonly number: number }) {
  return (
    <li className="grid gap-2 px-4.5 py-3.5">
      <div className="flex flex-wrap items-center gap-2">
        <b className="min-w-0 flex-1 font-strong">{`${number}. ${title}`}</b>
        {isDone !== null && <Tag tone={isDone ? "good" : "neutral"}>{isDone ? "Done" : "To do"}</Tag>}
      </div>
      <p className="text-control text-ink-2">{text}</p>
      {copied && (
        <ul className="grid gap-1.5">
          {copied.map((value) => (
            <li key={value} className="flex flex-wrap items-center gap-2">
              <code className="wrap-anywhere rounded-sm bg-sunken px-1.5 py-0.5 font-mono text-meta">
                {value}
              </code>
              <CopyButton value={value} label={`Copy ${value}`} />
            </li>
          ))}
        </ul>
      )}
      {to && (
        <div>
          <ButtonLink to={to.href} size="sm" aria-label={`${to.label}: ${title}`}>
            {to.label}
          </ButtonLink>
        </div>
      )}
    </li>
  );
}
