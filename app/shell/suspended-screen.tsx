/** The screen of every page of a suspended organization: whom to ask, and where else the person can go. */
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Screen } from "./error-screen.tsx";

type Named = { readonly id: string; readonly name: string };

export interface SuspendedScreenProps {
  readonly suspended: {
    readonly name: string;
    /** Whom to ask: the agency, and otherwise the brand. */
    readonly asked: string;
    readonly support_email: string | null;
  };
  /** Other organizations of the same person. */
  readonly others: readonly Named[];
}

const mostOthers = 5;

/** Whether an answer comes from `suspendedAnswer` (membership/suspended-organizations.server.ts). */
export const isSuspended = (answer: unknown): answer is SuspendedScreenProps =>
  typeof answer === "object" &&
  answer !== null &&
  "code" in answer &&
  answer.code === "organization_suspended";

export function SuspendedScreen({
  suspended,
  others,
  inFrame,
}: SuspendedScreenProps & { readonly inFrame?: boolean }) {
  const { name, asked, support_email } = suspended;
  return (
    <Screen
      title={`${name} is suspended`}
      inFrame={inFrame}
      actions={
        <>
          {support_email !== null && (
            <a href={`mailto:${support_email}`} className={buttonClass({ variant: "go" })}>
              Email {support_email}
            </a>
          )}
          {others.slice(0, mostOthers).map((other) => (
            <form key={other.id} method="post" action="/organizations/switch">
              <Button type="submit" name="to" value={other.id}>
                Go to {other.name}
              </Button>
            </form>
          ))}
          <a href="/security" className={buttonClass({})}>
            Your account
          </a>
          <form method="post" action="/sign-out">
            <Button type="submit">Sign out</Button>
          </form>
        </>
      }
    >
      <p>{asked} can tell you more. Everything in it is kept.</p>
      <p>Until then, no one can open it, and callers hear that no one is available.</p>
    </Screen>
  );
}
