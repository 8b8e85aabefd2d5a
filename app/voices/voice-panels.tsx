/** The panels of the page of voices: the default and the fallback, and how words are said. */
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { GroupedChoice } from "./voice-list.ts";
import type { Pronunciation } from "./voice-settings.schema.ts";

/** What was refused: errors by field, and what was typed. */
export interface Refused {
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly typed: Readonly<Record<string, string>>;
}

const none: Refused = { errors: {}, typed: {} };

export interface ChosenVoicesProps {
  readonly defaults: readonly GroupedChoice[];
  readonly fallbacks: readonly GroupedChoice[];
  readonly chosen: { readonly default_voice: string; readonly fallback_voice: string };
  readonly canWrite: boolean;
  readonly refused: Refused | null;
}

export function ChosenVoices({ defaults, fallbacks, chosen, canWrite, refused }: ChosenVoicesProps) {
  const { errors, typed } = refused?.typed.do === "choose" ? refused : none;
  const field = (name: keyof typeof chosen) => ({
    name,
    initialValue: typed[name] ?? chosen[name],
    errors: errors[name],
  });
  return (
    <Panel title="Default and fallback">
      <OrganizationForm preventScrollReset key={JSON.stringify(chosen)}>
        <fieldset disabled={!canWrite} className="grid gap-4 md:grid-cols-2">
          <SelectField
            of={field("default_voice")}
            label="Default voice"
            hint="New agents start with this voice. Agents you already have keep theirs."
            none="Aoede, female, breezy"
            choices={defaults}
          />
          <SelectField
            of={field("fallback_voice")}
            label="Fallback voice"
            hint="Speaks when an agent's voice is refused or no longer offered, if it has the agent's language."
            none="First voice of the agent's language"
            choices={fallbacks}
          />
          {canWrite && (
            <div>
              <Button type="submit" name="do" value="choose">
                Save voices
              </Button>
            </div>
          )}
        </fieldset>
      </OrganizationForm>
    </Panel>
  );
}

export interface DictionaryProps {
  readonly words: readonly Pronunciation[];
  readonly most: number;
  readonly canWrite: boolean;
  readonly refused: Refused | null;
}

export function DictionaryPanel({ words, most, canWrite, refused }: DictionaryProps) {
  const { errors, typed } = refused?.typed.do === "add_word" ? refused : none;
  const field = (name: keyof Pronunciation) => ({
    name,
    initialValue: typed[name] ?? "",
    errors: errors[name],
  });
  return (
    <Panel
      title="Pronunciation"
      aside={<span className="text-ink-3 text-meta tabular-nums">{`${words.length} of ${most} words`}</span>}
      flush
    >
      {canWrite && (
        <OrganizationForm
          key={words.length}
          preventScrollReset
          className="grid gap-4 border-b p-4.5 md:grid-cols-2"
        >
          <TextField
            of={field("word")}
            label="Word"
            hint="One word, as it's written. Capitals don't matter."
            maxLength={40}
            autoComplete="off"
          />
          <TextField
            of={field("said")}
            label="Say it as"
            hint="The way it sounds: “win” for Nguyen. Transcripts keep the word as it's written."
            maxLength={80}
            autoComplete="off"
          />
          <div>
            <Button type="submit" name="do" value="add_word">
              Add word
            </Button>
          </div>
        </OrganizationForm>
      )}
      {words.length === 0 ? (
        <p className="px-4.5 py-3.25 text-ink-2">
          Names or words that agents say wrong can be corrected here, for all agents.
        </p>
      ) : (
        <Rows label="Pronunciation">
          {words.map(({ word, said }) => (
            <Row
              key={word}
              title={word}
              note={`Said as “${said}”`}
              action={canWrite && <RemoveWord word={word} />}
            />
          ))}
        </Rows>
      )}
    </Panel>
  );
}

function RemoveWord({ word }: { readonly word: string }) {
  return (
    <OrganizationForm preventScrollReset>
      <input type="hidden" name="word" value={word} />
      <Button type="submit" name="do" value="remove_word" size="sm" aria-label={`Remove ${word}`}>
        Remove
      </Button>
    </OrganizationForm>
  );
}
