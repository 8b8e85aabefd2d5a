/** An incident as its readers see it: what it is, and every update on it, the newest first. */
import { Tag, type TagTone } from "#app/ui/tag.tsx";
import type { Impact } from "./incidents.ts";
import type { ShownIncident } from "./status-words.ts";

const tones: Readonly<Record<Impact, TagTone>> = { degraded: "warn", down: "bad", maintenance: "brand" };

export function IncidentPost({ incident }: { readonly incident: ShownIncident }) {
  const { title, impact, impactWords, services, when, isOver, updates } = incident;
  return (
    <article className="grid gap-2 rounded-lg border p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 break-words">{title}</h3>
        <Tag tone={isOver ? "neutral" : tones[impact]}>{isOver ? "Resolved" : impactWords}</Tag>
      </div>
      <p className="text-meta">
        {services}. {when}
      </p>
      <dl className="grid gap-2">
        {updates.map((update) => (
          <div key={update.id}>
            <dt>
              {update.stateWords}{" "}
              <time dateTime={update.at} className="font-normal text-ink-3 text-meta">
                {update.when}
              </time>
            </dt>
            <dd className="whitespace-pre-line break-words">{update.body}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
