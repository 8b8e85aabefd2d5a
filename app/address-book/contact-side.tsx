/** Beside a contact: whether it may be called, its tags and lists, and merging, archiving, erasing. */
import type { Named } from "#app/contacts/contact-views.schema.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { CheckboxField, SelectField } from "#app/ui/choice-field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { type Answered, refusedOf } from "./contact-answers.ts";

export function DoNotCallPanel({
  bar,
  numbers,
  canManage,
  answer,
}: Answered & {
  readonly numbers: readonly { readonly e164: string }[];
  readonly bar: {
    readonly why: string;
    readonly reason: string;
    readonly by: string | null;
    readonly when: string;
    readonly isOwnWord: boolean;
  } | null;
}) {
  const [number] = numbers;
  const refused = refusedOf(answer, "block", "unblock");
  if (number === undefined) return null;
  return (
    <Panel title="Do not call" aside={bar !== null && <Tag tone="bad">On the list</Tag>}>
      <div className="grid gap-3">
        {bar === null ? (
          <p className="text-ink-2">This contact isn't barred from calls. Campaigns also check consent.</p>
        ) : (
          <p className="wrap-anywhere text-ink-2">
            {`${bar.why}${bar.by === null ? "" : ` (${bar.by})`}, ${bar.when}.`}
            {bar.reason !== "" && ` “${bar.reason}”`}
          </p>
        )}
        {canManage && (
          <OrganizationForm preventScrollReset className="grid gap-3" key={bar === null ? "add" : "remove"}>
            <input type="hidden" name="number" value={number.e164} />
            <TextField
              of={{
                name: "reason",
                initialValue: refused?.typed.reason ?? "",
                errors: refused?.errors.reason,
              }}
              label={bar === null ? "Why not" : "Why they may be called again"}
              maxLength={300}
              autoComplete="off"
            />
            {bar?.isOwnWord && (
              <CheckboxField of={{ name: "they_asked" }} label="They asked to be called again" />
            )}
            <div>
              <Button type="submit" name="do" value={bar === null ? "block" : "unblock"}>
                {bar === null ? "Add to do-not-call list" : "Take off the list"}
              </Button>
            </div>
          </OrganizationForm>
        )}
      </div>
    </Panel>
  );
}

export function TagsPanel({
  tags,
  knownTags,
  canManage,
  answer,
}: Answered & { readonly tags: readonly string[]; readonly knownTags: readonly string[] }) {
  const refused = refusedOf(answer, "tag");
  if (tags.length === 0 && !canManage) return null;
  return (
    <Panel title="Tags">
      <div className="grid gap-3">
        {tags.length > 0 && (
          <ul className="flex flex-wrap gap-2">
            {tags.map((tag) => (
              <li key={tag} className="inline-flex items-center gap-1">
                <Tag>{tag}</Tag>
                {canManage && (
                  <OrganizationForm preventScrollReset>
                    <input type="hidden" name="tag" value={tag} />
                    <Button
                      type="submit"
                      name="do"
                      value="untag"
                      size="sm"
                      aria-label={`Remove the tag ${tag}`}
                    >
                      Remove
                    </Button>
                  </OrganizationForm>
                )}
              </li>
            ))}
          </ul>
        )}
        {canManage && (
          <OrganizationForm preventScrollReset key={tags.length} className="flex flex-wrap items-end gap-2">
            <TextField
              of={{ name: "tag", initialValue: refused?.typed.tag ?? "", errors: refused?.errors.tag }}
              label="New tag"
              labelHidden
              placeholder="Tag"
              maxLength={40}
              list="known-tags"
              autoComplete="off"
              className="flex-1 basis-32"
            />
            <datalist id="known-tags">
              {knownTags.map((tag) => (
                <option key={tag} value={tag} />
              ))}
            </datalist>
            <Button type="submit" name="do" value="tag" size="field">
              Add tag
            </Button>
          </OrganizationForm>
        )}
      </div>
    </Panel>
  );
}

export function ListsPanel({
  lists,
  otherLists,
  canManage,
}: {
  readonly lists: readonly Named[];
  readonly otherLists: readonly Named[];
  readonly canManage: boolean;
}) {
  const canAdd = canManage && otherLists.length > 0;
  if (lists.length === 0 && !canAdd) return null;
  return (
    <Panel title="Lists">
      <div className="grid gap-3">
        {lists.map(({ id, name }) => (
          <OrganizationForm key={id} preventScrollReset className="flex items-center justify-between gap-2">
            <input type="hidden" name="list" value={id} />
            <span className="wrap-anywhere">{name}</span>
            {canManage && (
              <Button
                type="submit"
                name="do"
                value="remove_from_list"
                size="sm"
                aria-label={`Take off ${name}`}
              >
                Take off
              </Button>
            )}
          </OrganizationForm>
        ))}
        {canAdd && (
          <OrganizationForm preventScrollReset key={lists.length} className="flex flex-wrap items-end gap-2">
            <SelectField
              of={{ name: "list" }}
              label="Another list"
              labelHidden
              choices={otherLists.map(({ id, name }) => ({ value: id, label: name }))}
              className="flex-1 basis-32"
            />
            <Button type="submit" name="do" value="add_to_list" size="field">
              Add to list
            </Button>
          </OrganizationForm>
        )}
      </div>
    </Panel>
  );
}

export function OtherPanel({
  who,
  numbers,
  emails,
  isArchived,
  canErase,
  canManage,
  answer,
}: Answered & {
  readonly who: string;
  readonly numbers: readonly { readonly e164: string }[];
  readonly emails: readonly string[];
  readonly isArchived: boolean;
  readonly canErase: boolean;
}) {
  const sought = numbers[0]?.e164 ?? emails[0];
  const refused = refusedOf(answer, "merge");
  const found = answer?.found ?? null;
  if (!canManage) return null;
  return (
    <Panel title="Merge, archive, erase">
      <div className="grid gap-4">
        {!isArchived && found === null && (
          <OrganizationForm preventScrollReset className="flex flex-wrap items-end gap-2">
            <TextField
              of={{ name: "other", initialValue: refused?.typed.other ?? "", errors: refused?.errors.other }}
              label="Merge with"
              hint="The number or email of the other contact."
              maxLength={254}
              autoComplete="off"
              className="flex-1 basis-40"
            />
            <Button type="submit" name="do" value="merge">
              Find
            </Button>
          </OrganizationForm>
        )}
        {found !== null && (
          <OrganizationForm preventScrollReset id="contact-merge" className="grid gap-2">
            <input type="hidden" name="from" value={found.id} />
            <p className="wrap-anywhere">{`Take everything of ${found.who} into ${who}? ${found.who} is gone then.`}</p>
            <div className="flex flex-wrap gap-2">
              <Button type="submit" name="do" value="merge" variant="go">
                Merge
              </Button>
            </div>
          </OrganizationForm>
        )}
        <OrganizationForm preventScrollReset>
          <Button type="submit" name="do" value={isArchived ? "restore" : "archive"}>
            {isArchived ? "Restore contact" : "Archive contact"}
          </Button>
        </OrganizationForm>
        {canErase && sought !== undefined && (
          <div>
            <ButtonLink to={`/settings/data?who=${encodeURIComponent(sought)}#erase`}>
              Erase this person
            </ButtonLink>
          </div>
        )}
      </div>
    </Panel>
  );
}
