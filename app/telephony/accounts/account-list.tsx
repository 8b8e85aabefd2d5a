// The own accounts of an organization: a list, and the form that adds one.
import { type SubmissionResult, useForm } from "@conform-to/react";
import { useNavigation } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { ownCarriers } from "#app/telephony/carriers/account-terms.ts";
import { shownFor } from "#app/telephony/carriers/shown-for.ts";
import { Refusal } from "#app/telephony/refusal.tsx";
import { Button } from "#app/ui/button.tsx";
import { ChoiceField } from "#app/ui/choice-field.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { CredentialFields } from "./credential-fields.tsx";

export interface AccountView {
  readonly id: string;
  readonly name: string;
  readonly carrier: string;
  readonly isWorking: boolean;
  /** Why it does not work, in words. */
  readonly trouble: string | null;
  readonly isDefault: boolean;
  /** "3 numbers" */
  readonly numbers: string;
  readonly tested: string;
}

export function Accounts({ accounts }: { readonly accounts: readonly AccountView[] }) {
  return (
    <Panel title="Your accounts" flush>
      {accounts.length === 0 ? (
        <EmptyState title="No account of your own yet">
          Numbers that you get here work without one. Connect your account at a carrier to use the numbers
          that you already have there.
        </EmptyState>
      ) : (
        <Rows label="Your accounts">
          {accounts.map(({ id, name, carrier, isWorking, trouble, isDefault, numbers, tested }) => (
            <Row
              key={id}
              to={`/twilio-settings/${id}`}
              title={name}
              aside={
                <span className="flex gap-1.5">
                  {isDefault && <Tag tone="brand">Default</Tag>}
                  <Tag tone={isWorking ? "good" : "bad"}>{isWorking ? "Works" : "Doesn't work"}</Tag>
                </span>
              }
              note={`${carrier} · ${numbers} · ${tested}`}
            >
              {trouble ?? undefined}
            </Row>
          ))}
        </Rows>
      )}
    </Panel>
  );
}

interface AddAccountProps {
  readonly result: SubmissionResult<string[]> | null;
  readonly error: string | null;
  readonly exact: string | null;
}

export function AddAccount({ result, error, exact }: AddAccountProps) {
  const [form, fields] = useForm<{ carrier: string; name: string }>({
    id: "add-account",
    lastResult: result,
    defaultValue: { carrier: ownCarriers[0]?.name ?? "", name: "" },
  });
  const isPending = useNavigation().formData?.get("do") === "add";
  return (
    <Panel title="Connect an account" id="add">
      <OrganizationForm
        id={form.id}
        onSubmit={form.onSubmit}
        noValidate
        preventScrollReset
        className="group/account grid max-w-140 gap-4"
      >
        <p className="text-ink-2">
          We ask the carrier whether it takes the credentials, and keep them encrypted if it does. They're
          never shown again.
        </p>
        <Refusal words={error} exact={exact} />
        <ChoiceField
          of={fields.carrier}
          label="Carrier"
          look="segmented"
          choices={ownCarriers.map(({ name, title }) => ({ value: name, label: title }))}
        />
        <TextField
          of={fields.name}
          label="Name"
          placeholder="Head office"
          autoComplete="off"
          maxLength={60}
          hint="How it appears in your lists."
        />
        {ownCarriers.map((carrier) => (
          <CredentialFields
            key={carrier.name}
            carrier={carrier}
            errors={result?.error ?? {}}
            className={shownFor[carrier.name] ?? "grid"}
          />
        ))}
        <div>
          <Button type="submit" name="do" value="add" variant="go" pending={isPending}>
            Connect account
          </Button>
        </div>
      </OrganizationForm>
    </Panel>
  );
}
