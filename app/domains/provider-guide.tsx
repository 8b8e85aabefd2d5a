/** Where the records are entered at each DNS provider; choosing one rewrites the records above in its terms. */
import { Panel } from "#app/ui/panel.tsx";
import { SegmentedLinks } from "#app/ui/segmented-links.tsx";
import type { DnsGuide } from "./dns-guides.ts";

interface GuideProps {
  readonly guide: DnsGuide;
  readonly guides: ReadonlyArray<{ readonly value: string; readonly label: string }>;
}

export function ProviderGuide({ guide, guides }: GuideProps) {
  return (
    <Panel title="Where to add the records">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <SegmentedLinks
          label="DNS provider"
          name="provider"
          choices={guides}
          absent={guides[0]?.value ?? ""}
        />
        <ol className="grid list-decimal gap-1.5 pl-5 text-ink-2">
          {guide.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p className="text-ink-2">
          {`Enter names the way they're shown above: ${guide.name} adds your domain to the end automatically.`}
          {guide.note !== undefined && ` ${guide.note}`}
        </p>
        <p className="text-ink-3 text-meta">
          {guide.apex === null
            ? `${guide.name} can't point a bare domain (like yourcompany.com) here. Use a subdomain, like voice.yourcompany.com.`
            : `For a bare domain (like yourcompany.com), choose ${guide.apex === "CNAME" ? "CNAME: it's flattened automatically" : "ALIAS instead of CNAME"}.`}
        </p>
      </div>
    </Panel>
  );
}
