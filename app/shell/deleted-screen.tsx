/** The screen of every page of a deleted organization: until when it can be restored, and where else the person can go. */
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Screen } from "./error-screen.tsx";

type Named = { readonly id: string; readonly name: string };

export interface DeletedScreenProps {
  readonly deleted: Named & {
    readonly until: string;
    readonly can_restore: boolean;
    readonly agency?: string | null;
  };
  /** Living organizations of the same person. */
  readonly others: readonly Named[];
}

/** For more organizations there is the list on /organizations, which any of them leads to. */
const mostOthers = 5;

/** Whether an answer comes from `deletedAnswer` (membership/deleted-organizations.server.ts). */
export const isDeleted = (answer: unknown): answer is DeletedScreenProps =>
  typeof answer === "object" && answer !== null && "code" in answer && answer.code === "organization_deleted";

export function DeletedScreen({
  deleted,
  others,
  inFrame,
}: DeletedScreenProps & { readonly inFrame?: boolean }) {
  const { id, name, until, can_restore, agency } = deleted;
  return (
    <Screen
      title={`${name} was deleted`}
      inFrame={inFrame}
      actions={
        <>
          {can_restore && (
            <form method="post" action="/organizations/restore">
              <Button type="submit" variant="go" name="organization" value={id}>
                Restore {name}
              </Button>
            </form>
          )}
          {others.slice(0, mostOthers).map((other) => (
            <form key={other.id} method="post" action="/organizations/switch">
              <Button type="submit" name="to" value={other.id}>
                Go to {other.name}
              </Button>
            </form>
          ))}
          <a href="/organizations/new" className={buttonClass({})}>
            New organization
          </a>
          <a href="/security" className={buttonClass({})}>
            Your account
          </a>
          <form method="post" action="/sign-out">
            <Button type="submit">Sign out</Button>
          </form>
        </>
      }
    >
      <p>
        {can_restore ? "It can be restored" : `${agency ?? "One of its owners"} can restore it`}{" "}
        {`until ${until}. After that, everything in it is permanently deleted.`}
      </p>
      <p>Until then, nothing in it changes, and callers hear that no one is available.</p>
    </Screen>
  );
}
