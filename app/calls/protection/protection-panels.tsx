// The parts of the page of call protection.
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { CheckboxField, SwitchField } from "#app/ui/choice-field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { ProtectionRules } from "./protection.schema.ts";

export interface LimitsProps {
  readonly rules: ProtectionRules;
  readonly canWrite: boolean;
}

const budgets = [
  ["caller_calls", "Calls from one caller in an hour", 1000],
  ["caller_minutes", "Minutes with one caller in a day", 1440],
  ["number_calls", "Calls to one of your numbers in an hour", 10_000],
  ["number_minutes", "Minutes on one of your numbers in an hour", 100_000],
  ["day_factor", "Times the minutes of a usual day", 100],
] as const;

/** The budgets; an empty field is no limit. */
export function Limits({ rules, canWrite }: LimitsProps) {
  return (
    <Panel title="Limits">
      <OrganizationForm className="grid gap-4">
        <p className="text-ink-2">Leave a field empty for no limit.</p>
        <div className="grid gap-4 sm:grid-cols-2">
          {budgets.map(([name, label, most]) => (
            <TextField
              key={name}
              of={{ name, initialValue: rules[name]?.toString() ?? "" }}
              label={label}
              type="number"
              min={name === "day_factor" ? 2 : 1}
              max={most}
              disabled={!canWrite}
              hint={
                name === "day_factor"
                  ? "When a day has more talk than so many usual days, and more than 10 hours, further calls are refused until midnight."
                  : undefined
              }
            />
          ))}
        </div>
        <SwitchField
          of={{ name: "refuses_withheld", initialValue: rules.refuses_withheld }}
          label="Refuse callers who withhold their number"
          hint="Otherwise they share four times the limits of one caller."
          disabled={!canWrite}
        />
        {canWrite && (
          <Button type="submit" name="do" value="save" className="justify-self-start">
            Save limits
          </Button>
        )}
      </OrganizationForm>
    </Panel>
  );
}

/** Shown while calls are refused because there is much more talk than usual. */
export function Tripped({ canWrite }: { readonly canWrite: boolean }) {
  return (
    <Panel title="Calls are being refused">
      <OrganizationForm className="grid justify-items-start gap-3">
        <p>Today has much more talk than a usual day. Further calls are refused until midnight.</p>
        {canWrite && (
          <Button type="submit" name="do" value="let_in">
            Let calls in today
          </Button>
        )}
      </OrganizationForm>
    </Panel>
  );
}

export interface BlockListProps {
  readonly blocked: readonly { readonly id: string; readonly shown: string; readonly note: string }[];
  readonly canWrite: boolean;
}

/** Numbers, and beginnings of numbers, that no agent answers. */
export function BlockList({ blocked, canWrite }: BlockListProps) {
  return (
    <Panel title="Blocked callers" flush>
      {canWrite && (
        <OrganizationForm className="grid gap-4 border-b p-4.5">
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField of={{ name: "number", required: true }} label="Number" type="tel" maxLength={60} />
            <TextField of={{ name: "note" }} label="Note" maxLength={100} />
          </div>
          <CheckboxField of={{ name: "starts" }} label="Block every number that starts like this" />
          <Button type="submit" name="do" value="block" className="justify-self-start">
            Block
          </Button>
        </OrganizationForm>
      )}
      {blocked.length === 0 ? (
        <p className="px-4.5 py-6 text-ink-2">No caller is blocked.</p>
      ) : (
        <Rows label="Blocked callers">
          {blocked.map(({ id, shown, note }) => (
            <Row
              key={id}
              title={shown}
              note={note}
              action={
                canWrite && (
                  <OrganizationForm>
                    <input type="hidden" name="id" value={id} />
                    <Button type="submit" name="do" value="unblock" size="sm" aria-label={`Unblock ${shown}`}>
                      Unblock
                    </Button>
                  </OrganizationForm>
                )
              }
            />
          ))}
        </Rows>
      )}
    </Panel>
  );
}
