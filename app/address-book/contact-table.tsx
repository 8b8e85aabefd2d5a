/** The contacts of a page as a table, and what can be done with those that are ticked. */
import type { Named } from "#app/contacts/contact-views.schema.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { Who } from "#app/ui/rows.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { statusTones, statusWords } from "./contact-words.ts";

export interface ListedContact {
  readonly id: string;
  readonly who: string;
  readonly face: string | null;
  readonly number: string | null;
  readonly email: string | null;
  readonly company: string | null;
  readonly status: string;
  readonly tags: readonly string[];
  readonly lastCalled: string | null;
}

export interface ContactTableProps {
  readonly rows: readonly ListedContact[];
  readonly lists: readonly Named[];
  readonly tags: readonly string[];
  readonly isArchived: boolean;
  readonly canManage: boolean;
}

const columns: [Column<ListedContact>, ...Column<ListedContact>[]] = [
  {
    key: "who",
    head: "Contact",
    cell: ({ who, face, number, company }) => (
      <Who name={who} face={face} beside={number} {...(company !== null && { what: company })} />
    ),
  },
  {
    key: "tags",
    head: "Tags",
    width: "w-48",
    cell: ({ tags }) =>
      tags.length > 0 && (
        <span className="flex flex-wrap gap-1">
          {tags.slice(0, 3).map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
          {tags.length > 3 && <span className="text-ink-3 text-meta">{`+${tags.length - 3}`}</span>}
        </span>
      ),
  },
  {
    key: "last",
    head: "Last call",
    width: "w-40",
    folded: "hidden",
    cell: ({ lastCalled }) => lastCalled ?? <span className="text-ink-3">Never</span>,
  },
  {
    key: "status",
    head: "Status",
    width: "w-34",
    folded: "beside",
    cell: ({ status }) => <Tag tone={statusTones[status]}>{statusWords[status] ?? status}</Tag>,
  },
];

const chooser: Column<ListedContact> = {
  key: "choose",
  head: "Choose",
  headHidden: true,
  width: "w-12",
  align: "end",
  folded: "beside",
  cell: ({ id, who }) => (
    <input
      type="checkbox"
      name="id"
      value={id}
      aria-label={`Choose ${who}`}
      className="relative z-1 size-4.5 accent-brand"
    />
  ),
};

export function ContactTable({ rows, lists, tags, isArchived, canManage }: ContactTableProps) {
  const table = (
    <DataTable
      caption="Contacts"
      columns={canManage ? [...columns, chooser] : columns}
      rows={rows}
      rowKey={({ id }) => id}
      rowTo={({ id }) => `/contacts/${id}`}
      foldsBelow={52}
    />
  );
  if (!canManage) return table;
  return (
    <OrganizationForm preventScrollReset aria-label="Chosen contacts">
      {table}
      <div className="flex flex-wrap items-end gap-2 border-t px-4.5 py-3">
        {isArchived ? (
          <Button type="submit" name="do" value="restore">
            Restore chosen
          </Button>
        ) : (
          <>
            <TextField
              of={{ name: "tag" }}
              label="Tag for the chosen"
              labelHidden
              placeholder="Tag"
              maxLength={40}
              list="contact-tags"
              autoComplete="off"
              className="w-36"
            />
            <datalist id="contact-tags">
              {tags.map((tag) => (
                <option key={tag} value={tag} />
              ))}
            </datalist>
            <Button type="submit" name="do" value="tag">
              Tag chosen
            </Button>
            <Button type="submit" name="do" value="untag">
              Remove tag
            </Button>
            {lists.length > 0 && (
              <>
                <SelectField
                  of={{ name: "list" }}
                  label="List for the chosen"
                  labelHidden
                  none="List"
                  choices={lists.map(({ id, name }) => ({ value: id, label: name }))}
                  className="w-40"
                />
                <Button type="submit" name="do" value="add_to_list">
                  Add to list
                </Button>
                <Button type="submit" name="do" value="remove_from_list">
                  Take off list
                </Button>
              </>
            )}
            <Button type="submit" name="do" value="archive">
              Archive chosen
            </Button>
          </>
        )}
      </div>
    </OrganizationForm>
  );
}
