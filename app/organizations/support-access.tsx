/** An organization's switch for the support of its agency or the platform, and the visits so far. */
import { SwitchField } from "#app/ui/choice-field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { SettingsSection } from "./settings-section.tsx";
import { sectionTitles } from "./settings-sections.ts";

interface SupportAccessProps {
  /** Null: the organization has none, and only the platform's support visits. */
  readonly agency: string | null;
  readonly isAllowed: boolean;
  readonly visits: readonly {
    readonly id: string;
    readonly who: string;
    readonly reason: string;
    readonly when: string;
    readonly deeds: readonly string[];
  }[];
}

const switchWords = (agency: string | null) =>
  agency === null
    ? {
        label: "Let our support team open this organization",
        hint: "For 60 minutes at a time, with a reason. Turning it off ends open visits immediately.",
      }
    : {
        label: `Let ${agency} open this organization as support`,
        hint: `For 60 minutes at a time, with a reason. Turning it off ends open visits immediately, and ${agency} can't invite people or copy your setup.`,
      };

/** A section of /settings. */
export function SupportAccess({ agency, isAllowed, visits }: SupportAccessProps) {
  return (
    <>
      <SettingsSection<{ allows_support: boolean }> section="support" values={{ allows_support: isAllowed }}>
        {(fields) => <SwitchField of={fields.allows_support} {...switchWords(agency)} />}
      </SettingsSection>
      <VisitPanel visits={visits} />
    </>
  );
}

/** The same on a page of its own form: for clients whose agency hides /settings. */
export function SupportAccessAlone({ agency, isAllowed, visits }: SupportAccessProps) {
  return (
    <>
      <SettingsForm<{ allows_support: boolean }>
        title={sectionTitles.support}
        section="support"
        save="Save support access"
        anchor="support"
        scrollsUp
        values={{ allows_support: isAllowed }}
        key={`support:${isAllowed}`}
        result={null}
      >
        {(fields) => <SwitchField of={fields.allows_support} {...switchWords(agency)} />}
      </SettingsForm>
      <VisitPanel visits={visits} />
    </>
  );
}

const VisitPanel = ({ visits }: Pick<SupportAccessProps, "visits">) => (
  <Panel title="Support visits" flush>
    {visits.length === 0 ? <p className="p-4.5 text-ink-2">No visits yet.</p> : <VisitRows visits={visits} />}
  </Panel>
);

/** Visits with their reasons and what was done, for both sides. */
export const VisitRows = ({ visits }: Pick<SupportAccessProps, "visits">) => (
  <Rows label="Support visits">
    {visits.map(({ id, who, reason, when, deeds }) => (
      <Row key={id} title={who} note={when}>
        <span className="wrap-anywhere">{reason}</span>
        {deeds.length > 0 && <span className="block text-meta">{`Done: ${deeds.join(", ")}`}</span>}
      </Row>
    ))}
  </Rows>
);
