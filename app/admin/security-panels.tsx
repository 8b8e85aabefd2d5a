/** The panels of /admin/security. */
import { useId } from "react";
import { Form, Link, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { Facts, Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { SecurityView } from "./security-view.ts";

const None = ({ children }: { readonly children: string }) => (
  <p className="px-4.5 py-6 text-ink-2">{children}</p>
);
const link = "font-strong text-brand-text text-control no-underline hover:underline";

/** Whether the form with this value is on its way. */
function usePending(name: string, value: string): boolean {
  return useNavigation().formData?.get(name) === value;
}

export function Alerts({ alerts, all }: Pick<SecurityView, "alerts"> & { readonly all: boolean }) {
  return (
    <Panel
      title="Unusual activity"
      flush
      aside={
        <Link to={all ? "/admin/security" : "/admin/security?alerts=all"} preventScrollReset className={link}>
          {all ? "Hide seen" : "Show seen"}
        </Link>
      }
    >
      {alerts.length === 0 ? (
        <None>{all ? "Nothing in the last 90 days." : "Nothing new."}</None>
      ) : (
        <Rows label="Unusual activity">
          {alerts.map(({ id, title, line, when, about, isSeen }) => (
            <Row
              key={id}
              title={title}
              aside={when}
              note={about}
              {...(!isSeen && {
                action: (
                  <Press field="alert" of={id} intent="seen" label="Mark as seen" what={`: ${title}`} />
                ),
              })}
            >
              <span className="wrap-anywhere">{line}</span>
            </Row>
          ))}
        </Rows>
      )}
    </Panel>
  );
}

interface PressProps {
  /** The field that names the row, and its value. */
  readonly field: string;
  readonly of: string;
  readonly intent: string;
  readonly label: string;
  /** The row in words, for those who do not see it beside the button. */
  readonly what: string;
}

/** The one button of a row. */
function Press({ field, of, intent, label, what }: PressProps) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name={field} value={of} />
      <Button
        type="submit"
        name="intent"
        value={intent}
        size="sm"
        pending={usePending(field, of)}
        aria-label={`${label}${what}`}
      >
        {label}
      </Button>
    </Form>
  );
}

export function Chain({ sealed, last, verified, checked, broken }: SecurityView["chain"]) {
  const state = broken !== null ? "bad" : verified === null ? "neutral" : "good";
  const words = { bad: "Not intact", neutral: "Not verified yet", good: "Intact" } as const;
  const tag = <Tag tone={state}>{words[state]}</Tag>;
  const fault = <span className="wrap-anywhere">{broken}</span>;
  const seal = <span className="wrap-anywhere">{last ?? "None yet"}</span>;
  const when = verified === null ? "Runs every few minutes" : `${checked} events, ${verified}`;
  return (
    <Panel
      title="Audit trail"
      aside={
        <Link to="/admin/audit" className={link}>
          Open the audit trail
        </Link>
      }
    >
      <Facts
        facts={[
          ["State", tag],
          ...(broken === null ? [] : ([["First fault", fault]] as const)),
          ["Sealed events", sealed],
          ["Last seal", seal],
          ["Verified", when],
        ]}
      />
    </Panel>
  );
}

export function Blocked({ blocked }: Pick<SecurityView, "blocked">) {
  return (
    <Panel title="Blocked now" flush>
      {blocked.length === 0 ? (
        <None>No one is kept from signing in.</None>
      ) : (
        <Rows label="Blocked now">
          {blocked.map(({ key, who, isNetwork, words, until }) => (
            <Row
              key={key}
              title={isNetwork && !who.includes(":") ? `Network ${who}…` : who}
              note={`${words}. Until ${until}.`}
              action={<Press field="key" of={key} intent="unblock" label="Unblock" what={` ${who}`} />}
            />
          ))}
        </Rows>
      )}
    </Panel>
  );
}

interface CountsProps {
  readonly title: string;
  readonly none: string;
  readonly rows: readonly {
    readonly key: string;
    readonly title: string;
    readonly note?: string;
    readonly times: string;
  }[];
}

export function Counts({ title, none, rows }: CountsProps) {
  return (
    <Panel title={title} flush>
      {rows.length === 0 ? (
        <None>{none}</None>
      ) : (
        <Rows label={title}>
          {rows.map(({ key, title, note, times }) => (
            <Row key={key} title={title} aside={times} {...(note !== undefined && { note })} />
          ))}
        </Rows>
      )}
    </Panel>
  );
}

export function Secrets({ secrets }: Pick<SecurityView, "secrets">) {
  return (
    <Panel title="Age of secrets" flush>
      <Rows label="Age of secrets">
        {secrets.map(({ name, since, isOld }) => (
          <Row
            key={name}
            title={<code className="font-mono text-meta">{name}</code>}
            note={`Unchanged ${since}`}
            {...(isOld && { action: <Tag tone="warn">Change it</Tag> })}
          />
        ))}
      </Rows>
    </Panel>
  );
}

export function Sessions({ sessions }: Pick<SecurityView, "sessions">) {
  return (
    <Panel title="Where platform admins are signed in" flush>
      <Rows label="Where platform admins are signed in">
        {sessions.map(({ id, who, device, where, seen, began, factor, isThis }) => (
          <Row
            key={id}
            title={who}
            note={`Signed in ${began}, ${seen}, ${factor}`}
            {...(isThis
              ? { aside: <Tag tone="good">This device</Tag> }
              : { action: <EndSession id={id} who={who} device={device} /> })}
          >
            {where === "" ? device : `${device}, ${where}`}
          </Row>
        ))}
      </Rows>
    </Panel>
  );
}

interface EndSessionProps {
  readonly id: string;
  readonly who: string;
  readonly device: string;
}

function EndSession({ id, who, device }: EndSessionProps) {
  const form = useId();
  return (
    <Form method="post" id={form} preventScrollReset>
      <input type="hidden" name="session" value={id} />
      <ConfirmDialog
        form={form}
        name="intent"
        value="end-session"
        size="sm"
        pending={usePending("session", id)}
        label="Sign out"
        aria-label={`Sign out ${who}, ${device}`}
        title={`Sign ${who} out?`}
        sentence={`On ${device}. They'll have to sign in again.`}
        confirm="Sign out"
      />
    </Form>
  );
}

export function Visits({ visits }: Pick<SecurityView, "visits">) {
  return (
    <Panel title="Support visits" flush>
      {visits.length === 0 ? (
        <None>No one has opened an organization as support.</None>
      ) : (
        <Rows label="Support visits">
          {visits.map(({ id, who, client, agency, reason, when }) => (
            <Row key={id} title={`${who} in ${client}`} note={when} aside={agency}>
              <span className="wrap-anywhere">{reason}</span>
            </Row>
          ))}
        </Rows>
      )}
    </Panel>
  );
}
