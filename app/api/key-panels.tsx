/** The keys of /integrations/keys: a list, the new key that is shown once, and the form that makes one. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import { useNavigation } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { ChoiceField, SelectField } from "#app/ui/choice-field.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { TextField } from "#app/ui/text-field.tsx";

interface KeyView {
  readonly id: string;
  readonly name: string;
  /** The beginning of the key. */
  readonly shown: string;
  readonly may: string;
  readonly state: "works" | "expired" | "gone";
  readonly note: string;
  readonly used: string;
  readonly until: string;
}

const states = {
  works: { tone: "good", words: "Works" },
  expired: { tone: "bad", words: "Expired" },
  gone: { tone: "bad", words: "Its creator left" },
} as const;

export function Keys({ keys }: { readonly keys: readonly KeyView[] }) {
  return (
    <Panel title="Keys" flush>
      {keys.length === 0 ? (
        <EmptyState title="No keys yet">Create one below, and a program can do what you choose.</EmptyState>
      ) : (
        <Rows label="Keys">
          {keys.map((one) => (
            <Key key={one.id} {...one} />
          ))}
        </Rows>
      )}
    </Panel>
  );
}

function Key({ id, name, shown, may, state, note, used, until }: KeyView) {
  const sent = useNavigation().formData;
  const form = `key-${id}`;
  return (
    <Row
      title={name}
      aside={<Tag tone={states[state].tone}>{states[state].words}</Tag>}
      note={`${used} · ${until}`}
      action={
        <OrganizationForm id={form} preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <ConfirmDialog
            form={form}
            name="intent"
            value="revoke"
            size="sm"
            label="Revoke"
            aria-label={`Revoke ${name}`}
            pending={sent?.get("intent") === "revoke" && sent.get("id") === id}
            title={`Revoke ${name}?`}
            sentence="Programs that use it are refused at once. This can't be undone."
            confirm="Revoke key"
          />
        </OrganizationForm>
      }
    >
      <p>
        <code className="wrap-anywhere font-mono text-meta">{shown}</code>
      </p>
      <p className="text-ink-2">{may}</p>
      <p className="text-ink-3 text-meta">{note}</p>
    </Row>
  );
}

/** The key that was just made: the only time that it is shown. */
export function NewKey({ value }: { readonly value: string }) {
  return (
    <Panel title="Your new key">
      <div className="grid gap-3">
        <label htmlFor="new-key" className="font-medium text-control">
          API key
        </label>
        <input id="new-key" readOnly value={value} className="control font-mono" />
        <p className="text-ink-2">Copy it now and keep it like a password. It isn't shown again.</p>
        <div>
          <CopyButton value={value} label="Copy key" variant="plain" />
        </div>
      </div>
    </Panel>
  );
}

const accesses = [
  { value: "read", label: "Read everything", hint: "It changes nothing." },
  { value: "all", label: "Do everything", hint: "It also places calls, which cost money." },
  { value: "chosen", label: "Only what you choose", hint: "The list appears below." },
];
const days = [
  { value: "30", label: "After 30 days" },
  { value: "90", label: "After 90 days" },
  { value: "365", label: "After a year" },
  { value: "never", label: "Never" },
];

type Typed = { name: string; access: string; scopes: string[]; days: string };

interface MakeKeyProps {
  readonly scopes: readonly { readonly value: string; readonly label: string }[];
  readonly result: SubmissionResult<string[]> | null;
}

export function MakeKey({ scopes, result }: MakeKeyProps) {
  const [form, fields] = useForm<Typed>({
    id: "make-key",
    lastResult: result,
    defaultValue: { name: "", access: "read", scopes: [], days: "90" },
    constraint: { name: { required: true } },
  });
  const chosen = Array.isArray(fields.scopes.initialValue) ? fields.scopes.initialValue : [];
  return (
    <Panel title="New key">
      <OrganizationForm
        id={form.id}
        onSubmit={form.onSubmit}
        noValidate
        preventScrollReset
        className="group/make grid max-w-140 gap-4"
      >
        <FormErrors errors={form.errors} />
        <TextField of={fields.name} label="Name" autoComplete="off" hint="The program that uses it." />
        <ChoiceField of={fields.access} label="What it may do" choices={accesses} />
        <fieldset className="hidden gap-2 group-has-[input[value=chosen]:checked]/make:grid">
          <legend className="mb-2 font-medium text-control">Choose what it may do</legend>
          {scopes.map(({ value, label }) => (
            <label key={value} className="flex items-start gap-2.5 text-control text-ink-2">
              <input
                type="checkbox"
                name={fields.scopes.name}
                value={value}
                defaultChecked={chosen.includes(value)}
                className="tick"
              />
              <span>
                {label} <code className="font-mono text-ink-3 text-meta">{value}</code>
              </span>
            </label>
          ))}
          {fields.scopes.errors && (
            <p role="alert" className="text-bad">
              {fields.scopes.errors.join(" ")}
            </p>
          )}
        </fieldset>
        <SelectField of={fields.days} label="Expires" choices={days} />
        <div>
          <Button
            type="submit"
            name="intent"
            value="make"
            variant="go"
            pending={useNavigation().formData?.get("intent") === "make"}
          >
            Create key
          </Button>
        </div>
      </OrganizationForm>
    </Panel>
  );
}
