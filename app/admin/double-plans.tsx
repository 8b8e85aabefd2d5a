/** The section of /admin/billing-events about second subscriptions; it is not shown while there are none. */
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Tag } from "#app/ui/tag.tsx";

type Props = {
  readonly doubles: readonly {
    readonly id: string;
    readonly organization: string | null;
    readonly status: string;
    readonly kept: string;
  }[];
};

export function DoublePlans({ doubles }: Props) {
  if (doubles.length === 0) return null;
  return (
    <Panel title="Two plans at once" flush>
      <Rows label="Two plans at once">
        {doubles.map(({ id, organization, status, kept }) => (
          <Row
            key={id}
            title={organization ?? "No organization"}
            aside={<Tag tone="bad">Billed twice</Tag>}
            note={`${id}, ${status}`}
          >
            <span className="block break-words">Besides {kept}</span>
            <span className="block break-words text-ink-2">
              Ended and refunded automatically when both are paid. Otherwise, cancel one of them in Stripe.
            </span>
          </Row>
        ))}
      </Rows>
    </Panel>
  );
}
