/** How a call came to be placed: who asked, why, what the rules said, who or what answered. */
import { Facts, Panel } from "#app/ui/panel.tsx";
import type { PlacedShown } from "./placed-calls.schema.ts";

const answerers: Readonly<Record<string, string>> = {
  human: "A person",
  machine: "A machine",
  machine_end: "Voicemail",
  fax: "A fax",
  unknown: "Probably a person",
};

export default function PlacedPanel({ reason, asked_name, ruling, carrier_words, answered_by }: PlacedShown) {
  const facts: (readonly [string, string | null])[] = [
    ["Asked by", asked_name],
    ["Why", reason],
    ["Rules for calling", ruling],
    ["Carrier", carrier_words],
    ["Answered by", answered_by === null ? null : (answerers[answered_by] ?? null)],
  ];
  return (
    <Panel title="Placed call">
      <Facts facts={facts.flatMap(([word, value]) => (value ? [[word, value] as const] : []))} />
    </Panel>
  );
}
