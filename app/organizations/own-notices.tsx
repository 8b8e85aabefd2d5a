/** Which mails about an organization's calls a member gets: each member chooses their own. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { SwitchField } from "#app/ui/choice-field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { SaveSection } from "./save-section.tsx";

export interface OwnNoticesProps {
  /** The organization's name. */
  readonly organization: string;
  readonly wanted: readonly string[];
  readonly email: string;
  readonly result: SubmissionResult<string[]> | null;
}

export function OwnNotices({ organization, wanted, email, result }: OwnNoticesProps) {
  const [form, fields] = useForm<{ booking: boolean; message: boolean; missed: boolean }>({
    id: "own-notices",
    lastResult: result,
    defaultValue: {
      booking: wanted.includes("booking"),
      message: wanted.includes("message"),
      missed: wanted.includes("missed"),
    },
  });
  return (
    <Panel id="notifications" title={`Notifications from ${organization}`}>
      <OrganizationForm id={form.id} onSubmit={form.onSubmit} noValidate className="grid max-w-140 gap-4">
        <p className="wrap-anywhere text-ink-2">To you, at {email}. Everybody chooses for themselves.</p>
        <SwitchField of={fields.booking} label="Mail me when a call books an appointment" />
        <SwitchField
          of={fields.message}
          label="Mail me when a caller leaves a message or expects a call back"
        />
        <SwitchField
          of={fields.missed}
          label="Mail me when a call is missed"
          hint="No agent took it: closed, all lines busy, or the caller hung up before."
        />
        <SaveSection section="notices">Save notifications</SaveSection>
      </OrganizationForm>
    </Panel>
  );
}
