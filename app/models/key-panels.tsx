/** The keys of /settings/models: a list with tests, and the form that adds one. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import { useNavigation } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { PasswordField, TextField } from "#app/ui/text-field.tsx";
import { keptNames, keptProviders } from "./key-providers.ts";

interface KeyView {
  readonly id: string;
  readonly name: string;
  readonly provider: string;
  readonly lastFour: string;
  readonly isWorking: boolean;
  readonly result: string;
  readonly tested: string;
  readonly testedBy: string | null;
  /** What answers when the key is removed. */
  readonly afterwards: string;
}

interface KeysProps {
  readonly keys: readonly KeyView[];
  /** Providers that can be used without a key of the organization's. */
  readonly included: readonly string[];
}

export function Keys({ keys, included }: KeysProps) {
  return (
    <Panel title="Keys" flush>
      {keys.length === 0 ? (
        <EmptyState title="No keys yet">
          {included.length > 0
            ? `${listed(included)} can be used without a key of your own. Add one to use your own account.`
            : "Add a key below to let agents use a language model, or to preview a provider's own voices."}
        </EmptyState>
      ) : (
        <>
          <Rows label="Keys">
            {keys.map((one) => (
              <Key key={one.id} {...one} />
            ))}
          </Rows>
          {included.length > 0 && (
            <p className="border-t px-4.5 py-3 text-ink-2">
              {`${listed(included)} can also be used without a key of your own.`}
            </p>
          )}
        </>
      )}
    </Panel>
  );
}

/** What the day's calls and tests cost without a key of the organization's. */
export function IncludedUse({ used, isUsedUp }: { readonly used: string; readonly isUsedUp: boolean }) {
  return (
    <Panel title="Without a key of your own">
      <p>{`Today (UTC): ${used} used.`}</p>
      <p className="text-ink-2">
        {isUsedUp
          ? "Today's budget is used up. Until tomorrow, agents answer by your own keys or the built-in agent."
          : "When a day's budget is used up, agents answer by your own keys or the built-in agent until the next day."}
      </p>
    </Panel>
  );
}

const listed = (names: readonly string[]): string => new Intl.ListFormat("en").format(names);

/** "OpenAI, ends in 1234"; the name where it says more than the provider. */
const titleOf = ({ name, provider, lastFour }: KeyView): string =>
  [name === provider ? name : `${name} (${provider})`, lastFour && `ends in ${lastFour}`]
    .filter(Boolean)
    .join(", ");

function Key(view: KeyView) {
  const { id, isWorking, result, tested, testedBy, afterwards } = view;
  const sent = useNavigation().formData;
  const form = `key-${id}`;
  const title = titleOf(view);
  const isSent = (intent: string) => sent?.get("intent") === intent && sent.get("id") === id;
  return (
    <Row
      title={title}
      aside={<Tag tone={isWorking ? "good" : "bad"}>{isWorking ? "Works" : "Doesn't work"}</Tag>}
      note={`Tested ${tested}${testedBy === null ? "" : ` by ${testedBy}`}`}
      action={
        <OrganizationForm id={form} preventScrollReset className="flex gap-2">
          <input type="hidden" name="id" value={id} />
          <Button
            type="submit"
            name="intent"
            value="test"
            size="sm"
            pending={isSent("test")}
            aria-label={`Test ${title}`}
          >
            Test
          </Button>
          <ConfirmDialog
            form={form}
            name="intent"
            value="remove"
            size="sm"
            label="Remove"
            aria-label={`Remove ${title}`}
            pending={isSent("remove")}
            title={`Remove ${title}?`}
            sentence={`It can't be used anymore. ${afterwards} The key itself stays valid at the provider.`}
            confirm="Remove key"
          />
        </OrganizationForm>
      }
    >
      {!isWorking && <p>{result}</p>}
      <p className="text-ink-3 text-meta">
        {`If you remove it, calls that are going on stop using it within three minutes. ${afterwards}`}
      </p>
    </Row>
  );
}

type Typed = { provider: string; name: string; base_url: string; key_id: string; key: string };

interface AddKeyProps {
  readonly result: SubmissionResult<string[]> | null;
  readonly error: string | null;
}

export function AddKey({ result, error }: AddKeyProps) {
  const [form, fields] = useForm<Typed>({
    id: "add-key",
    lastResult: result,
    defaultValue: { provider: keptProviders[0], name: "", base_url: "", key_id: "", key: "" },
    constraint: { provider: { required: true }, key: { required: true } },
  });
  const isPending = useNavigation().formData?.get("intent") === "add";
  return (
    <Panel title="Add a key">
      <OrganizationForm
        id={form.id}
        onSubmit={form.onSubmit}
        noValidate
        preventScrollReset
        className="group/key grid max-w-140 gap-4"
      >
        <p className="text-ink-2">
          We ask the provider whether the key works, and keep it encrypted if it does.
        </p>
        {error !== null && (
          <p role="alert" className="text-bad">
            {error}
          </p>
        )}
        <FormErrors errors={form.errors} />
        <SelectField
          of={fields.provider}
          label="Provider"
          hint="ElevenLabs, Google Text-to-Speech and Amazon Polly let you preview voices. The others are for language models."
          choices={keptProviders.map((value) => ({ value, label: keptNames[value] }))}
        />
        <PasswordField
          of={fields.key}
          label="API key"
          noun="key"
          autoComplete="off"
          hint="For Amazon Polly, the secret access key."
        />
        <TextField
          of={fields.key_id}
          label="Access key ID"
          autoComplete="off"
          placeholder="AKIA..."
          className="hidden group-has-[option[value=polly]:checked]/key:grid"
        />
        <TextField
          of={fields.base_url}
          label="Address"
          type="url"
          autoComplete="off"
          placeholder="https://api.groq.com/openai/v1"
          hint="Where its OpenAI-compatible API is."
          className="hidden group-has-[option[value=compatible]:checked]/key:grid"
        />
        <TextField
          of={fields.name}
          label="Name"
          autoComplete="off"
          hint="How it appears in your list. Another provider needs one."
        />
        <div>
          <Button type="submit" name="intent" value="add" variant="go" pending={isPending}>
            Add key
          </Button>
        </div>
      </OrganizationForm>
    </Panel>
  );
}
