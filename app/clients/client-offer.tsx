/** Offering a client to another agency, on its page. */
import type { SubmissionResult } from "@conform-to/react";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { SettingsForm } from "#app/organizations/settings-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { ClientView } from "./client-view.ts";

interface OfferProps extends Pick<ClientView, "name" | "offer" | "restorableUntil" | "needsProof"> {
  readonly result: SubmissionResult<string[]> | null;
}

export function Offer({ name, offer, restorableUntil, needsProof, result }: OfferProps) {
  if (restorableUntil !== null) return null;
  if (offer)
    return (
      <Panel title="Move to another agency" flush>
        <Rows>
          <Row
            title={`Offered to ${offer.email}`}
            note={`The offer expires ${offer.until}. Until it's accepted, nothing changes.`}
            action={
              <OrganizationForm>
                <Button type="submit" name="intent" value="withdraw" size="sm">
                  Withdraw
                </Button>
              </OrganizationForm>
            }
          />
        </Rows>
      </Panel>
    );
  return (
    <SettingsForm<{ email: string }>
      title="Move to another agency"
      sentence={
        <>
          We'll email an owner or admin of the other agency a link to accept. {name} will then use that
          agency's brand and plan, and you'll lose access.
          {needsProof && (
            <>
              {" "}
              <strong className="font-strong text-ink">Confirm it's you below first.</strong>
            </>
          )}
        </>
      }
      section="offer"
      save="Send offer"
      values={{ email: "" }}
      constraint={{ email: { required: true } }}
      result={result}
    >
      {(fields) => (
        <TextField
          of={fields.email}
          label="Email of an owner or admin there"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </SettingsForm>
  );
}
