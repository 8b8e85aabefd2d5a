/** Beside the appointments: the rules of the agents' calendars, and the member's calendar address. */
import { Link } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { CheckboxField } from "#app/ui/choice-field.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { Facts, Panel } from "#app/ui/panel.tsx";
import type { RulesInWords } from "./free-times.ts";

export interface RulesPanelProps {
  readonly rules: RulesInWords;
  /** Whether the reader can open the agent's editor. */
  readonly isLinked: boolean;
}

export function RulesPanel({ rules: { id, name, facts }, isLinked }: RulesPanelProps) {
  return (
    <Panel title={name} aside={isLinked && <Link to={`/agents/${id}#actions`}>Change rules</Link>}>
      <Facts facts={facts} />
    </Panel>
  );
}

export interface FeedPanelProps {
  readonly feed: { readonly showsPersons: boolean; readonly made: string } | null;
  /** The address that was just made: it is shown this once. */
  readonly address: string | null;
  readonly canShowPersons: boolean;
}

export function FeedPanel({ feed, address, canShowPersons }: FeedPanelProps) {
  return (
    <Panel title="Your calendar address" id="feed">
      <OrganizationForm preventScrollReset className="grid gap-4">
        <p className="text-control text-ink-2">
          {feed === null
            ? "Subscribe to these appointments in Google Calendar, Apple Calendar or Outlook with a private address."
            : `Made ${feed.made}. It shows ${feed.showsPersons ? "names, numbers and notes" : "no names and no numbers"}.`}
        </p>
        {address !== null && (
          <div className="grid gap-2">
            <label htmlFor="feed-address" className="font-medium text-control">
              Address
            </label>
            <input id="feed-address" readOnly value={address} className="control" />
            <p className="text-ink-3 text-meta">
              Copy it now: it isn't shown again. Everyone who has it can read the calendar.
            </p>
            <CopyButton value={address} label="Copy address" variant="plain" />
          </div>
        )}
        {canShowPersons && (
          <CheckboxField
            of={{ name: "persons" }}
            label="Show names, numbers and notes"
            hint="The provider of your calendar can then read them, too."
          />
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" name="do" value="make_feed">
            {feed === null ? "Create address" : "Replace address"}
          </Button>
          {feed !== null && (
            <Button type="submit" name="do" value="remove_feed" variant="danger">
              Remove address
            </Button>
          )}
        </div>
      </OrganizationForm>
    </Panel>
  );
}
