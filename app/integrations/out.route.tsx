/** /connect/out: on the main host, asks people from a tenant's host whether they mean to connect an account, and leads on. */
import { data, Form } from "react-router";
import { footOf } from "#app/branding/brand-foot.ts";
import { markOf } from "#app/branding/brand-mark.ts";
import { pageTitle } from "#app/branding/page-title.ts";
import { AuthFrame, AuthTitle } from "#app/shell/auth-frame.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { Route } from "./+types/out.route";
import { askOut, passOut } from "./oauth.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Connect an account", matches);
export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const asked = await askOut(request, context, Date.now());
  // `strict-origin`: the address has a secret, and a form under `no-referrer` would post `Origin: null` (R7).
  return data(asked, { headers: { "referrer-policy": "strict-origin", "cache-control": "no-store" } });
}
export const action = ({ request, context }: Route.ActionArgs) => passOut(request, context, Date.now());

export default function OutPage({ loaderData: { name, host, brand } }: Route.ComponentProps) {
  return (
    <AuthFrame
      brand={markOf(brand)}
      hero={{ headline: brand.hero_headline, description: brand.hero_subheadline }}
      footer={footOf(brand)}
    >
      <AuthTitle
        title={`Connect ${name}?`}
        sentence={
          <>
            The team on <strong className="font-strong text-ink">{host}</strong> will be able to use the
            account that you choose next. Continue only if you just pressed Connect there.
          </>
        }
      />
      <Form method="post">
        <SubmitButton intent="continue">Continue to {name}</SubmitButton>
      </Form>
    </AuthFrame>
  );
}
