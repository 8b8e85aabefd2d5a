/** /security/deleted: the page after deleting one's account. */
import { redirect } from "react-router";
import { visitor } from "#app/accounts/session.server.ts";
import { footOf } from "#app/branding/brand-foot.ts";
import { markOf } from "#app/branding/brand-mark.ts";
import { pageTitle } from "#app/branding/page-title.ts";
import { brandOf } from "#app/branding/tenant.server.ts";
import { WordsFrame } from "#app/shell/words-frame.tsx";
import type { Route } from "./+types/account-deleted.route";

export const handle = { words: true };
export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Account deleted", matches);

export async function loader({ request, context }: Route.LoaderArgs) {
  // A signed-in person has an account and is sent to it.
  if ((await visitor(request, context)).kind === "full") throw redirect("/security");
  return { brand: brandOf(context) };
}

export default function AccountDeleted({ loaderData: { brand } }: Route.ComponentProps) {
  return (
    <WordsFrame
      brand={markOf(brand)}
      title="Your account was deleted"
      sentence="You've been signed out everywhere, and we've sent a confirmation email."
      footer={footOf(brand)}
    >
      <p>
        You can <a href="/auth?mode=signup">create a new account</a> with the same email address at any time.
      </p>
    </WordsFrame>
  );
}
