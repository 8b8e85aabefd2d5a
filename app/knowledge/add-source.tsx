/** The forms that add a source: a typed entry, a file, a web page. */
import { type FormEvent, useState } from "react";
import { useNavigation } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextareaField, TextField } from "#app/ui/text-field.tsx";
import { mostFileBytes } from "./knowledge-limits.ts";
import type { AgentNames, KnowledgeAnswer } from "./knowledge-view.ts";
import { fileWords } from "./knowledge-words.ts";
import { WhoseField } from "./whose-field.tsx";

interface AddSourceProps {
  readonly agents: AgentNames;
  readonly answer: KnowledgeAnswer | null;
}

export function AddSource({ agents, answer }: AddSourceProps) {
  const pending = useNavigation().formData?.get("intent");
  const { file, guard } = useFileGuard();
  const of = (form: string, name: string) => ({
    name,
    errors: answer?.form === form ? answer.errors[name] : undefined,
    initialValue: answer?.form === form ? answer.typed[name] : undefined,
  });
  const fileField = of("add_file", "file");
  return (
    <Panel title="Add knowledge" id="add">
      <div className="grid gap-7 lg:grid-cols-3">
        <OrganizationForm noValidate preventScrollReset className="grid content-start gap-4">
          <TextField of={of("add_entry", "title")} label="Entry: what it's about" autoComplete="off" />
          <TextareaField of={of("add_entry", "text")} label="What agents should know" rows={4} />
          <WhoseField agents={agents} chosen={null} />
          <div>
            <Button
              type="submit"
              name="intent"
              value="add_entry"
              variant="go"
              pending={pending === "add_entry"}
            >
              Add entry
            </Button>
          </div>
        </OrganizationForm>
        <OrganizationForm
          noValidate
          preventScrollReset
          encType="multipart/form-data"
          onSubmit={guard}
          className="grid content-start gap-4"
        >
          <Field
            of={file === null ? fileField : { ...fileField, errors: file }}
            label="File"
            hint="Text, Markdown, HTML or PDF, up to 10 MB."
          >
            {({ defaultValue: _, minLength: _least, maxLength: _most, ...control }) => (
              <input
                {...control}
                type="file"
                accept=".txt,.text,.md,.markdown,.html,.htm,.pdf"
                className="control py-1.5"
              />
            )}
          </Field>
          <WhoseField agents={agents} chosen={null} />
          <div>
            <Button type="submit" name="intent" value="add_file" pending={pending === "add_file"}>
              Upload file
            </Button>
          </div>
        </OrganizationForm>
        <OrganizationForm noValidate preventScrollReset className="grid content-start gap-4">
          <TextField
            of={of("add_page", "address")}
            label="Web page"
            hint="A public page that starts with https://."
            placeholder="example.com/prices"
            inputMode="url"
            autoComplete="off"
          />
          <WhoseField agents={agents} chosen={null} />
          <div>
            <Button type="submit" name="intent" value="add_page" pending={pending === "add_page"}>
              Add page
            </Button>
          </div>
        </OrganizationForm>
      </div>
    </Panel>
  );
}

/** Refuses a file that is too large before it is sent. */
function useFileGuard() {
  const [file, refuse] = useState<readonly string[] | null>(null);
  const guard = (event: FormEvent<HTMLFormElement>) => {
    const chosen = new FormData(event.currentTarget).get("file");
    const isTooLarge = chosen instanceof File && chosen.size > mostFileBytes;
    if (isTooLarge) event.preventDefault();
    refuse(isTooLarge ? [fileWords.too_large] : null);
  };
  return { file, guard };
}
