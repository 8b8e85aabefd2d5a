/** The section of /admin/billing-events about disputed payments; it is not shown while there are none. */
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Tag } from "#app/ui/tag.tsx";

type Props = {
  readonly disputes: readonly {
    readonly id: string;
    readonly title: string;
    readonly organization: string | null;
    readonly status: string;
    readonly deadline: string;
    readonly charge: string;
  }[];
};

export function Disputes({ disputes }: Props) {
  if (disputes.length === 0) return null;
  return (
    <Panel title="Disputed payments" flush>
      <Rows label="Disputed payments">
        {disputes.map(({ id, title, organization, status, deadline, charge }) => (
          <Row
            key={id}
            title={title}
            aside={<Tag tone="bad">{status}</Tag>}
            note={`${deadline}, ${id}, ${charge}`}
          >
            <span className="block break-words">{organization ?? "No organization"}</span>
            <span className="block break-words text-ink-2">
              Answer it in Stripe. Without a response, the bank decides for the card holder.
            </span>
          </Row>
        ))}
      </Rows>
    </Panel>
  );
}
