// Tags and notes of a call, and keeping its number from being called again.
import { PhoneOff, X } from "lucide-react";
import { useId } from "react";
import { Link } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextareaField, TextField } from "#app/ui/text-field.tsx";
import { ConsentPanel } from "./consent-panel.tsx";
import { longestNote, longestTag, type RemarkRefusal } from "./remark-terms.schema.ts";
import type { SpokenConsents } from "./remarks.schema.ts";

export interface RemarksProps {
  readonly notes: readonly {
    readonly id: string;
    readonly text: string;
    readonly author: string;
    readonly when: string;
    readonly exactly: string;
    readonly isEdited: boolean;
    readonly canEdit: boolean;
    readonly canDelete: boolean;
  }[];
  readonly tags: readonly string[];
  readonly known: readonly string[];
  /** The number of the call; null: there is none. */
  readonly number: { readonly isBlocked: boolean; readonly canUnblock: boolean } | null;
  /** What they agreed to; null: there is nothing to note. */
  readonly consent: SpokenConsents | null;
  readonly canWrite: boolean;
  /** The id that a new note gets. */
  readonly request: string;
}

/** What the page's form was answered, if it was about a remark. */
export const refusedOf = (
  answer: { readonly remark: RemarkRefusal } | object | null | undefined,
): RemarkRefusal | null => (answer && "remark" in answer ? answer.remark : null);

type Props = RemarksProps & { readonly refused: RemarkRefusal | null };

export function RemarksPanel(props: Props) {
  const { tags, notes, number, canWrite } = props;
  if (!canWrite && tags.length === 0 && notes.length === 0) return null;
  return (
    <>
      {(canWrite || tags.length > 0) && <Tags {...props} />}
      {(canWrite || notes.length > 0) && <Notes {...props} />}
      <ConsentPanel consent={props.consent} refused={props.refused} />
      {number && (canWrite || number.isBlocked) && (
        <DoNotCall {...number} canWrite={canWrite} refused={props.refused} />
      )}
    </>
  );
}

function Tags({ tags, known, canWrite, refused }: Props) {
  const list = useId();
  const wrong = refused?.kind === "add_tag" ? refused : null;
  return (
    <Panel title="Tags">
      <div className="grid gap-3">
        {tags.length > 0 && (
          <ul className="flex flex-wrap gap-1.5" aria-label="Tags of this call">
            {tags.map((tag) => (
              <li
                key={tag}
                className="inline-flex max-w-full items-center gap-1 rounded-full bg-sunken pl-2.5 text-meta inset-ring inset-ring-line"
              >
                <Link
                  to={`/call-history?${new URLSearchParams({ tag })}`}
                  className="truncate py-1 text-ink-2 not-hover:no-underline"
                >
                  {tag}
                </Link>
                {canWrite ? (
                  <OrganizationForm preventScrollReset className="contents">
                    <input type="hidden" name="tag" value={tag} />
                    <button
                      type="submit"
                      name="do"
                      value="remove_tag"
                      aria-label={`Remove tag ${tag}`}
                      className="grid size-7 place-items-center rounded-full text-ink-3 hover:text-ink pointer-coarse:size-10 print:hidden"
                    >
                      <X />
                    </button>
                  </OrganizationForm>
                ) : (
                  <span className="pr-2.5" />
                )}
              </li>
            ))}
          </ul>
        )}
        {canWrite && (
          <OrganizationForm
            key={tags.join()}
            preventScrollReset
            className="flex items-start gap-2 print:hidden"
          >
            <TextField
              of={{
                name: "tag",
                initialValue: wrong?.typed ?? "",
                errors: wrong ? [wrong.why] : undefined,
                required: true,
              }}
              label="Tag"
              labelHidden
              placeholder="Add a tag"
              maxLength={longestTag}
              list={list}
              autoComplete="off"
              className="min-w-0 flex-1"
            />
            <datalist id={list}>
              {known
                .filter((tag) => !tags.includes(tag))
                .map((tag) => (
                  <option key={tag} value={tag} />
                ))}
            </datalist>
            <Button type="submit" name="do" value="add_tag" size="field">
              Add tag
            </Button>
          </OrganizationForm>
        )}
      </div>
    </Panel>
  );
}

