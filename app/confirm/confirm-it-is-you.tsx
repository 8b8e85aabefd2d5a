/** Asks a signed-in person to confirm their identity before a sensitive action: by password, Google, authenticator code or passkey. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import { useLocation, useNavigation, useSubmit } from "react-router";
import { ConfirmWithPasskey } from "#app/factors/use-passkey.tsx";
import { OrganizationForm, useOrganizationId } from "#app/membership/organization-form.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { CodeField, PasswordField } from "#app/ui/text-field.tsx";

type Props = {
  /** The action: "Change your two-factor settings". */
  readonly sentence: string;
  readonly hasPassword: boolean;
  readonly hasFactor: boolean;
  /** Whether the account has a passkey for this host; another host's cannot be used here. */
  readonly hasPasskey: boolean;
  /** Whether a password or Google is not proof enough (`needsFactorProof`). */
  readonly isCodeOnly?: boolean;
  /** The address, for password managers. */
  readonly email: string;
  readonly result: SubmissionResult<string[]> | null;
};

/** The page's action answers intent `confirm` with `answerConfirmation` (sudo.server.ts). */
export function ConfirmItIsYou(props: Props) {
  const { sentence, hasPassword, hasFactor, hasPasskey, isCodeOnly, email, result } = props;
  return (
    <Panel title="Confirm it's you">
      <div className="grid max-w-90 gap-6">
        <p className="text-ink-2">{sentence}</p>
        {!isCodeOnly && hasPassword && <ByPassword email={email} result={result} />}
        {!isCodeOnly && !hasPassword && <ByGoogle />}
        {hasFactor && <ByCode result={result} />}
        {hasPasskey && <ByPasskey result={result} />}
      </div>
    </Panel>
  );
}

const usePending = (): boolean => useNavigation().formData?.get("intent") === "confirm";

function ByPassword({ email, result }: { readonly email: string; readonly result: Props["result"] }) {
  const [form, fields] = useForm<{ password: string }>({ id: "confirm-password", lastResult: result });
  return (
    <OrganizationForm
      id={form.id}
      onSubmit={form.onSubmit}
      noValidate
      preventScrollReset
      className="grid gap-3"
    >
      <input type="text" name="username" autoComplete="username" defaultValue={email} hidden />
      <PasswordField of={fields.password} label="Password" autoComplete="current-password" />
      <div>
        <Button type="submit" name="intent" value="confirm" variant="go" pending={usePending()}>
          Confirm
        </Button>
      </div>
    </OrganizationForm>
  );
}

function ByCode({ result }: { readonly result: Props["result"] }) {
  const [form, fields] = useForm<{ code: string }>({ id: "confirm-code", lastResult: result });
  return (
    <OrganizationForm
      id={form.id}
      onSubmit={form.onSubmit}
      noValidate
      preventScrollReset
      className="grid gap-3"
    >
      <CodeField of={fields.code} label="Authentication code" hint="Or one of your recovery codes." />
      <div>
        <Button type="submit" name="intent" value="confirm" variant="plain" pending={usePending()}>
          Confirm with a code
        </Button>
      </div>
    </OrganizationForm>
  );
}

/** The browser's answer is sent like the other forms, with the organization that the page was drawn for. */
function ByPasskey({ result }: { readonly result: Props["result"] }) {
  const submit = useSubmit();
  const organization_id = useOrganizationId();
  return (
    <div className="grid gap-3">
      <FormErrors errors={result?.error?.[""] ?? undefined} />
      <ConfirmWithPasskey
        send={(credential) =>
          submit(
            { intent: "confirm", credential, organization_id },
            { method: "post", preventScrollReset: true },
          )
        }
        isPending={usePending()}
      />
    </div>
  );
}

/** For an account without a password, which came by Google: a full page load, because it leads off this site. */
function ByGoogle() {
  const { pathname, search } = useLocation();
  return (
    <div>
      <ButtonLink
        to={`/auth/google?${new URLSearchParams({ confirm: "1", returnPath: `${pathname}${search}` })}`}
        reloadDocument
        variant="go"
      >
        Confirm with Google
      </ButtonLink>
    </div>
  );
}
