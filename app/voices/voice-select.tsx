/** A field that chooses a voice, in groups. Native, so it works without scripts. */
import { ChevronDown } from "lucide-react";
import { Field, type FieldProps } from "#app/ui/field.tsx";
import type { ChoiceGroup } from "./voice-list.ts";

export interface VoiceSelectProps extends FieldProps {
  readonly groups: readonly ChoiceGroup[];
  /** The first, empty choice. */
  readonly none?: string;
}

export function VoiceSelect({ groups, none, ...field }: VoiceSelectProps) {
  return (
    <Field {...field}>
      {({ minLength: _least, maxLength: _most, ...control }) => (
        <div className="relative min-w-0">
          <select key={field.of.key} {...control} className="control control-select">
            {none !== undefined && <option value="">{none}</option>}
            {groups.map(({ label, choices }) => (
              <optgroup key={label} label={label}>
                {choices.map((choice) => (
                  <option key={choice.value} value={choice.value}>
                    {choice.label}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
          <ChevronDown className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-3 text-ink-3" />
        </div>
      )}
    </Field>
  );
}
