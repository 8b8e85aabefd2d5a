/** The part of /settings/data that erases one person, and its receipts. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import { Link, useNavigation } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { TextField } from "#app/ui/text-field.tsx";

interface Found {
  /** As it was typed. */
  readonly who: string;
  /** Null: no contact has it. */
  readonly words: string | null;
  /** The names of the transfer targets that ring their phone. */
  readonly targets: readonly string[];
}

interface ErasePanelProps {
  readonly needsProof: boolean;
  readonly result: SubmissionResult<string[]> | null;
  readonly found: Found | null;
  /** Whom the address names: a contact's page leads here. */
  readonly asked: string;
}

export function ErasePanel({ needsProof, result, found, asked }: ErasePanelProps) {
  const [form, fields] = useForm<{ who: string }>({
    id: "data-find",
    lastResult: result,
    defaultValue: { who: asked },
  });
  const pending = useNavigation().formData?.get("intent");
  return (
    <Panel title="Erase a person" id="erase">
      <div className="grid max-w-140 gap-4">
        <p className="text-ink-2">
          When a caller asks you to delete their data: their contact, what was said on their calls, their
          messages and the names in their appointments are permanently deleted. On other people's calls, their
          number and email are removed; a number given in several sentences, or an email that was spelled out,
          isn't found there. You get a signed receipt as proof.
        </p>
        {needsProof ? (
          <p className="text-ink-2">Confirm it's you above to erase a person.</p>
        ) : (
          <OrganizationForm
            id={form.id}
            onSubmit={form.onSubmit}
            noValidate
            preventScrollReset
            className="grid gap-4"
          >
            <FormErrors errors={form.errors} />
            <TextField of={fields.who} label="Phone number or email" autoComplete="off" />
            <div>
              <Button type="submit" name="intent" value="find" pending={pending === "find"}>
                Find
              </Button>
            </div>
          </OrganizationForm>
        )}
        {!needsProof && found !== null && <FoundPerson {...found} isErasing={pending === "erase"} />}
      </div>
    </Panel>
  );
}

function FoundPerson({ who, words, targets, isErasing }: Found & { readonly isErasing: boolean }) {
  return (
    <OrganizationForm id="data-erase" preventScrollReset className="grid gap-3 rounded-md border p-3.5">
      <input type="hidden" name="who" value={who} readOnly />
      <p role="status" className="wrap-anywhere">
        {words === null
          ? `No contact has ${who}. Erasing also searches what was said on all calls.`
          : `Found for ${who}: ${words}.`}
      </p>
      {targets.length > 0 && (
        <p className="wrap-anywhere text-ink-2">
          {`Callers are put through to this number (${targets.join(", ")}). Erasing doesn't change that. `}
          <Link to="/call-transfer">Remove it under Call transfer</Link> if it should go too.
        </p>
      )}
      <div>
        <ConfirmDialog
          form="data-erase"
          name="intent"
          value="erase"
          label="Erase permanently"
          pending={isErasing}
          title={`Erase ${who}?`}
          sentence="This can't be undone. Calls stay in the history without number, name and words. Existing export files are deleted too."
          confirm="Erase"
        />
      </div>
    </OrganizationForm>
  );
}

interface Erasure {
  readonly id: string;
  readonly state: string;
  readonly receipt: string | null;
  readonly when: string;
}

const states: Readonly<Record<string, { tone: "good" | "brand" | "bad"; words: string }>> = {
  running: { tone: "brand", words: "In progress" },
  done: { tone: "good", words: "Erased" },
  failed: { tone: "bad", words: "Failed" },
};

export function Erasures({ erasures }: { readonly erasures: readonly Erasure[] }) {
  if (erasures.length === 0) return null;
  return (
    <Panel title="Erased persons" id="erasures" flush>
      <Rows label="Erased persons">
        {erasures.map(({ id, state, receipt, when }) => (
          <Row
            key={id}
            title={when}
            aside={
              <Tag tone={states[state]?.tone} live={state === "running"}>
                {states[state]?.words ?? state}
              </Tag>
            }
            note="Who it was isn't kept."
            action={
              receipt === null ? undefined : (
                <ButtonLink
                  to={`/receipts/${receipt}`}
                  reloadDocument
                  size="sm"
                  aria-label={`Receipt of ${when}`}
                >
                  Receipt
                </ButtonLink>
              )
            }
          />
        ))}
      </Rows>
    </Panel>
  );
}
