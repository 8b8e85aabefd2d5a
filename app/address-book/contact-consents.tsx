/** Beside a contact: what it agreed to. */
import { Link } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { type Answered, refusedOf } from "./contact-answers.ts";
import { consentWords } from "./contact-words.ts";

const kinds = Object.entries(consentWords).map(([value, label]) => ({ value, label }));
const channels = [
  { value: "call", label: "Calls" },
  { value: "text", label: "Texts" },
];

export function ConsentsPanel({
  consents,
  numbers,
  request,
  canManage,
  answer,
}: Answered & {
  readonly numbers: readonly { readonly e164: string; readonly number: string }[];
  /** The id that a new consent gets. */
  readonly request: string;
  readonly consents: readonly {
    readonly id: string;
    readonly words: string;
    readonly channel: string;
    /** The numbers that it is for, as words; null: every number. */
    readonly of: string | null;
    readonly source: string;
    readonly proof: string;
    /** In which it was given; null: in none. */
    readonly call: string | null;
    readonly given: string;
    readonly ended: string | null;
  }[];
}) {
  const refused = refusedOf(answer, "consent");
  return (
    <Panel title="Consent">
      <div className="grid gap-3">
        {consents.length === 0 && <p className="text-ink-2">No consent is noted.</p>}
        <ul className="grid gap-3">
          {consents.map(({ id, words, channel, of, source, proof, call, given, ended }) => (
            <li key={id} className="grid gap-0.5">
              <span className="flex flex-wrap items-center gap-2">
                <b className="font-strong">{words}</b>
                <Tag>{channel === "text" ? "Texts" : "Calls"}</Tag>
                {ended !== null && <Tag tone="warn">{`Ended ${ended}`}</Tag>}
              </span>
              <span className="wrap-anywhere text-ink-2 text-meta">
                {of !== null && `${of} · `}
                {call === null ? (
                  `${source}${proof === "" ? "" : ` · ${proof}`}`
                ) : (
                  <Link to={`/call-history/${call}`}>Given in a call</Link>
                )}
              </span>
              <span className="flex flex-wrap items-center justify-between gap-2 text-ink-3 text-meta">
                {given}
                {canManage && ended === null && (
                  <OrganizationForm preventScrollReset>
                    <input type="hidden" name="consent" value={id} />
                    <Button type="submit" name="do" value="revoke" size="sm">
                      End it
                    </Button>
                  </OrganizationForm>
                )}
              </span>
            </li>
          ))}
        </ul>
        {canManage && (
          <details open={refused !== undefined || undefined}>
            <summary className="w-fit cursor-pointer text-control">Note a consent</summary>
            <OrganizationForm preventScrollReset key={consents.length} className="grid gap-3 pt-3">
              <input type="hidden" name="request" value={request} />
              <SelectField
                of={{ name: "kind", initialValue: refused?.typed.kind ?? "express_written" }}
                label="What"
                choices={kinds}
              />
              <SelectField of={{ name: "channel", initialValue: "call" }} label="For" choices={channels} />
              {numbers.length > 1 && (
                <SelectField
                  of={{ name: "number", initialValue: refused?.typed.number ?? "" }}
                  label="Number"
                  choices={[
                    { value: "", label: "Each of their numbers" },
                    ...numbers.map(({ e164, number }) => ({ value: e164, label: number })),
                  ]}
                />
              )}
              <TextField
                of={{
                  name: "source",
                  initialValue: refused?.typed.source ?? "",
                  errors: refused?.errors.source,
                }}
                label="Where it was given"
                placeholder="Web form, paper, in a call"
                maxLength={200}
                autoComplete="off"
              />
              <TextField
                of={{
                  name: "given_on",
                  initialValue: refused?.typed.given_on ?? "",
                  errors: refused?.errors.given_on,
                }}
                type="date"
                label="Given on"
                hint="Leave it blank if it was today."
              />
              <TextField
                of={{
                  name: "proof",
                  initialValue: refused?.typed.proof ?? "",
                  errors: refused?.errors.proof,
                }}
                label="Proof"
                hint="The text that they agreed to, or where it is kept."
                maxLength={1000}
                autoComplete="off"
              />
              <div>
                <Button type="submit" name="do" value="consent">
                  Note consent
                </Button>
              </div>
            </OrganizationForm>
          </details>
        )}
      </div>
    </Panel>
  );
}
