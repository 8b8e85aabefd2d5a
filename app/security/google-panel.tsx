/** The panel of the joined Google account: joining one, and removing it. */
import { useId } from "react";
import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { Panel } from "#app/ui/panel.tsx";

interface GooglePanelProps {
  /** The address of the joined Google account; null: none. */
  readonly google: string | null;
  readonly canConnect: boolean;
  readonly hasPassword: boolean;
  readonly errors: readonly string[] | undefined;
}

export function GooglePanel({ google, canConnect, hasPassword, errors }: GooglePanelProps) {
  if (google === null && !canConnect) return null;
  return (
    <Panel title="Google">
      <div className="grid gap-4">
        <FormErrors errors={errors} />
        {google === null ? (
          <Connect />
        ) : (
          <>
            <p className="max-w-[62ch] text-ink-2">
              You can sign in with <b className="wrap-anywhere font-medium text-ink">{google}</b> using
              “Continue with Google”.
            </p>
            {hasPassword ? (
              <Disconnect google={google} />
            ) : (
              <p className="text-ink-3 text-meta">To disconnect it, set a password first.</p>
            )}
          </>
        )}
      </div>
    </Panel>
  );
}

/** Sent as a document, because it leads off this site. */
function Connect() {
  return (
    <Form method="post" reloadDocument className="grid gap-4">
      <p className="max-w-[62ch] text-ink-2">Sign in with Google as well as your password.</p>
      <div>
        <Button type="submit" name="intent" value="google-connect">
          Connect Google
        </Button>
      </div>
    </Form>
  );
}

function Disconnect({ google }: { readonly google: string }) {
  const form = useId();
  return (
    <Form method="post" id={form}>
      <ConfirmDialog
        form={form}
        name="intent"
        value="google-disconnect"
        label="Disconnect Google"
        title={`Disconnect ${google}?`}
        sentence="You'll sign in with your password instead. All other devices will be signed out."
        confirm="Disconnect Google"
      />
    </Form>
  );
}
