/** The panel that deletes the account: its consequences, what must be settled first, and the typed confirmation. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import { Form, useNavigation } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextField } from "#app/ui/text-field.tsx";

interface Organization {
  readonly id: string;
  readonly name: string;
}

interface DeletePanelProps {
  readonly email: string;
  /** Organizations that would have no owner. */
  readonly toHandOver: readonly Organization[];
  /** Agencies without another member, whose clients would be left behind. */
  readonly withClients: readonly Organization[];
  /** Organizations without another member, which are deleted too. */
  readonly toDelete: readonly Organization[];
  /** Deleted organizations that could not be restored afterwards. */
  readonly toGiveUp: readonly Organization[];
  readonly result: SubmissionResult<string[]> | null;
}

export function DeletePanel({ toHandOver, withClients, ...rest }: DeletePanelProps) {
  return (
    <Panel title="Delete your account">
      {toHandOver.length > 0 ? (
        <HandOverFirst organizations={toHandOver} />
      ) : withClients.length > 0 ? (
        <ClientsFirst agencies={withClients} />
      ) : (
        <Delete {...rest} />
      )}
    </Panel>
  );
}

function ClientsFirst({ agencies }: { readonly agencies: readonly Organization[] }) {
  const isOne = agencies.length === 1;
  return (
    <div className="grid gap-4">
      <p className="max-w-[62ch] text-ink-2">
        <Names of={agencies} /> {isOne ? "has" : "have"} clients, and no one else belongs to{" "}
        {isOne ? "it" : "them"}. Before you delete your account, make someone else an owner under Users, or
        release the clients and delete {isOne ? "the organization" : "the organizations"}.
      </p>
      <div>
        <ButtonLink to="/organizations">Your organizations</ButtonLink>
      </div>
    </div>
  );
}

function HandOverFirst({ organizations }: { readonly organizations: readonly Organization[] }) {
  return (
    <div className="grid gap-4">
      <p className="max-w-[62ch] text-ink-2">
        Other people work in <Names of={organizations} />, and you're the only owner. Before you delete your
        account, make one of them an owner under Users, or delete{" "}
        {organizations.length === 1 ? "the organization" : "the organizations"}.
      </p>
      <div>
        <ButtonLink to="/organizations">Your organizations</ButtonLink>
      </div>
    </div>
  );
}

function Names({ of }: { readonly of: readonly Organization[] }) {
  return of.map(({ id, name }, at) => (
    <span key={id}>
      {at > 0 && (at === of.length - 1 ? " and " : ", ")}
      <b className="wrap-anywhere font-medium text-ink">{name}</b>
    </span>
  ));
}

function Delete({ email, toDelete, toGiveUp, result }: Omit<DeletePanelProps, "toHandOver" | "withClients">) {
  const [form, fields] = useForm<{ email: string }>({ id: "delete-account", lastResult: result });
  const isPending = useNavigation().formData?.get("intent") === "delete";
  return (
    <Form
      method="post"
      id={form.id}
      onSubmit={form.onSubmit}
      noValidate
      preventScrollReset
      className="grid max-w-[62ch] gap-4"
    >
      <p className="text-ink-2">
        Your sign-in is deleted immediately and can't be restored. You'll be signed out everywhere. You can
        sign up again with the same email address.
      </p>
      {toDelete.length > 0 && (
        <p className="text-ink-2">
          No one else belongs to <Names of={toDelete} />, so {toDelete.length === 1 ? "it's" : "they're"}{" "}
          deleted too. Callers of {toDelete.length === 1 ? "its" : "their"} numbers will hear that no one is
          available, and after 30 days {toDelete.length === 1 ? "its" : "their"} agents, calls, contacts and
          numbers will be permanently deleted.
        </p>
      )}
      {toGiveUp.length > 0 && (
        <p className="text-ink-2">
          <Names of={toGiveUp} /> {toGiveUp.length === 1 ? "was" : "were"} deleted, and you're the only owner.
          Without your account, no one can restore {toGiveUp.length === 1 ? "it" : "them"}. If others need{" "}
          {toGiveUp.length === 1 ? "it" : "them"}, restore {toGiveUp.length === 1 ? "it" : "them"} first under
          Organizations and make one of them an owner.
        </p>
      )}
      <FormErrors errors={form.errors} />
      {[...toDelete, ...toGiveUp].map(({ id }) => (
        <input key={id} type="hidden" name="organizations" value={id} />
      ))}
      <TextField
        of={fields.email}
        label={<span className="wrap-anywhere">{`Type “${email}” to delete your account`}</span>}
        type="email"
        autoComplete="off"
        className="max-w-100"
      />
      <div>
        <Button type="submit" name="intent" value="delete" variant="danger" pending={isPending}>
          Delete account
        </Button>
      </div>
    </Form>
  );
}
