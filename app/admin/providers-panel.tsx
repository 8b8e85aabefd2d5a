/** The providers of /testing: a press asks each of them, and the table tells how long they took. */
import { Form, useNavigation } from "react-router";
import { levelWords } from "#app/status/services.ts";
import { Button } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { ProviderPing } from "./provider-ping.ts";

const tones = { up: "good", degraded: "warn", down: "bad" } as const;
const shown_ms = (ms: number | null): string => (ms === null ? "–" : `${ms} ms`);

/** `pings`: null before the first press. */
export function ProvidersPanel({ pings }: { readonly pings: readonly ProviderPing[] | null }) {
  const isAsking = useNavigation().formData?.get("intent") === "ping";
  return (
    <Panel
      title="Providers"
      flush
      aside={
        <Form method="post" action="/testing" preventScrollReset>
          <Button type="submit" name="intent" value="ping" size="sm" pending={isAsking}>
            Ping providers
          </Button>
        </Form>
      }
    >
      {pings === null ? (
        <p className="px-4.5 py-6 text-ink-2">
          Asks each provider up to three times and shows how long it took.
        </p>
      ) : (
        <DataTable
          caption="Providers"
          rows={pings}
          rowKey={({ name }) => name}
          foldsBelow={34}
          columns={[
            {
              key: "name",
              head: "Provider",
              cell: ({ name, what }) => (
                <>
                  {name} <span className="text-ink-3 text-meta">{what}</span>
                </>
              ),
            },
            {
              key: "median",
              head: "Median",
              width: "w-24",
              align: "end",
              cell: ({ median_ms }) => shown_ms(median_ms),
            },
            {
              key: "slowest",
              head: "Slowest",
              width: "w-24",
              align: "end",
              cell: ({ slowest_ms }) => shown_ms(slowest_ms),
            },
            {
              key: "state",
              head: "Status",
              width: "w-32",
              align: "end",
              folded: "beside",
              cell: ({ level }) =>
                level === null ? <Tag>Not set up</Tag> : <Tag tone={tones[level]}>{levelWords[level]}</Tag>,
            },
          ]}
        />
      )}
    </Panel>
  );
}
