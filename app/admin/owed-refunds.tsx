/** The section of /admin/billing-events about refunds that failed; it is not shown while there are none. */
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Tag } from "#app/ui/tag.tsx";

type Props = {
  readonly refunds: readonly {
    readonly id: string;
    readonly title: string;
    readonly organization: string | null;
    readonly note: string;
    readonly payment: string;
  }[];
};

export function OwedRefunds({ refunds }: Props) {
  if (refunds.length === 0) return null;
  return (
    <Panel title="Refunds that failed" flush>
      <Rows label="Refunds that failed">
        {refunds.map(({ id, title, organization, note, payment }) => (
          <Row key={id} title={title} aside={<Tag tone="bad">Still owed</Tag>} note={`${note}, ${payment}`}>
            <span className="block break-words">{organization ?? "No organization"}</span>
            <span className="block break-words text-ink-2">
              Retried automatically. Check the payment in Stripe if it keeps failing.
            </span>
          </Row>
        ))}
      </Rows>
    </Panel>
  );
}
