/** A client's switch for its agency's support, and the visits so far. */
import { SwitchField } from "#app/ui/choice-field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { SettingsSection } from "./settings-section.tsx";

interface SupportAccessProps {
  readonly agency: string;
  readonly isAllowed: boolean;
  readonly visits: readonly {
    readonly id: string;
    readonly who: string;
    readonly reason: string;
    readonly when: string;
    readonly deeds: readonly string[];
  }[];
}

export function SupportAccess({ agency, isAllowed, visits }: SupportAccessProps) {
  return (
    <>
      <SettingsSection<{ allows_support: boolean }> section="support" values={{ allows_support: isAllowed }}>
        {(fields) => (
          <SwitchField
            of={fields.allows_support}
            label={`Let ${agency} open this organization as support`}
            hint="For 60 minutes at a time, with a reason. Turning it off ends open visits immediately."
          />
        )}
      </SettingsSection>
      <Panel title="Support visits" flush>
        {visits.length === 0 ? (
          <p className="p-4.5 text-ink-2">No visits yet.</p>
        ) : (
          <VisitRows visits={visits} />
        )}
      </Panel>
    </>
  );
}

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
