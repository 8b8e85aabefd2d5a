/** The list of voices: filters, a sentence to preview them with, and a row for each. */
import { Star } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Form, Link, useSubmit } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { PreviewButton, usePreview } from "./preview.tsx";
import { mostSentence, previewHint, sampleSentence } from "./preview-words.ts";
import type { Voice } from "./voice.schema.ts";
import type { VoiceFilter } from "./voice-filter.schema.ts";
import type { Choice, VoiceRow } from "./voice-list.ts";

export interface VoiceFiltersProps {
  readonly filter: VoiceFilter;
  readonly languages: readonly Choice[];
  readonly accents: readonly Choice[];
}

const genders = [
  { value: "female", label: "Female" },
  { value: "male", label: "Male" },
];
const providers = [
  { value: "google", label: "Google" },
  { value: "amazon", label: "Amazon" },
  { value: "elevenlabs", label: "ElevenLabs" },
];
const only = [
  { value: "favorites", label: "Favorites" },
  { value: "used", label: "Used by agents" },
];

/** A plain form of the address; a choice applies at once, words when they are sent. */
export function VoiceFilters({ filter, languages, accents }: VoiceFiltersProps) {
  const submit = useSubmit();
  const apply = (event: FormEvent<HTMLFormElement>) => {
    if (event.target instanceof HTMLSelectElement)
      submit(event.currentTarget, { replace: true, preventScrollReset: true });
  };
  const field = (name: keyof VoiceFilter) => ({ name, initialValue: filter[name] });
  return (
    <search>
      <Form
        key={JSON.stringify(filter)}
        aria-label="Voices"
        preventScrollReset
        onChange={apply}
        className="grid grid-cols-2 gap-3 md:grid-cols-4"
      >
        <TextField
          of={field("q")}
          label="Search"
          labelHidden
          type="search"
          placeholder="Search by name or style"
          maxLength={60}
          className="col-span-2"
        />
        <SelectField of={field("language")} label="Language" labelHidden choices={languages} />
        <SelectField of={field("accent")} label="Accent" labelHidden none="Any accent" choices={accents} />
        <SelectField of={field("gender")} label="Gender" labelHidden none="Any gender" choices={genders} />
        <SelectField
          of={field("provider")}
          label="Provider"
          labelHidden
          none="Any provider"
          choices={providers}
        />
        <SelectField of={field("only")} label="Show" labelHidden none="All voices" choices={only} />
        <Button type="submit" size="field">
          Search
        </Button>
      </Form>
    </search>
  );
}

export interface VoiceListProps {
  readonly voices: readonly VoiceRow[];
  /** The providers whose own voices can be previewed. */
  readonly own: readonly Voice["provider"][];
  readonly canWrite: boolean;
}

export function VoiceList({ voices, own, canWrite }: VoiceListProps) {
  const [sentence, setSentence] = useState("");
  const preview = usePreview();
  return (
    <Panel
      title="All voices"
      aside={<span className="text-ink-3 text-meta tabular-nums">{`${voices.length} shown`}</span>}
      flush
    >
      <div className="border-b px-4.5 py-3.25 scriptless:hidden">
        <TextField
          of={{ name: "sentence" }}
          label="Your own sentence"
          hint={previewHint(own)}
          placeholder={sampleSentence}
          maxLength={mostSentence}
          autoComplete="off"
          onInput={(event) => setSentence(event.currentTarget.value)}
        />
        <p role="status" className="mt-1.5 min-h-5 text-ink-2 text-meta">
          {preview.said}
        </p>
      </div>
      {voices.length === 0 ? (
        <EmptyState title="No matching voices">Try fewer words or filters.</EmptyState>
      ) : (
        <Rows label="Voices">
          {voices.map((voice) => (
            <Row
              key={voice.key}
              title={voice.name}
              aside={`Cost: ${voice.cost.toLowerCase()}`}
              note={<UsedBy agents={voice.agents} />}
              action={
                <span className="flex gap-2">
                  <PreviewButton
                    name={voice.fullName}
                    isPlaying={preview.playing === voice.key}
                    onPlay={() => preview.play({ key: voice.key, name: voice.name, like: voice }, sentence)}
                    onStop={preview.stop}
                  />
                  {canWrite && <FavoriteButton voice={voice} />}
                </span>
              }
            >
              {`${voice.character} · ${voice.speaks} · ${voice.maker}`}
            </Row>
          ))}
        </Rows>
      )}
    </Panel>
  );
}

function UsedBy({ agents }: Pick<VoiceRow, "agents">) {
  if (agents.length === 0) return null;
  return (
    <>
      {"Used by "}
      {agents.map(({ id, name }, place) => (
        <span key={id}>
          {place > 0 && ", "}
          <Link to={`/agents/${id}`}>{name}</Link>
        </span>
      ))}
    </>
  );
}

function FavoriteButton({ voice: { key, fullName, isFavorite } }: { readonly voice: VoiceRow }) {
  return (
    <OrganizationForm preventScrollReset>
      <input type="hidden" name="voice" value={key} />
      <Button
        type="submit"
        size="sm"
        name="do"
        value={isFavorite ? "unfavor" : "favor"}
        icon={<Star fill={isFavorite ? "currentColor" : "none"} />}
        aria-label={isFavorite ? `Remove ${fullName} from favorites` : `Favorite ${fullName}`}
      >
        {isFavorite ? "Remove" : "Favorite"}
      </Button>
    </OrganizationForm>
  );
}
