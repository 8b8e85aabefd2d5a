/** The address that the organization's mail comes from: set, its records, its state, and removing it. */
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { SettingsForm, type SettingsFormProps } from "#app/organizations/settings-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { DnsGuide } from "./dns-guides.ts";
import { DomainRecords } from "./domain-records.tsx";
import type { WantedRecord } from "./domain-view.ts";
import type { Tone } from "./domain-words.ts";

export interface SenderView {
  readonly address: string;
  readonly tone: Tone;
  readonly label: string;
  readonly sentence: string;
  readonly isVerified: boolean;
  readonly records: readonly WantedRecord[];
}

interface SenderProps {
  readonly sender: SenderView | null;
  readonly labels: DnsGuide["labels"];
  readonly result: SettingsFormProps<{ address: string }>["result"];
}

export const SenderPanel = ({ sender, labels, result }: SenderProps) =>
  sender === null ? (
    <SettingsForm<{ address: string }>
      title="Email address"
      sentence="Send invitations and notifications from an address on your own domain."
      section="sender"
      save="Use this address"
      anchor="email"
      values={{ address: "" }}
      constraint={{ address: { required: true } }}
      result={result}
    >
      {(fields) => (
        <TextField
          of={fields.address}
          label="Send from"
          type="email"
          autoComplete="off"
          placeholder="hello@yourcompany.com"
          hint="We'll give you DNS records to add. Email you receive at this address isn't affected."
        />
      )}
    </SettingsForm>
  ) : (
    <Current sender={sender} labels={labels} />
  );

function Current({ sender, labels }: { readonly sender: SenderView; readonly labels: DnsGuide["labels"] }) {
  const form = "sender";
  const records = (
    <DomainRecords caption={`DNS records for ${sender.address}`} records={sender.records} labels={labels} />
  );
  return (
    <Panel
      id="email"
      flush
      title="Email address"
      aside={
        <Tag tone={sender.tone} live={sender.tone === "brand"}>
          {sender.label}
        </Tag>
      }
    >
      <div className="grid gap-1 p-4.5">
        <p className="wrap-anywhere font-medium">{sender.address}</p>
        <p className="text-ink-2">{sender.sentence}</p>
      </div>
      {sender.isVerified ? (
        <details className="border-t">
          <summary className="cursor-pointer px-4.5 py-3 font-medium text-control text-ink-2 hover:text-ink">
            DNS records
          </summary>
          {records}
        </details>
      ) : (
        <div className="border-t">{records}</div>
      )}
      <OrganizationForm
        id={form}
        action="/custom-domain-guide"
        preventScrollReset
        className="flex flex-wrap gap-2 border-t px-4.5 py-3"
      >
        <Button
          type="submit"
          name="intent"
          value="sender-check"
          size="sm"
          aria-label="Check now: email records"
        >
          Check now
        </Button>
        <span className="ml-auto">
          <ConfirmDialog
            form={form}
            name="intent"
            value="sender-remove"
            size="sm"
            label="Remove"
            title={`Stop sending from ${sender.address}?`}
            sentence="Email will be sent from our address again, under your name."
            confirm="Stop sending from it"
          />
        </span>
      </OrganizationForm>
    </Panel>
  );
}
