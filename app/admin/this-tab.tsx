/** What this browser tab has measured of itself so far: up to a hundred values. */
import { useEffect, useState } from "react";
import { ratingOf, vitalWords } from "#app/monitoring/vitals.ts";
import type { KeptVital } from "#app/monitoring/watch-vitals.ts";
import { Facts, Panel } from "#app/ui/panel.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { ratingWords } from "./vitals-table.tsx";

export function ThisTab() {
  const [kept, setKept] = useState<readonly KeptVital[]>([]);
  useEffect(() => {
    let stop = () => {};
    let isGone = false;
    const watch = async () => {
      const vitals = await import("#app/monitoring/watch-vitals.ts").catch(() => null);
      if (!vitals || isGone) return;
      setKept(vitals.keptVitals());
      stop = vitals.watchKept(() => setKept(vitals.keptVitals()));
    };
    void watch();
    return () => {
      isGone = true;
      stop();
    };
  }, []);
  if (kept.length === 0) return null;
  return (
    <Panel title="This tab">
      <Facts
        facts={kept.map(({ name, value }) => {
          const { tone, words } = ratingWords[ratingOf(name, value)];
          return [
            name,
            <Tag key={name} tone={tone}>
              {vitalWords(name, value)} <span className="sr-only">{words}</span>
            </Tag>,
          ];
        })}
      />
    </Panel>
  );
}
