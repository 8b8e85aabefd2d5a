/** What a customer's page lists: members, numbers, domains, errors, and what happened. */
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { CustomerView } from "./customer-view.ts";

const None = ({ children }: { readonly children: string }) => <p className="p-4.5 text-ink-2">{children}</p>;

export const Members = ({ members }: Pick<CustomerView, "members">) => (
  <Panel title="Members" flush>
    {members.length === 0 && <None>No one has access yet.</None>}
    <Rows label="Members">
      {members.map(({ id, who, email, role, seen }) => (
        <Row
          key={id}
          title={who}
          aside={<Tag>{role}</Tag>}
          note={who === email ? seen : `${email} · ${seen}`}
          to={`/customer-management/users/${id}`}
        />
      ))}
    </Rows>
  </Panel>
);

export const NumbersAndDomains = ({ numbers, domains }: Pick<CustomerView, "numbers" | "domains">) => (
  <Panel title="Numbers and domains" flush>
    {numbers.length + domains.length === 0 && <None>None yet.</None>}
    <Rows label="Numbers and domains">
      {numbers.map(({ id, number, agent }) => (
        <Row key={id} title={number} note={agent} />
      ))}
      {domains.map(({ id, host, state }) => (
        <Row key={id} title={host} aside={<Tag>{state}</Tag>} />
      ))}
    </Rows>
  </Panel>
);

export const Errors = ({ errors }: Pick<CustomerView, "errors">) => (
  <Panel title="Open errors" flush>
    {errors.length === 0 && <None>No open errors.</None>}
    <Rows label="Errors">
      {errors.map(({ id, message, severity, when }) => (
        <Row
          key={id}
          title={<span className="wrap-anywhere">{message}</span>}
          aside={
            <Tag tone={severity === "critical" || severity === "error" ? "bad" : "neutral"}>{severity}</Tag>
          }
          note={when}
          to={`/admin/error-logs/${id}`}
        />
      ))}
    </Rows>
  </Panel>
);

export const Activity = ({ events }: Pick<CustomerView, "events">) => (
  <Panel title="Activity" flush>
    {events.length === 0 && <None>Nothing has happened yet.</None>}
    <Rows label="Activity">
      {events.map(({ id, what, who, reason, when }) => (
        <Row key={id} title={what} note={`${who}, ${when}`}>
          {reason !== null && <span className="wrap-anywhere">{reason}</span>}
        </Row>
      ))}
    </Rows>
  </Panel>
);
