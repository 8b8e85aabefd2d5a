/** The log of an endpoint's deliveries: filtered, a page at a time, and those that failed sent again. */
import { Form } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Tag, type TagTone } from "#app/ui/tag.tsx";

interface DeliveryLogProps {
  readonly id: string;
  readonly isOn: boolean;
  readonly isReplaying: boolean;
  readonly filters: { readonly status: string | null; readonly event: string | null };
  readonly types: readonly { readonly value: string; readonly label: string }[];
  readonly deliveries: readonly {
    readonly id: string;
    readonly type: string;
    readonly title: string;
    readonly isTest: boolean;
    readonly standing: { readonly tone: TagTone; readonly words: string };
    readonly why: string | null;
    readonly attempts: string;
    readonly when: string;
    readonly exactly: string;
    readonly next: string | null;
  }[];
  readonly older: string | null;
  readonly isFirst: boolean;
}

const statuses = [
  { value: "delivered", label: "Delivered" },
  { value: "waiting", label: "Waiting" },
  { value: "failed", label: "Failed" },
];

const spans = [
  { value: "hour", label: "The last hour" },
  { value: "day", label: "The last 24 hours" },
  { value: "week", label: "The last 7 days" },
  { value: "month", label: "The last 30 days" },
];

export function DeliveryLog(props: DeliveryLogProps) {
  const { id, isOn, isReplaying, filters, types, deliveries, older, isFirst } = props;
  const isFiltered = filters.status !== null || filters.event !== null;
  const isEmpty = deliveries.length === 0 && isFirst && !isFiltered;
  return (
    <Panel title="Deliveries" flush>
      {isEmpty ? (
        <p className="px-4.5 py-6 text-ink-2">
          Nothing was sent yet. Send a test, or wait for the first event.
        </p>
      ) : (
        <>
          <Form
            method="get"
            key={`${filters.status} ${filters.event}`}
            className="flex flex-wrap items-end gap-2 border-b px-4.5 py-3.5"
          >
            <SelectField
              of={{ name: "status", initialValue: filters.status ?? "" }}
              label="Status"
              labelHidden
              none="Any status"
              choices={statuses}
              className="flex-1 basis-36"
            />
            <SelectField
              of={{ name: "event", initialValue: filters.event ?? "" }}
              label="Event"
              labelHidden
              none="Any event"
              choices={types}
              className="flex-1 basis-44"
            />
            <Button type="submit" size="field">
              Filter
            </Button>
          </Form>
          {deliveries.length === 0 ? (
            <p className="px-4.5 py-6 text-ink-2">No matching deliveries.</p>
          ) : (
            <Rows label="Deliveries">
              {deliveries.map((one) => (
                <Row
                  key={one.id}
                  to={`/integrations/webhooks/${id}/${one.id}`}
                  title={one.isTest ? `${one.title} (test)` : one.title}
                  aside={
                    <span className="inline-flex items-center gap-2">
                      <Tag tone={one.standing.tone}>{one.standing.words}</Tag>
                      <span title={one.exactly}>{one.when}</span>
                    </span>
                  }
                  note={one.next === null ? one.attempts : `${one.attempts} · next ${one.next}`}
                >
                  {one.why}
                </Row>
              ))}
            </Rows>
          )}
          <Pagination
            of="deliveries"
            {...(!isFirst && { newer: "" })}
            {...(older !== null && { older })}
            words={{ newer: "Newest", older: "Older" }}
          />
          <OrganizationForm
            preventScrollReset
            className="flex flex-wrap items-end gap-2 border-t px-4.5 py-3.5"
          >
            <SelectField
              of={{ name: "since", initialValue: "day" }}
              label="Send again what failed in"
              choices={spans}
              className="flex-1 basis-48"
            />
            <Button
              type="submit"
              name="do"
              value="replay_failed"
              size="field"
              pending={isReplaying}
              disabled={!isOn}
            >
              Replay failed
            </Button>
          </OrganizationForm>
        </>
      )}
    </Panel>
  );
}
