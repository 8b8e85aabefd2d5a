/** The form that uploads a file of contacts: in parts with a progress where scripts run, at once where they do not. */
import { type FormEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { mostImportBytes, partBytes } from "#app/contacts/import-limits.ts";
import { OrganizationForm, useOrganizationId } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { ChoiceField } from "#app/ui/choice-field.tsx";
import { Field } from "#app/ui/field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { type UploadAnswer, uploadAnswer } from "./upload-answer.ts";

const broken =
  "The connection broke off. Nothing was imported. Try again: the upload goes on where it stopped.";
const tooLarge = "The file is larger than 200 MB. Split it, and import the parts one after the other.";
/** How often a part is sent before the person is asked. */
const tries = 3;

type Sending = { file: File; kind: string; id: string; part: number };

export interface UploadPanelProps {
  readonly refused: string | null;
  /** A campaign calls the people of the file; its id is in the address. */
  readonly isForCampaign: boolean;
}

export function UploadPanel({ refused, isForCampaign }: UploadPanelProps) {
  const organization_id = useOrganizationId();
  const navigate = useNavigate();
  const { search } = useLocation();
  const [fault, setFault] = useState<string | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [stopped, setStopped] = useState<Sending | null>(null);

  const ask = async (fields: Record<string, string | Blob>): Promise<UploadAnswer | null> => {
    for (let turn = 0; turn < tries; turn++) {
      const form = new FormData();
      for (const [name, value] of Object.entries({ organization_id, ...fields })) form.append(name, value);
      try {
        const response = await fetch("/contacts/import/upload", { method: "POST", body: form });
        const answer = uploadAnswer(await response.json());
        if (answer !== null && response.status < 500) return { ...answer, isGood: response.ok };
      } catch {
        // The connection broke off: the same part is sent again.
      }
    }
    return null;
  };

  const send = async (sending: Sending) => {
    const { file, id } = sending;
    for (let part = sending.part; part * partBytes < file.size; part++) {
      setShare(Math.floor(((part * partBytes) / file.size) * 100));
      const bytes = file.slice(part * partBytes, (part + 1) * partBytes);
      const sent = await ask({ do: "part", id, part: String(part), bytes });
      if (!sent?.isGood) return end(sent?.message ?? broken, { ...sending, part });
    }
    setShare(100);
    const done = await ask({ do: "finish", id });
    if (done?.to) return void navigate(done.to + search);
    return end(done?.message ?? broken, null);
  };

  const end = (words: string, at: Sending | null) => {
    setFault(words);
    setShare(null);
    setStopped(at);
  };

  const upload = async (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const file = form.get("file");
    if (!(file instanceof File) || file.size === 0) return;
    event.preventDefault();
    setFault(null);
    if (file.size > mostImportBytes) return end(tooLarge, null);
    const kind = String(form.get("kind"));
    if (stopped?.file.name === file.name && stopped.file.size === file.size && stopped.kind === kind)
      return send({ ...stopped, file });
    setShare(0);
    const begun = await ask({ do: "begin", kind, file_name: file.name, bytes: String(file.size) });
    if (!begun?.id) return end(begun?.message ?? broken, null);
    return send({ file, kind, id: begun.id, part: 0 });
  };

  const words = fault ?? refused;
  return (
    <Panel title="File">
      <OrganizationForm
        noValidate
        encType="multipart/form-data"
        onSubmit={(event) => void upload(event)}
        className="grid gap-4"
      >
        {isForCampaign ? (
          <input type="hidden" name="kind" value="contacts" />
        ) : (
          <ChoiceField
            of={{ name: "kind", initialValue: "contacts" }}
            label="What is in it"
            choices={[
              { value: "contacts", label: "Contacts" },
              { value: "do_not_call", label: "Numbers for the do-not-call list" },
            ]}
          />
        )}
        <Field
          of={{ name: "file", errors: words === null ? [] : [words] }}
          label="CSV file"
          hint="Up to 200 MB and a million rows. From a spreadsheet, save or download it as CSV."
        >
          {({ defaultValue: _, minLength: _least, maxLength: _most, ...control }) => (
            <input {...control} type="file" accept=".csv,.tsv,.txt,text/csv" className="control py-1.5" />
          )}
        </Field>
        {share !== null && (
          <p role="status" className="grid gap-1.5 text-ink-2">
            <progress value={share} max={100} aria-label="Upload" className="w-full" />
            {`Uploading, ${share} %. Keep this page open.`}
          </p>
        )}
        <div>
          <Button type="submit" name="do" value="upload" variant="go" pending={share !== null}>
            {stopped === null ? "Upload file" : "Try again"}
          </Button>
        </div>
      </OrganizationForm>
    </Panel>
  );
}
