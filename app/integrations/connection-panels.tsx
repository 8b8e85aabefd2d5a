/** One connection: connecting it, how it is, what was done there, and its end. */
import { Link, useNavigation } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Exact, Refusal } from "#app/telephony/refusal.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Facts, Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { TypedField } from "./typed-field.tsx";

const useSent = (what: string): boolean => useNavigation().formData?.get("do") === what;

interface ConnectProps {
  readonly name: string;
  readonly granted: readonly string[];
  readonly offered: boolean;
  readonly takesKey: boolean;
}

/** The form leaves for the provider's own page: it is sent by the browser itself. */
function ConnectButton({ name, again = false }: { readonly name: string; readonly again?: boolean }) {
  return (
    <OrganizationForm reloadDocument>
      <Button type="submit" name="do" value="connect" variant="go">
        {again ? `Connect ${name} again` : `Connect ${name}`}
      </Button>
    </OrganizationForm>
  );
}

export function Connect({ name, granted, offered, takesKey }: ConnectProps) {
  return (
    <Panel title={`Connect ${name}`}>
      <div className="grid gap-4">
        {offered ? (
          <>
            <div className="grid gap-1.5">
              <p className="font-medium text-control">What you allow</p>
              <ul className="grid list-disc gap-1 pl-5 text-control text-ink-2">
                {granted.map((one) => (
                  <li key={one}>{one}</li>
                ))}
              </ul>
            </div>
            <ConnectButton name={name} />
          </>
        ) : (
          <p className="text-ink-2">
            {takesKey
              ? "Signing in there isn't set up. Use an access token instead."
              : `${name} isn't set up here yet. Ask support.`}
          </p>
        )}
      </div>
    </Panel>
  );
}

interface Answer {
  readonly error: string | null;
  readonly exact: string | null;
  readonly fields: Readonly<Record<string, string>>;
}

/** HubSpot: the access token of a private app. */
export function ConnectKey({ error, exact, fields }: Answer) {
  return (
    <Panel title="Use an access token instead">
      <OrganizationForm noValidate preventScrollReset className="grid max-w-140 gap-4">
        <p className="text-ink-2">
          Make a private app in HubSpot with the scopes for contacts, and paste its access token. We ask
          HubSpot whether it works, and keep it encrypted.
        </p>
        <Refusal words={error} exact={exact} />
        <TypedField name="key" label="Access token" type="password" error={fields.key} />
        <Exact words={error === null ? exact : null} />
        <div>
          <Button type="submit" name="do" value="key" pending={useSent("key")}>
            Connect
          </Button>
        </div>
      </OrganizationForm>
    </Panel>
  );
}

interface ConnectionView {
  readonly statusWords: string;
  readonly consequence: string | null;
  readonly account: string;
  readonly auth: string;
  readonly connected: string;
  readonly used: string;
  readonly error: { readonly said: string; readonly when: string } | null;
}

interface ExpiredProps {
  readonly name: string;
  readonly offered: boolean;
  readonly connection: ConnectionView;
}

export function Expired({ name, offered, connection }: ExpiredProps) {
  if (connection.consequence === null) return null;
  return (
    <section role="alert" className="grid gap-3 rounded-md bg-bad-soft px-3.5 py-3 text-bad text-control">
      <p>{`${name} no longer accepts the connection.`}</p>
      <p>{connection.consequence}</p>
      {offered && <ConnectButton name={name} again />}
    </section>
  );
}

