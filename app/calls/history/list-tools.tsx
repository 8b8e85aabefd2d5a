// Above the list of calls: saved views, the choice of columns, and what is done with several calls at once.
import { Columns3, Download, ListChecks } from "lucide-react";
import { useId } from "react";
import { Link, useSearchParams } from "react-router";
import { longestTag } from "#app/calls/remarks/remark-terms.schema.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button, ButtonLink, buttonClass } from "#app/ui/button.tsx";
import { CheckboxField } from "#app/ui/choice-field.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { cx } from "#app/ui/cx.ts";
import { TextField } from "#app/ui/text-field.tsx";
import { type ListColumn, listColumns, longestViewName } from "./list-terms.schema.ts";

type View = {
  readonly id: string;
  readonly name: string;
  readonly query: string;
  readonly is_shared: boolean;
  readonly isOwn: boolean;
};
type Said = { readonly form: string | null; readonly message: string; readonly typed: string };

export interface ListToolsProps {
  readonly views: readonly View[];
  readonly columns: readonly ListColumn[];
  /** What the list was asked for, as the end of an address. */
  readonly asked: string;
  readonly request: string;
  /** Whether the reader may keep choices: not a visitor of support. */
  readonly canChoose: boolean;
  readonly canWrite: boolean;
  readonly canDeleteShared: boolean;
  readonly said: Said | null | undefined;
  /** Whether the reader may export what the list shows. */
  readonly canExport: boolean;
}

const columnWords: Record<ListColumn, string> = {
  outcome: "Outcome",
  agent: "Agent",
  duration: "Length",
  cost: "Cost",
  tags: "Tags",
};

/** The parameter with which the list is drawn with boxes to select calls. */
const selecting = "select";
export const useSelecting = (): boolean => useSearchParams()[0].get(selecting) === "on";

function useSelectLink(isOn: boolean): string {
  const [query] = useSearchParams();
  const next = new URLSearchParams(query);
  if (isOn) next.delete(selecting);
  else next.set(selecting, "on");
  return `?${next}`;
}

export function ListTools(props: ListToolsProps) {
  const { views, asked, canChoose, canWrite, canExport } = props;
  const isSelecting = useSelecting();
  const selectLink = useSelectLink(isSelecting);
  return (
    <div className="relative flex flex-wrap items-start justify-end gap-2">
      {views.length > 0 && (
        <nav aria-label="Saved views" className="mr-auto flex min-w-0 flex-wrap gap-1.5">
          {views.map(({ id, name, query, is_shared, isOwn }) => (
            <Link
              key={id}
              to={query === "" ? "?" : query}
              aria-current={query === asked ? "true" : undefined}
              title={is_shared && !isOwn ? "Shared by a colleague" : undefined}
              className={cx(
                buttonClass({ size: "sm" }),
                "max-w-60 truncate",
                query === asked && "bg-brand-soft text-brand-text",
              )}
            >
              <span className="truncate">{name}</span>
            </Link>
          ))}
        </nav>
      )}
      {canWrite && (
        <ButtonLink to={selectLink} replace preventScrollReset size="sm" icon={<ListChecks />}>
          {isSelecting ? "Stop selecting" : "Select calls"}
        </ButtonLink>
      )}
      {canExport && (
        <ButtonLink to={`/call-history/exports${asked}`} size="sm" icon={<Download />}>
          Export
        </ButtonLink>
      )}
      {canChoose && <Choices {...props} />}
    </div>
  );
}

