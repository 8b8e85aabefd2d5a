/** /status: whether each service works, how it did in the last ninety days, and what was written about incidents. */
import { pageTitle } from "#app/branding/page-title.ts";
import { DocumentPage } from "#app/pages/document-page.tsx";
import { Tag, type TagTone } from "#app/ui/tag.tsx";
import type { Route } from "./+types/status.route";
import { IncidentPost } from "./incident-post.tsx";
import { type Level, levelWords } from "./services.ts";
import { statusPage } from "./status-page.server.ts";
import type { ShownService } from "./status-words.ts";
import { UptimeBars } from "./uptime-bars.tsx";

export const handle = { words: true };
export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Status", matches);
export const loader = ({ context }: Route.LoaderArgs) => statusPage(context);

const tones: Readonly<Record<Level, TagTone>> = {
  up: "good",
  maintenance: "brand",
  unknown: "neutral",
  degraded: "warn",
  down: "bad",
};

export default function Status({ loaderData }: Route.ComponentProps) {
  const { brand, query, level, headline, isComplete, services, open, past } = loaderData;
  return (
    <DocumentPage
      brand={brand}
      query={query}
      title="Status"
      sentence={<Headline level={level}>{headline}</Headline>}
    >
      {open.length > 0 && (
        <section className="grid gap-3">
          <h2>Current incidents</h2>
          {open.map((incident) => (
            <IncidentPost key={incident.id} incident={incident} />
          ))}
        </section>
      )}
      <section className="grid gap-3">
        <h2>Services</h2>
        <div className="grid divide-y divide-line rounded-lg border">
          {services.map((service) => (
            <ServiceRow key={service.id} service={service} />
          ))}
        </div>
        <p className="text-ink-3 text-meta">
          Each service is checked every five minutes. A gray mark is a day without checks; days begin at
          midnight UTC. Programs can read <a href="/status.json">status.json</a>.
        </p>
      </section>
      <section className="grid gap-3">
        <h2>Past incidents</h2>
        {past.map((incident) => (
          <IncidentPost key={incident.id} incident={incident} />
        ))}
        {past.length === 0 && (
          <p>
            {isComplete ? "No incidents in the last 90 days." : "The record can't be read at the moment."}
          </p>
        )}
      </section>
    </DocumentPage>
  );
}

const Headline = ({ level, children }: { readonly level: Level; readonly children: string }) => (
  <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 pt-1">
    <Tag tone={tones[level]}>{levelWords[level]}</Tag>
    {children}
  </span>
);

function ServiceRow({ service }: { readonly service: ShownService }) {
  const { name, what, level, words, uptime, checked, troubled } = service;
  return (
    <div className="grid gap-2 p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3>{name}</h3>
        <Tag tone={tones[level]}>{words}</Tag>
      </div>
      <p className="text-meta">
        {what}, {checked}
      </p>
      <UptimeBars service={service} />
      <div className="flex flex-wrap justify-between gap-x-4 text-ink-3 text-meta">
        <span>90 days ago</span>
        <span className="tabular-nums">{uptime ?? "No checks yet"}</span>
        <span>Today</span>
      </div>
      {troubled.length > 0 && (
        <details className="text-meta">
          <summary className="cursor-pointer">Days with failures</summary>
          <ul className="pt-2">
            {troubled.map((day) => (
              <li key={day.day}>{day.words}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
