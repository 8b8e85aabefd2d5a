/** What the brand was before, and the ways back: one version, or the defaults. */
import { useId } from "react";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Tag } from "#app/ui/tag.tsx";

export interface BrandHistoryProps {
  readonly history: ReadonlyArray<{
    readonly version: number;
    /** Who saved it; null: it stood before the first save. */
    readonly by: string | null;
    readonly when: string;
    /** The titles of what it changed. */
    readonly changes: readonly string[];
    readonly isCurrent: boolean;
  }>;
  /** The version in force. */
  readonly version: number;
  readonly isPending: boolean;
}

/** How many titles a line lists. */
const listed = 4;

function changesInWords(changes: readonly string[]): string {
  if (changes.length === 0) return "Starting point";
  const more = changes.length - listed;
  return [...changes.slice(0, listed), ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

export function BrandHistory({ history, version, isPending }: BrandHistoryProps) {
  const form = useId();
  return (
    <Panel title="History" flush>
      <OrganizationForm id={form} className="contents">
        <input type="hidden" name="intent" value="restore" />
        <input type="hidden" name="version" value={version} />
      </OrganizationForm>
      {history.length === 0 ? (
        <p className="p-4.5 text-ink-2">
          Each save appears here, so you can go back. The last 20 versions are kept.
        </p>
      ) : (
        <Rows label="Versions">
          {history.map((one) => (
            <Row
              key={one.version}
              title={`Version ${one.version}`}
              aside={one.isCurrent ? <Tag tone="good">Current</Tag> : undefined}
              note={one.by === null ? one.when : `${one.by}, ${one.when}`}
              action={
                one.isCurrent ? undefined : (
                  <ConfirmDialog
                    form={form}
                    name="restored"
                    value={String(one.version)}
                    label="Restore"
                    variant="plain"
                    size="sm"
                    pending={isPending}
                    title={`Restore version ${one.version}?`}
                    sentence="It becomes the current brand right away, as a new version. You can come back to this one."
                    confirm="Restore version"
                  />
                )
              }
            >
              {changesInWords(one.changes)}
            </Row>
          ))}
        </Rows>
      )}
    </Panel>
  );
}

interface ResetBrandProps {
  readonly version: number;
  readonly agency: string | null;
  readonly isPending: boolean;
}

export function ResetBrand({ version, agency, isPending }: ResetBrandProps) {
  const form = useId();
  const replacement = agency === null ? "the defaults" : `${agency}'s brand`;
  return (
    <Panel title="Reset to defaults">
      <OrganizationForm id={form} className="grid justify-items-start gap-3">
        <input type="hidden" name="intent" value="reset" />
        <input type="hidden" name="version" value={version} />
        <p className="text-ink-2">
          Replaces your names, colors, images, text and links with {replacement}. Hidden sections and domain
          settings stay.
        </p>
        <ConfirmDialog
          form={form}
          label="Reset brand"
          pending={isPending}
          title="Reset your brand?"
          sentence={`All your names, colors, images, text and links will be cleared and replaced with ${replacement}. You can restore them from the history.`}
          confirm="Reset brand"
        />
      </OrganizationForm>
    </Panel>
  );
}
