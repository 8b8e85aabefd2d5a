/** DNS records to set, as the chosen provider wants them entered, each part with a button that copies it. */
import { CircleCheck, CircleDashed } from "lucide-react";
import { CopyButton } from "#app/ui/copy-button.tsx";
import type { DnsGuide } from "./dns-guides.ts";
import type { WantedRecord } from "./domain-view.ts";

interface RecordsProps {
  readonly caption: string;
  readonly records: readonly WantedRecord[];
  readonly labels: DnsGuide["labels"];
}

export const DomainRecords = ({ caption, records, labels }: RecordsProps) => (
  <ul aria-label={caption} className="divide-y">
    {records.map((record) => (
      <li key={`${record.type} ${record.fullName} ${record.value}`} className="grid gap-2.5 px-4.5 py-3.5">
        <div className="flex items-center gap-2 text-control">
          <b className="font-strong">{record.type}</b>
          <span className="min-w-0 flex-1 text-ink-2">{record.purpose}</span>
          {record.isSet !== null && <Found isSet={record.isSet} />}
        </div>
        <dl className="grid gap-2 text-control md:grid-cols-[7rem_minmax(0,1fr)]">
          <Part label={labels.name} value={record.name}>
            {record.fullName !== record.name && (
              <span className="block text-ink-3 text-meta">{record.fullName}</span>
            )}
          </Part>
          <Part label={record.type === "TXT" ? labels.txt : labels.cname} value={record.value} />
        </dl>
      </li>
    ))}
  </ul>
);

function Found({ isSet }: { readonly isSet: boolean }) {
  return isSet ? (
    <span className="flex items-center gap-1.5 text-good text-meta">
      <CircleCheck />
      Found
    </span>
  ) : (
    <span className="flex items-center gap-1.5 text-ink-3 text-meta">
      <CircleDashed />
      Not found yet
    </span>
  );
}

interface PartProps {
  readonly label: string;
  readonly value: string;
  readonly children?: React.ReactNode;
}

const Part = ({ label, value, children }: PartProps) => (
  <>
    <dt className="text-ink-3 md:pt-1">{label}</dt>
    <dd className="flex min-w-0 items-start gap-2">
      <span className="min-w-0 flex-1 md:pt-1">
        <code className="wrap-anywhere text-ink">{value}</code>
        {children}
      </span>
      <CopyButton value={value} label={`Copy ${label.toLowerCase()}`} />
    </dd>
  </>
);
