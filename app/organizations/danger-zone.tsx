/** Owns the part of /settings where an owner deletes the organization: who confirmed lately, and types its name. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import { useNavigation } from "react-router";
import { ConfirmItIsYou } from "#app/accounts/confirm-it-is-you.tsx";
import { Button } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { OrganizationForm } from "./organization-form.tsx";

type Result = SubmissionResult<string[]> | null;

type Props = {
  readonly name: string;
  readonly person: {
    readonly email: string;
    readonly hasPassword: boolean;
    readonly hasFactor: boolean;
    readonly hasPasskey: boolean;
    /** The last proof of who they are is too old for this. */
    readonly needsProof: boolean;
  };
  readonly confirmation: Result;
  readonly result: Result;
};

export function DangerZone({ name, person: { needsProof, ...person }, confirmation, result }: Props) {
  if (needsProof)
    return (
      <ConfirmItIsYou
        sentence={`To delete ${name}, confirm that it is you.`}
        {...person}
        result={confirmation}
      />
    );
  return <Delete name={name} result={result} />;
}

function Delete({ name, result }: { readonly name: string; readonly result: Result }) {
  const [form, fields] = useForm<{ name: string }>({ id: "settings-delete", lastResult: result });
  const isPending = useNavigation().formData?.get("intent") === "delete";
  return (
    <Panel title={`Delete ${name}`}>
      <OrganizationForm
        id={form.id}
        onSubmit={form.onSubmit}
        noValidate
        preventScrollReset
        className="grid max-w-140 gap-4"
      >
        <p className="text-ink-2">
          Nobody can open it any more, and callers of its numbers hear that nobody can take their call. For 30
          days an owner can restore it as it was; then its agents, calls, contacts and numbers are gone for
          good.
        </p>
        <FormErrors errors={form.errors} />
        <TextField
          of={fields.name}
          label={<span className="wrap-anywhere">{`Type “${name}” to delete it`}</span>}
          autoComplete="off"
        />
        <div>
          <Button type="submit" name="intent" value="delete" variant="danger" pending={isPending}>
            Delete organization
          </Button>
        </div>
      </OrganizationForm>
    </Panel>
  );
}
