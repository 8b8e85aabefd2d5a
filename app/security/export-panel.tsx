/** The panel for downloading one's data. */
import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { Panel } from "#app/ui/panel.tsx";

/** Sent as a document, because the answer is a file. */
export function ExportPanel({ errors }: { readonly errors: readonly string[] | undefined }) {
  return (
    <Panel title="Your data">
      <Form method="post" action="/security/export" reloadDocument className="grid gap-4">
        <p className="max-w-[62ch] text-ink-2">
          Everything that is kept about you, as a file: your account, memberships, sessions, and what you did.
          Calls and contacts belong to your organizations and are not in it.
        </p>
        <FormErrors errors={errors} />
        <div>
          <Button type="submit">Download your data</Button>
        </div>
      </Form>
    </Panel>
  );
}
