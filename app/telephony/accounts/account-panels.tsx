// One own account: its test, its name, its limits, new credentials, and its removal.
import { type SubmissionResult, useForm } from "@conform-to/react";
import { useNavigation } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import type { OwnCarrier } from "#app/telephony/carriers/account-terms.ts";
import { Exact, Refusal } from "#app/telephony/refusal.tsx";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { Facts, Panel } from "#app/ui/panel.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { CredentialFields } from "./credential-fields.tsx";

interface Answer {
  readonly result: SubmissionResult<string[]> | null;
  readonly error: string | null;
  readonly exact: string | null;
}

const useSent = (intent: string): boolean => useNavigation().formData?.get("do") === intent;

interface ConnectionProps extends Answer {
  readonly carrier: string;
  readonly tested: string;
  readonly here: string;
  /** What the carrier refused when it was last asked; null: nothing. */
  readonly trouble: { readonly why: string; readonly exact: string | null } | null;
}

export function Connection({ carrier, tested, here, trouble, error, exact }: ConnectionProps) {
  const isSent = useSent("test");
  return (
    <Panel
      title="Connection"
      aside={
        <OrganizationForm preventScrollReset>
          <Button type="submit" name="do" value="test" size="sm" pending={isSent}>
            Test
          </Button>
        </OrganizationForm>
      }
    >
      <div className="grid gap-4">
        {error !== null ? (
          <Refusal words={error} exact={exact} />
        ) : (
          trouble !== null && (
            <div className="grid gap-1 rounded-md bg-bad-soft px-3.5 py-2.5 text-bad text-control">
              <p>{trouble.why}</p>
              <Exact words={trouble.exact} />
            </div>
          )
        )}
        <Facts
          facts={[
            ["Carrier", carrier],
            ["Numbers here", here],
            ["Last test", tested],
          ]}
        />
      </div>
    </Panel>
  );
}

export function Rename({ name, result }: Answer & { readonly name: string }) {
  const [form, fields] = useForm<{ name: string }>({
    id: "rename",
    lastResult: result,
    defaultValue: { name },
  });
  const isSent = useSent("rename");
  return (
    <Panel title="Name">
      <OrganizationForm
        id={form.id}
        onSubmit={form.onSubmit}
        noValidate
        preventScrollReset
        className="flex max-w-140 items-start gap-3"
      >
        <TextField
          of={fields.name}
          label="Name"
          labelHidden
          maxLength={60}
          autoComplete="off"
          className="flex-1"
        />
        <Button type="submit" name="do" value="rename" size="field" pending={isSent}>
          Rename
        </Button>
      </OrganizationForm>
    </Panel>
  );
}

interface LimitsProps extends Answer {
  readonly limits: { readonly lines: string; readonly calls_per_second: string };
  readonly planLines: number;
  readonly mostCallsPerSecond: number;
}

export function Limits({ limits, planLines, mostCallsPerSecond, result }: LimitsProps) {
  const [form, fields] = useForm<{ lines: string; calls_per_second: string }>({
    id: "limits",
    lastResult: result,
    defaultValue: { ...limits },
  });
  const isSent = useSent("limits");
  return (
    <Panel title="Limits">
      <OrganizationForm
        id={form.id}
        onSubmit={form.onSubmit}
        noValidate
        preventScrollReset
        className="grid max-w-140 gap-4"
      >
        <FormErrors errors={form.errors} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            of={fields.lines}
            label="Calls at once"
            inputMode="numeric"
            autoComplete="off"
            placeholder={String(planLines)}
            hint={`Your plan has ${planLines}. Set less if the carrier allows this account less.`}
          />
          <TextField
            of={fields.calls_per_second}
            label="New calls per second"
            inputMode="numeric"
            autoComplete="off"
            hint={`Outgoing calls, 1 to ${mostCallsPerSecond}. Empty: what the carrier allows new accounts.`}
          />
        </div>
        <div>
          <Button type="submit" name="do" value="limits" pending={isSent}>
            Save limits
          </Button>
        </div>
      </OrganizationForm>
    </Panel>
  );
}

export function Credentials({
  credentials,
  result,
  error,
  exact,
}: Answer & { readonly credentials: OwnCarrier | null }) {
  const isSent = useSent("replace");
  if (!credentials) return null;
  return (
    <Panel title="Replace credentials" id="credentials">
      <OrganizationForm noValidate preventScrollReset className="grid max-w-140 gap-4">
        <p className="text-ink-2">
          After you changed them at the carrier. The old ones stay in use until the carrier takes the new
          ones.
        </p>
        <Refusal words={error} exact={exact} />
        <CredentialFields carrier={credentials} errors={result?.error ?? {}} />
        <div>
          <Button type="submit" name="do" value="replace" pending={isSent}>
            Replace
          </Button>
        </div>
      </OrganizationForm>
    </Panel>
  );
}

interface RemoveProps {
  readonly name: string;
  readonly carrier: string;
  readonly here: string;
  readonly isEmpty: boolean;
}

export function Remove({ name, carrier, here, isEmpty }: RemoveProps) {
  const isSent = useSent("remove");
  const numbers = isEmpty
    ? "It has no numbers here."
    : `Its ${here} here ${here.startsWith("1 ") ? "is" : "are"} taken off your list: calls to ${here.startsWith("1 ") ? "it" : "them"} no longer come here.`;
  return (
    <Panel title="Remove this account">
      <div className="grid gap-4">
        <p className="text-ink-2">
          {`${numbers} They stay in your account at ${carrier}. Calls that are going on end as usual, and your call history is kept.`}
        </p>
        <OrganizationForm id="remove-account" className="flex">
          <ConfirmDialog
            form="remove-account"
            name="do"
            value="remove"
            label="Remove account"
            pending={isSent}
            title={`Remove ${name}?`}
            sentence={`${numbers} The credentials are deleted here and stay valid at ${carrier}.`}
            confirm="Remove account"
          />
        </OrganizationForm>
      </div>
    </Panel>
  );
}
