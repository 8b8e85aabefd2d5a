/** The settings of an agent's widget: whether it is on, where it is shown, how it looks, and the line for the website. */

import { type SubmissionResult, useForm } from "@conform-to/react";
import { useState } from "react";
import { useNavigation } from "react-router";
import { AgentTabs } from "#app/agents/agent-tabs.tsx";
import { nearestReadable } from "#app/branding/readable-color.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { hexColor } from "#app/platform/hex-color.ts";
import { Page } from "#app/shell/page.tsx";
import { Button } from "#app/ui/button.tsx";
import { SelectField, SwitchField } from "#app/ui/choice-field.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Said } from "#app/ui/said.tsx";
import { TextareaField, TextField } from "#app/ui/text-field.tsx";
import { consentWords, longestGreeting } from "./widget-terms.ts";

type Values = {
  enabled: string;
  allowed_hosts: string;
  position: string;
  greeting: string;
  color: string;
};

export interface WidgetPageProps {
  readonly id: string;
  readonly name: string;
  readonly canWrite: boolean;
  readonly done: string | null;
  readonly look: { readonly name: string; readonly color: string };
  readonly isOn: boolean;
  /** Null before the first save. */
  readonly snippet: string | null;
  readonly values: Values;
  readonly result: SubmissionResult<string[]> | null;
}

export function WidgetPage(props: WidgetPageProps) {
  const { id, name, canWrite, done, look, isOn, snippet, values, result } = props;
  const [form, fields] = useForm<Values>({
    id: "widget",
    lastResult: result,
    defaultValue: values,
    constraint: { greeting: { required: true, maxLength: longestGreeting } },
  });
  const [typed, setTyped] = useState({ greeting: values.greeting, color: values.color });
  const intent = useNavigation().formData?.get("intent");
  return (
    <Page
      isNarrow
      path={[
        { label: "Agents", to: "/agents" },
        { label: name, to: `/agents/${id}` },
        { label: "Website widget" },
      ]}
    >
      <PageHeader
        title="Website widget"
        sentence={
          isOn
            ? `Visitors of your website can talk to ${name}.`
            : `Let visitors of your website talk to ${name}.`
        }
        aside={<AgentTabs id={id} current="/widget" canWrite={canWrite} />}
      />
      <Said words={result === null ? done : null} />
      <Panel title="Settings">
        <OrganizationForm
          id={form.id}
          onSubmit={form.onSubmit}
          noValidate
          preventScrollReset
          className="grid max-w-140 gap-4"
          onInput={({ currentTarget }) => {
            const posted = new FormData(currentTarget);
            setTyped({ greeting: String(posted.get("greeting")), color: String(posted.get("color")) });
          }}
        >
          <FormErrors errors={form.errors} />
          <fieldset disabled={!canWrite} className="grid min-w-0 gap-4">
            <SwitchField of={fields.enabled} label="Show the widget" />
            <TextareaField
              of={fields.allowed_hosts}
              label="Allowed domains"
              rows={4}
              spellCheck={false}
              placeholder={"www.yourcompany.com\n*.yourcompany.com"}
              hint="One per line. Only pages on these domains can show it. *.yourcompany.com allows every name directly below it."
            />
            <TextField of={fields.greeting} label="Greeting" hint="What visitors read first." />
            <SelectField
              of={fields.position}
              label="Position"
              choices={[
                { value: "right", label: "Bottom right" },
                { value: "left", label: "Bottom left" },
              ]}
            />
            <TextField
              of={fields.color}
              label="Color"
              placeholder={look.color}
              hint="Leave it blank to use your brand's color. A bright one is darkened, so that white words can be read on it."
            />
            <div>
              <Button type="submit" name="intent" value="save" variant="go" pending={intent === "save"}>
                Save widget
              </Button>
            </div>
          </fieldset>
        </OrganizationForm>
      </Panel>
      <Panel title="Preview">
        <Preview
          name={look.name}
          color={hexColor(typed.color) ?? look.color}
          greeting={typed.greeting}
          isLeft={values.position === "left"}
        />
      </Panel>
      {snippet !== null && (
        <Panel title="Add it to your website" aside={<CopyButton value={snippet} label="Copy code" />}>
          <div className="grid gap-4">
            <p className="text-ink-2">
              Paste this line before the end of the body of every page that shows it.
            </p>
            <code className="block overflow-x-auto rounded-md bg-sunken p-3 font-mono text-meta">
              {snippet}
            </code>
            {canWrite && (
              <OrganizationForm id="renew" preventScrollReset>
                <ConfirmDialog
                  form="renew"
                  name="intent"
                  value="renew"
                  size="sm"
                  label="New key"
                  pending={intent === "renew"}
                  title="Replace the widget's key?"
                  sentence="Websites with the old line stop showing the widget. Conversations that are going on continue to their end."
                  confirm="Replace key"
                />
              </OrganizationForm>
            )}
          </div>
        </Panel>
      )}
    </Page>
  );
}

interface PreviewProps {
  readonly name: string;
  readonly color: string;
  readonly greeting: string;
  readonly isLeft: boolean;
}

/** How the widget's first screen looks. */
function Preview({ name, color: chosen, greeting, isLeft }: PreviewProps) {
  // As the website shows it: white words on it can be read.
  const color = nearestReadable(chosen);
  return (
    <div className={isLeft ? "grid justify-items-start gap-3" : "grid justify-items-end gap-3"}>
      <div className="w-full max-w-85 overflow-clip rounded-xl border">
        <p className="px-4 py-3 font-strong" style={{ background: color, color: "#fff" }}>
          {name}
        </p>
        <div className="grid gap-2 p-4">
          <p className="wrap-break-word">{greeting}</p>
          <p className="text-ink-2 text-meta">{consentWords(name)}</p>
        </div>
      </div>
      <p
        className="max-w-full wrap-break-word rounded-full px-5 py-3 font-strong"
        style={{ background: color, color: "#fff" }}
      >
        {`Talk to ${name}`}
      </p>
    </div>
  );
}
