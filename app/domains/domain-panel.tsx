/** One custom domain: how far it is, what to change, its records, and what can be done with it. */
import { CircleAlert } from "lucide-react";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { DnsGuide } from "./dns-guides.ts";
import { DomainRecords } from "./domain-records.tsx";
import type { DomainView } from "./domain-view.ts";

interface DomainProps {
  readonly domain: DomainView;
  readonly labels: DnsGuide["labels"];
}

export function DomainPanel({ domain, labels }: DomainProps) {
  const { host, unicode, tone, label, sentence, problems, waits } = domain;
  return (
    <Panel
      id={domain.id}
      flush
      title={
        <span className="wrap-anywhere">
          {unicode ?? host}
          {unicode !== null && <span className="ml-2 font-normal text-ink-3 text-meta">{host}</span>}
        </span>
      }
      aside={
        <span className="flex items-center gap-2">
          {domain.isHome && <Tag>Main domain</Tag>}
          <Tag tone={tone} live={waits}>
            {label}
          </Tag>
        </span>
      }
    >
      <div className="grid gap-4 p-4.5">
        <p className="wrap-anywhere text-ink-2">{sentence}</p>
        {problems.length > 0 && (
          <ul className="grid gap-2">
            {problems.map((problem) => (
              <li
                key={problem}
                className="wrap-anywhere flex items-start gap-2.5 rounded-md bg-warn-soft px-3.5 py-2.5 text-control text-warn"
              >
                <span className="pt-0.5">
                  <CircleAlert />
                </span>
                <span className="min-w-0">{problem}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      {!domain.isLeaving && <Records domain={domain} labels={labels} />}
      {!domain.isLeaving && <Actions domain={domain} />}
    </Panel>
  );
}

function Records({ domain, labels }: DomainProps) {
  const { host, records, extraRecords, label } = domain;
  const all = <DomainRecords caption={`DNS records for ${host}`} records={records} labels={labels} />;
  return (
    <>
      {label === "Live" ? (
        <Folded summary="DNS records">{all}</Folded>
      ) : (
        <div className="border-t">{all}</div>
      )}
      {extraRecords.length > 0 && (
        <Folded summary="Optional: switch with no downtime">
          <p className="px-4.5 pb-3 text-control text-ink-2">
            Already using this name for something else? Add these first, and the certificate will be ready
            before you point the domain here.
          </p>
          <DomainRecords caption={`Optional records for ${host}`} records={extraRecords} labels={labels} />
        </Folded>
      )}
    </>
  );
}

function Folded({ summary, children }: { readonly summary: string; readonly children: React.ReactNode }) {
  return (
    <details className="border-t">
      <summary className="cursor-pointer px-4.5 py-3 font-medium text-control text-ink-2 hover:text-ink">
        {summary}
      </summary>
      {children}
    </details>
  );
}

function Actions({ domain }: Pick<DomainProps, "domain">) {
  const { id, host } = domain;
  const form = `domain-${id}`;
  return (
    <OrganizationForm
      id={form}
      action="/custom-domain-guide"
      preventScrollReset
      className="flex flex-wrap gap-2 border-t px-4.5 py-3"
    >
      <input type="hidden" name="domain" value={id} />
      {domain.canRetry ? (
        <Button type="submit" name="intent" value="retry" size="sm" aria-label={`Try again: ${host}`}>
          Try again
        </Button>
      ) : (
        <Button type="submit" name="intent" value="check" size="sm" aria-label={`Check now: ${host}`}>
          Check now
        </Button>
      )}
      {domain.canBecomeHome && (
        <Button
          type="submit"
          name="intent"
          value="primary"
          size="sm"
          aria-label={`Make main domain: ${host}`}
        >
          Make main domain
        </Button>
      )}
      <span className="ml-auto">
        <ConfirmDialog
          form={form}
          name="intent"
          value="remove"
          size="sm"
          label="Remove"
          title={`Remove ${host}?`}
          sentence={
            domain.label === "Live"
              ? "It'll stop working right away, and anyone signed in there will have to sign in again at your main address. Only you can add it again in the next 30 days."
              : "We'll stop checking its records. You can add it again at any time."
          }
          confirm={`Remove ${host}`}
        />
      </span>
    </OrganizationForm>
  );
}