export function Connection({ connection, error, exact }: Answer & { readonly connection: ConnectionView }) {
  const isSent = useSent("test");
  return (
    <Panel
      title="Connection"
      aside={
        <OrganizationForm preventScrollReset>
          <Button type="submit" name="do" value="test" size="sm" pending={isSent}>
            Test now
          </Button>
        </OrganizationForm>
      }
    >
      <div className="grid gap-4">
        {error !== null ? (
          <Refusal words={error} exact={exact} />
        ) : (
          connection.error !== null && (
            <div className="grid gap-1 rounded-md bg-warn-soft px-3.5 py-2.5 text-control text-warn">
              <p>{`Last problem: ${connection.error.when}`}</p>
              <Exact words={connection.error.said} />
            </div>
          )
        )}
        <Facts
          facts={[
            ["Account", connection.account],
            ["Connected", connection.connected],
            ["How", connection.auth],
            ["Last used", connection.used],
          ]}
        />
      </div>
    </Panel>
  );
}

type User = { readonly to: string; readonly name: string };
interface UsedByProps {
  readonly provider: string;
  readonly agents: readonly User[];
  readonly workflows: readonly User[];
}

function Users({ label, all }: { readonly label: string; readonly all: readonly User[] }) {
  return (
    <ul aria-label={label} className="grid gap-1">
      {all.map(({ to, name }) => (
        <li key={to}>
          <Link to={to}>{name}</Link>
        </li>
      ))}
    </ul>
  );
}

export function UsedBy({ provider, agents, workflows }: UsedByProps) {
  return (
    <Panel title="Used by">
      <div className="grid gap-3 text-ink-2">
        {provider === "google_calendar" && (
          <p>
            {agents.length === 0
              ? "No agent books appointments yet."
              : "Agents that book. All of them share this calendar."}
          </p>
        )}
        <Users label="Agents" all={agents} />
        <p>
          {workflows.length === 0
            ? "No workflow uses this connection yet; steps of workflows can."
            : "Workflows with steps that use this connection:"}
          {provider !== "google_calendar" && " Everything that you chose above uses it by itself."}
        </p>
        <Users label="Workflows" all={workflows} />
        <div>
          <ButtonLink to="/workflows" size="sm">
            Workflows
          </ButtonLink>
        </div>
      </div>
    </Panel>
  );
}

interface DeedView {
  readonly id: string;
  readonly what: string;
  readonly state: "begun" | "done" | "failed";
  readonly error: string | null;
  readonly attempts: number;
  readonly when: string;
  readonly to: string | null;
}

const states = { begun: ["Trying", "warn"], done: ["Done", "good"], failed: ["Failed", "bad"] } as const;

export function Log({ deeds, name }: { readonly deeds: readonly DeedView[]; readonly name: string }) {
  return (
    <Panel title="What was done" flush>
      {deeds.length === 0 ? (
        <EmptyState title="Nothing yet">{`What is sent to ${name} appears here.`}</EmptyState>
      ) : (
        <Rows label="What was done">
          {deeds.map(({ id, what, state, error, attempts, when, to }) => (
            <Row
              key={id}
              title={what}
              to={to ?? undefined}
              aside={<Tag tone={states[state][1]}>{states[state][0]}</Tag>}
              note={attempts > 1 ? `${when} · ${attempts} tries` : when}
            >
              {error !== null && <Exact words={error} />}
            </Row>
          ))}
        </Rows>
      )}
    </Panel>
  );
}

export function Disconnect({
  name,
  provider,
  connection,
}: {
  readonly name: string;
  readonly provider: string;
  readonly connection: ConnectionView;
}) {
  const stays =
    provider === "google_calendar"
      ? "Events that are in the calendar stay there. Agents book by their own hours and appointments alone."
      : "What was sent stays there.";
  return (
    <Panel title="Disconnect">
      <div className="grid gap-4">
        <p className="text-ink-2">{`${stays} The provider is told to forget our access.`}</p>
        <OrganizationForm id="disconnect" className="flex">
          <ConfirmDialog
            form="disconnect"
            name="do"
            value="disconnect"
            label="Disconnect"
            pending={useSent("disconnect")}
            title={`Disconnect ${name}?`}
            sentence={`${connection.account} is no longer used here. ${stays}`}
            confirm="Disconnect"
          />
        </OrganizationForm>
      </div>
    </Panel>
  );
}
