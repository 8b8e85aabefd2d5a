/** The screens for an account, or a newcomer, without access: on a tenant's host, or on the way to one. */
import { Form } from "react-router";
import { AuthTitle } from "#app/shell/auth-frame.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { ModeLink } from "./mode-link.tsx";

type NoAccessProps = {
  readonly company: string;
  /** The address of their own dashboard, on the main host. */
  readonly home: string;
  /** The signed-in address; null when no account is signed in. */
  readonly email: string | null;
};

/** For an account that belongs to no organization of this host: how to get in, and a link to what it does open. */
export function NoAccess({ company, home, email }: NoAccessProps) {
  return (
    <>
      <AuthTitle
        title={`You don't have access to ${company}`}
        sentence={
          email === null ? (
            "Your account isn't on their team. Ask them to invite you, or go to your own dashboard."
          ) : (
            <>
              You're signed in as <strong className="font-strong text-ink">{email}</strong>, and that account
              isn't on their team. Ask them to invite you, or go to your own dashboard.
            </>
          )
        }
      />
      {/* A full page load: the link may lead to another host. */}
      <ButtonLink to={home} reloadDocument variant="go" size="lg" wide>
        Go to your dashboard
      </ButtonLink>
      {email !== null && (
        <Form method="post" reloadDocument className="grid">
          <SubmitButton intent="leave" variant="quiet">
            Sign out
          </SubmitButton>
        </Form>
      )}
    </>
  );
}

/** In place of the form for newcomers, where accounts are by invitation. */
export function ByInvitation({ company }: { readonly company: string }) {
  return (
    <>
      <AuthTitle
        title="Accounts are by invitation only"
        sentence={`Ask the team at ${company} to invite you. The link in their email creates your account.`}
      />
      <ModeLink mode="signin" question="Already have an account?">
        Sign in
      </ModeLink>
    </>
  );
}
