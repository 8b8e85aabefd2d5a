/** The part of /settings/data about exports: one to begin, and those that were made. */
import { Download } from "lucide-react";
import { useNavigation } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Tag } from "#app/ui/tag.tsx";

interface ExportRow {
  readonly id: string;
  readonly state: string;
  readonly started: string;
  /** Percent; null: it is unknown how much there is. */
  readonly progress: number | null;
  readonly rows: string;
  readonly size: string | null;
  readonly until: string | null;
}

interface ExportPanelProps {
  readonly exports: readonly ExportRow[];
  readonly needsProof: boolean;
  readonly error: string | null;
}

export function ExportPanel({ exports, needsProof, error }: ExportPanelProps) {
  const isPending = useNavigation().formData?.get("intent") === "export";
  const isRunning = exports.some(({ state }) => state === "running");
  return (
    <Panel title="Export" flush>
      <div className="grid max-w-140 gap-4 p-4.5">
        <p className="text-ink-2">
          One ZIP file with everything: calls and contacts as spreadsheets, and every record, transcripts
          included, as JSON lines. It's made in the background. We'll email you when it's ready, and you can
          download it for 7 days.
        </p>
        {error !== null && (
          <p role="alert" className="text-bad">
            {error}
          </p>
        )}
        {needsProof ? (
          <p className="text-ink-2">Confirm it's you above to export.</p>
        ) : (
          <OrganizationForm id="data-export" preventScrollReset>
            <Button
              type="submit"
              name="intent"
              value="export"
              variant="go"
              pending={isPending}
              disabled={isRunning}
            >
              Export all data
            </Button>
          </OrganizationForm>
        )}
      </div>
      <ExportLines exports={exports} folder="/settings/data/exports" />
    </Panel>
  );
}

const states: Readonly<Record<string, { tone: "good" | "brand" | "bad" | "neutral"; words: string }>> = {
  running: { tone: "brand", words: "In progress" },
  ready: { tone: "good", words: "Ready" },
  failed: { tone: "bad", words: "Failed" },
  expired: { tone: "neutral", words: "Deleted" },
};

interface ExportLinesProps {
  readonly exports: readonly ExportRow[];
  /** Where the files are. */
  readonly folder: string;
}

/** The exports that were made, below what begins one. */
export function ExportLines({ exports, folder }: ExportLinesProps) {
  if (exports.length === 0) return null;
  return (
    <div className="border-t">
      <Rows label="Exports">
        {exports.map((row) => (
          <ExportLine key={row.id} {...row} folder={folder} />
        ))}
      </Rows>
    </div>
  );
}

function ExportLine(props: ExportRow & { readonly folder: string }) {
  const { id, state, started, progress, rows, size, until, folder } = props;
  const { tone, words } = states[state] ?? { tone: "neutral", words: state };
  return (
    <Row
      title={started}
      aside={
        <Tag tone={tone} live={state === "running"}>
          {words}
        </Tag>
      }
      note={state === "ready" ? `${size ?? ""}, available until ${until ?? ""}` : undefined}
      action={
        state === "ready" ? (
          <ButtonLink
            to={`${folder}/${id}`}
            reloadDocument
            size="sm"
            icon={<Download />}
            aria-label={`Download the export of ${started}`}
          >
            Download
          </ButtonLink>
        ) : undefined
      }
    >
      {state === "running" && (
        <span className="grid gap-1.5">
          <progress
            className="h-1.5 w-full accent-brand-fill"
            max={100}
            {...(progress !== null && { value: progress })}
            aria-label="Progress of the export"
          />
          <span role="status">{progress === null ? `${rows} written` : `${progress}%, ${rows} written`}</span>
        </span>
      )}
      {state === "failed" && "The export couldn't be completed. Start another one."}
      {state === "expired" && "The file is no longer available."}
    </Row>
  );
}
