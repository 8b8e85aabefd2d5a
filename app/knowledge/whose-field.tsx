/** Which agents use a source: all, or those that are ticked. */
import { CheckboxField, ChoiceField } from "#app/ui/choice-field.tsx";
import type { AgentNames } from "./knowledge-view.ts";

interface WhoseFieldProps {
  readonly agents: AgentNames;
  /** Null: all. */
  readonly chosen: readonly string[] | null;
}

export function WhoseField({ agents, chosen }: WhoseFieldProps) {
  if (agents.length === 0) return null;
  return (
    <div className="group/whose grid gap-2.5">
      <ChoiceField
        of={{ name: "whose" }}
        label="Used by"
        look="segmented"
        defaultValue={chosen === null ? "all" : "some"}
        choices={[
          { value: "all", label: "All agents" },
          { value: "some", label: "Some" },
        ]}
      />
      <fieldset className="hidden gap-2 group-has-[input[value=some]:checked]/whose:grid">
        <legend className="sr-only">Agents</legend>
        {agents.map(({ id, name }) => (
          <CheckboxField
            key={id}
            of={{ name: "agent" }}
            label={name}
            value={id}
            defaultChecked={chosen?.includes(id) ?? false}
          />
        ))}
      </fieldset>
    </div>
  );
}