function Notes({ notes, canWrite, request, refused }: Props) {
  const wrong = refused?.kind === "add_note" ? refused : null;
  return (
    <Panel title="Notes">
      <div className="grid gap-4">
        {notes.length > 0 && (
          <ul className="grid gap-4" aria-label="Notes on this call">
            {notes.map((note) => (
              <WrittenNote
                key={`${note.id} ${note.text}`}
                note={note}
                refused={refused?.id === note.id ? refused : null}
              />
            ))}
          </ul>
        )}
        {canWrite && (
          <OrganizationForm key={request} preventScrollReset className="grid gap-3 print:hidden">
            <input type="hidden" name="id" value={request} />
            <TextareaField
              of={{
                name: "text",
                initialValue: wrong?.typed ?? "",
                errors: wrong ? [wrong.why] : undefined,
                required: true,
              }}
              label="New note"
              labelHidden
              placeholder="Write a note for your team"
              maxLength={longestNote}
              rows={2}
            />
            <div>
              <Button type="submit" name="do" value="add_note">
                Add note
              </Button>
            </div>
          </OrganizationForm>
        )}
      </div>
    </Panel>
  );
}

type NoteProps = { readonly note: RemarksProps["notes"][number]; readonly refused: RemarkRefusal | null };

function WrittenNote({ note, refused }: NoteProps) {
  const { id, text, author, when, exactly, isEdited, canEdit, canDelete } = note;
  const form = useId();
  return (
    <li className="grid gap-1">
      <p className="text-ink-3 text-meta">
        <b className="font-strong text-ink-2">{author}</b>
        {" · "}
        <time title={exactly}>{when}</time>
        {isEdited && " · edited"}
      </p>
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
      {(canEdit || canDelete) && (
        <div className="flex flex-wrap items-start gap-2 print:hidden">
          {canEdit && (
            <details open={refused !== null} className="min-w-0 flex-1">
              <summary className="w-fit cursor-pointer py-1 text-brand-text text-meta">Edit note</summary>
              <OrganizationForm preventScrollReset className="grid gap-3 pt-2">
                <input type="hidden" name="id" value={id} />
                <TextareaField
                  of={{
                    name: "text",
                    initialValue: refused?.typed ?? text,
                    errors: refused ? [refused.why] : undefined,
                    required: true,
                  }}
                  label="Note"
                  labelHidden
                  maxLength={longestNote}
                />
                <div>
                  <Button type="submit" name="do" value="edit_note" size="sm">
                    Save note
                  </Button>
                </div>
              </OrganizationForm>
            </details>
          )}
          {canDelete && (
            <OrganizationForm preventScrollReset id={form}>
              <input type="hidden" name="id" value={id} />
              <ConfirmDialog
                form={form}
                name="do"
                value="delete_note"
                label="Delete"
                aria-label={`Delete the note of ${author}`}
                size="sm"
                variant="quiet"
                title="Delete this note?"
                sentence="It can't be restored."
                confirm="Delete note"
              />
            </OrganizationForm>
          )}
        </div>
      )}
    </li>
  );
}

const blockForm = "block-caller";

type DoNotCallProps = NonNullable<RemarksProps["number"]> & Pick<Props, "canWrite" | "refused">;

function DoNotCall({ isBlocked, canUnblock, canWrite, refused }: DoNotCallProps) {
  const wrong = refused?.kind === "unblock" ? refused : null;
  return (
    <Panel title="Do not call">
      {isBlocked ? (
        <OrganizationForm preventScrollReset id={blockForm} className="grid gap-3">
          <p className="text-ink-2">
            This number is on your do-not-call list. Agents don't call it.
            {!canUnblock && " The caller asked for it."}
          </p>
          {canWrite && canUnblock && (
            <>
              <TextField
                of={{
                  name: "reason",
                  initialValue: wrong?.typed ?? "",
                  errors: wrong ? [wrong.why] : undefined,
                  required: true,
                }}
                label="Why they may be called again"
                maxLength={300}
                autoComplete="off"
              />
              <div>
                <Button type="submit" name="do" value="unblock">
                  Take off the list
                </Button>
              </div>
            </>
          )}
        </OrganizationForm>
      ) : (
        canWrite && (
          <OrganizationForm preventScrollReset id={blockForm} className="grid justify-items-start gap-3">
            <p className="text-ink-2">Agents won't call this number anymore. It can still call you.</p>
            <ConfirmDialog
              form={blockForm}
              name="do"
              value="block"
              icon={<PhoneOff />}
              label="Add to do-not-call list"
              title="Never call this number again?"
              sentence="Agents won't call it. It stays on the list even when the contact is deleted."
              confirm="Add to list"
            />
          </OrganizationForm>
        )
      )}
    </Panel>
  );
}
