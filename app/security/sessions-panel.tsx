/** The panel of sessions: where the person is signed in, and signing out the others. */
import { useId } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Tag } from "#app/ui/tag.tsx";

interface Session {
  readonly id: string;
  readonly device: string;
  readonly seen: string;
  readonly isThis: boolean;
}

interface SessionsPanelProps {
  readonly sessions: readonly Session[];
  /** Whether the person has a recent proof of identity. */
  readonly canEnd: boolean;
}

export function SessionsPanel({ sessions, canEnd }: SessionsPanelProps) {
  const others = sessions.filter(({ isThis }) => !isThis);
  return (
    <Panel title="Where you're signed in" aside={canEnd && others.length > 0 && <SignOutOthers />} flush>
      <Rows label="Where you're signed in">
        {sessions.map(({ id, device, seen, isThis }) => (
          <Row
            key={id}
            title={device}
            note={seen}
            {...(isThis && { aside: <Tag tone="good">This device</Tag> })}
            {...(!isThis && canEnd && { action: <SignOut id={id} device={device} /> })}
          />
        ))}
      </Rows>
    </Panel>
  );
}

function SignOut({ id, device }: Pick<Session, "id" | "device">) {
  const sent = useNavigation().formData;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="session" value={id} />
      <Button
        type="submit"
        name="intent"
        value="session-end"
        size="sm"
        pending={sent?.get("intent") === "session-end" && sent.get("session") === id}
        aria-label={`Sign out ${device}`}
      >
        Sign out
      </Button>
    </Form>
  );
}

function SignOutOthers() {
  const form = useId();
  const isPending = useNavigation().formData?.get("intent") === "sessions-end";
  return (
    <Form method="post" id={form} preventScrollReset>
      <ConfirmDialog
        form={form}
        name="intent"
        value="sessions-end"
        size="sm"
        pending={isPending}
        label="Sign out all others"
        title="Sign out all other devices?"
        sentence="This device stays signed in. All others will have to sign in again."
        confirm="Sign out all others"
      />
    </Form>
  );
}
