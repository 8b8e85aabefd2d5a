/** /settings: the organization's profile, place and ways of working, in sections with an index; what changed is saved together. */
import { type ReactNode, useMemo } from "react";
import { Link } from "react-router";
import { UnsavedGuard } from "#app/agents/unsaved-changes.tsx";
import { pageTitle } from "#app/branding/page-title.ts";
import { ConfirmItIsYou } from "#app/confirm/confirm-it-is-you.tsx";
import { readForm } from "#app/platform/body.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Said } from "#app/ui/said.tsx";
import { SaveBar } from "#app/ui/save-bar.tsx";
import { SectionIndex, useSectionInView } from "#app/ui/section-index.tsx";
import type { Route } from "./+types/settings.route";
import { CampaignLimits, RedactionSettings, Retention, TestNumber } from "./call-settings.tsx";
import { AgentHours, CallingHours, ClosedDays } from "./calling-hours.tsx";
import { DangerZone, Profile, Region, Security } from "./organization-settings.tsx";
import { settingsPage } from "./settings.server.ts";
import { answerSettings } from "./settings-answers.server.ts";
import { type SettingsSection, sectionTitles } from "./settings-sections.ts";
import { SupportAccess } from "./support-access.tsx";
import { SectionsProvider, useUnsavedSections } from "./unsaved-sections.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Settings", matches);

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = ({ request, context }: Route.LoaderArgs) => settingsPage(request, context);

export const action = async ({ request, context }: Route.ActionArgs) =>
  answerSettings(request, context, await readForm(request, context));
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

/** The index, with the forms that each of its lines holds. */
const groups: ReadonlyArray<{ id: string; label: string; sections: readonly SettingsSection[] }> = [
  { id: "profile", label: "Profile", sections: ["profile", "region"] },
  { id: "hours", label: "Hours", sections: ["hours", "closed"] },
  { id: "calls", label: "Calls", sections: ["test", "campaigns"] },
  { id: "data", label: "Data", sections: ["retention", "redaction"] },
  { id: "security", label: "Security", sections: ["security", "support"] },
  { id: "danger", label: "Danger zone", sections: [] },
];

export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { canDelete, needsProof, person, profile } = loaderData;
  const results = actionData && "results" in actionData ? actionData.results : undefined;
  const unsaved = useUnsavedSections(loaderData, results);
  const shown = useMemo(() => groups.filter(({ id }) => id !== "danger" || canDelete), [canDelete]);
  const [current, choose] = useSectionInView(useMemo(() => shown.map(({ id }) => id), [shown]));
  return (
    <Page isNarrow path={[{ label: "Settings" }]}>
      <PageHeader title="Settings" sentence="Shared by everyone in this organization." />
      <Said words={actionData === undefined ? loaderData.done : null} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[9rem_minmax(0,1fr)]">
        <SectionIndex
          label="Sections"
          lines={shown.map(({ id, label, sections }) => ({
            id,
            label,
            wrong: unsaved.problems.filter(({ section }) => sections.includes(section)).length,
          }))}
          current={current}
          onChoose={(id, event) => {
            event.preventDefault();
            choose(id);
            document.getElementById(id)?.scrollIntoView();
            window.history.replaceState(window.history.state, "", `#${id}`);
          }}
        />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8" onInput={unsaved.onInput}>
          <SectionsProvider value={unsaved}>
            <Group id="profile">
              <Profile profile={profile} />
              <Region region={loaderData.region} />
            </Group>
            <Group id="hours">
              <CallingHours week={loaderData.callingHours} />
              <ClosedDays days={loaderData.closedDays} />
              <AgentHours agents={loaderData.agentHours} />
            </Group>
            <Group id="calls">
              <TestNumber number={loaderData.testNumber} />
              <CampaignLimits {...loaderData.campaignLimits} locale={loaderData.region.locale} />
              <LanguageModels />
              <Notifications />
            </Group>
            <Group id="data">
              <Retention days={loaderData.retentionDays} others={loaderData.retention} />
              <RedactionSettings kinds={loaderData.redaction} />
              <DataRights />
            </Group>
            <Group id="security">
              <Security {...loaderData} />
              <SupportAccess {...loaderData.support} />
              {needsProof && (
                <ConfirmItIsYou
                  sentence={
                    canDelete
                      ? `This lets you require two-factor authentication or delete ${profile.name}.`
                      : "This lets you require two-factor authentication."
                  }
                  {...person}
                  result={actionData && "intent" in actionData ? actionData.result : null}
                />
              )}
            </Group>
            {canDelete && (
              <Group id="danger">
                <DangerZone name={profile.name} needsProof={needsProof} result={results?.delete ?? null} />
              </Group>
            )}
          </SectionsProvider>
        </div>
      </div>
      {unsaved.changed.length > 0 && (
        <SaveBar
          what={listed(unsaved.changed.map((section) => sectionTitles[section]))}
          problems={unsaved.problems}
          isSaving={unsaved.isSaving}
          onDiscard={unsaved.discard}
          onSave={unsaved.save}
        />
      )}
      <UnsavedGuard isUnsaved={unsaved.changed.length > 0} words="You'll lose your unsaved changes." />
    </Page>
  );
}

/** "Profile", "Profile and Opening hours", "Profile and 2 more". */
function listed([first = "", second, ...more]: readonly string[]): string {
  if (second === undefined) return first;
  return more.length === 0 ? `${first} and ${second}` : `${first} and ${more.length + 1} more`;
}

const Group = ({ id, children }: { readonly id: string; readonly children: ReactNode }) => (
  <div id={id} className="grid grid-cols-[minmax(0,1fr)] gap-4.5">
    {children}
  </div>
);

const DataRights = () => (
  <Panel title="Export and erase">
    <div className="grid justify-items-start gap-3">
      <p className="text-ink-2">Export everything as one file, or erase what was kept about one person.</p>
      <ButtonLink to="/settings/data">Export or erase data</ButtonLink>
    </div>
  </Panel>
);

const LanguageModels = () => (
  <Panel title="AI providers">
    <div className="grid justify-items-start gap-3">
      <p className="text-ink-2">Keys for language models, and for previews of voices.</p>
      <ButtonLink to="/settings/models">AI providers</ButtonLink>
    </div>
  </Panel>
);

const Notifications = () => (
  <Panel title="Notifications">
    <p className="text-ink-2">
      Each member chooses their own email notifications in{" "}
      <Link to="/profile#notifications" className="font-strong text-brand-text no-underline hover:underline">
        their profile
      </Link>
      .
    </p>
  </Panel>
);