function Choices(props: ListToolsProps) {
  const { columns, said } = props;
  const isRefused = said?.form === "save_view";
  return (
    <details open={isRefused}>
      <summary className={buttonClass({ size: "sm" }, "cursor-pointer list-none marker:hidden")}>
        <Columns3 />
        <span>
          Views<span className="max-md:sr-only"> and columns</span>
        </span>
      </summary>
      {/* Above the list, so that the button stays where it was pressed. */}
      <div className="absolute inset-x-0 top-full z-10 mt-2 grid gap-6 rounded-lg border bg-surface p-4.5 shadow-lift md:grid-cols-2">
        <SaveView {...props} />
        <OrganizationForm preventScrollReset key={columns.join()} className="grid content-start gap-3">
          <fieldset className="grid gap-2.5">
            <legend className="mb-2 font-medium">Columns</legend>
            {listColumns.map((column) => (
              <CheckboxField
                key={column}
                of={{ name: "column" }}
                value={column}
                label={columnWords[column]}
                defaultChecked={columns.includes(column)}
              />
            ))}
          </fieldset>
          <div>
            <Button type="submit" name="do" value="choose_columns">
              Save columns
            </Button>
          </div>
        </OrganizationForm>
      </div>
    </details>
  );
}

function SaveView({ views, asked, request, canWrite, canDeleteShared, said }: ListToolsProps) {
  const refused = said?.form === "save_view" ? said : null;
  const removable = views.filter(({ isOwn, is_shared }) => isOwn || (is_shared && canDeleteShared));
  return (
    <div className="grid content-start gap-4">
      <OrganizationForm preventScrollReset key={request} className="grid gap-3">
        <input type="hidden" name="id" value={request} />
        <input type="hidden" name="query" value={asked} />
        <TextField
          of={{
            name: "name",
            initialValue: refused?.typed ?? "",
            errors: refused ? [refused.message] : undefined,
            required: true,
          }}
          label="Save this list as a view"
          hint="Its filters and search are kept under this name."
          maxLength={longestViewName}
          autoComplete="off"
        />
        {canWrite && <CheckboxField of={{ name: "shared" }} label="Show it to everyone here" />}
        <div>
          <Button type="submit" name="do" value="save_view">
            Save view
          </Button>
        </div>
      </OrganizationForm>
      {removable.length > 0 && (
        <ul aria-label="Your views" className="grid gap-2">
          {removable.map(({ id, name }) => (
            <li key={id} className="flex items-center gap-2">
              <span className="wrap-anywhere min-w-0 flex-1">{name}</span>
              <OrganizationForm preventScrollReset>
                <input type="hidden" name="id" value={id} />
                <Button
                  type="submit"
                  name="do"
                  value="delete_view"
                  size="sm"
                  variant="quiet"
                  aria-label={`Delete the view ${name}`}
                >
                  Delete
                </Button>
              </OrganizationForm>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The form that the list's boxes belong to. */
export const bulkForm = "bulk-calls";

export interface BulkBarProps {
  readonly tags: readonly string[];
  readonly canDelete: boolean;
  readonly said: Said | null | undefined;
}

export function BulkBar({ tags, canDelete, said }: BulkBarProps) {
  const list = useId();
  const typed = said?.form === "tag_calls" ? said.typed : "";
  return (
    <OrganizationForm
      id={bulkForm}
      preventScrollReset
      className="flex flex-wrap items-center gap-2 border-b px-4.5 py-3"
    >
      <TextField
        of={{ name: "tag", initialValue: typed }}
        label="Tag for the selected calls"
        labelHidden
        placeholder="Tag"
        maxLength={longestTag}
        list={list}
        autoComplete="off"
        className="min-w-40 flex-1 md:max-w-60"
      />
      <datalist id={list}>
        {tags.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      <Button type="submit" name="do" value="tag_calls" size="field">
        Tag selected
      </Button>
      {canDelete && (
        <ConfirmDialog
          form={bulkForm}
          name="do"
          value="delete_calls"
          label="Delete selected"
          size="field"
          variant="danger"
          title="Delete the selected calls?"
          sentence="Their transcripts, notes, tags and messages go with them. Minutes they used stay on your bill. This can't be undone."
          confirm="Delete calls"
        />
      )}
    </OrganizationForm>
  );
}
