// Every stored event of a call as it is stored, for those who look for the cause of something.
import { useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { Panel } from "#app/ui/panel.tsx";
import type { CallLine } from "./calls.schema.ts";

/** Drawn only when it is asked for: it would double the page. */
export function RawEvents({ lines }: { readonly lines: readonly CallLine[] }) {
  const [isOpen, open] = useState(false);
  // An event keeps its position.
  const placed = lines.map((line, place) => ({ key: String(place), words: JSON.stringify(line) }));
  return (
    <Panel title="Raw events" className="scriptless:hidden print:hidden" flush>
      <div className="px-4.5 py-3">
        <Button size="sm" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
          {isOpen ? "Hide events" : `Show ${lines.length === 1 ? "1 event" : `${lines.length} events`}`}
        </Button>
      </div>
      {isOpen && (
        <ol className="border-t px-4.5 py-3 font-mono text-meta" aria-label="Raw events">
          {placed.map(({ key, words }) => (
            <li key={key} className="wrap-anywhere whitespace-pre-wrap py-1">
              {words}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
