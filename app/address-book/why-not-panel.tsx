/** Beside a contact: why each campaign that it is in has not called it yet. */
import { Link } from "react-router";
import { Panel } from "#app/ui/panel.tsx";
import { Tag, type TagTone } from "#app/ui/tag.tsx";

export function WhyNotPanel({
  campaigns,
}: {
  readonly campaigns: readonly {
    readonly id: string;
    readonly campaign: string;
    readonly words: string;
    readonly status: { readonly words: string; readonly tone: TagTone } | null;
  }[];
}) {
  if (campaigns.length === 0) return null;
  return (
    <Panel title="Why not called yet?" flush>
      <ul className="divide-y">
        {campaigns.map(({ id, campaign, words, status }) => (
          <li key={id} className="grid gap-1 px-4.5 py-3.25">
            <div className="flex items-center gap-2">
              <Link to={`/campaigns/${id}`} className="wrap-anywhere min-w-0 flex-1 font-strong">
                {campaign}
              </Link>
              {status !== null && <Tag tone={status.tone}>{status.words}</Tag>}
            </div>
            <p className="text-control text-ink-2">{words}</p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
