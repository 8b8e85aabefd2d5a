/** /offline: what the service worker shows instead of a document that cannot be asked for. It is kept in the browser, so it is about no person. */
import { RotateCw } from "lucide-react";
import { useContext } from "react";
import { brandOf, tenantOrganization, wearBrand } from "#app/branding/tenant.server.ts";
import { brandOfHost } from "#app/branding/worn-brand.ts";
import { DocumentContext } from "#app/document-context.ts";
import { second_ms } from "#app/platform/durations.ts";
import { Mark } from "#app/ui/avatar.tsx";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/offline.route";

export const handle = { words: true };

/** On the main host people of many brands share one browser cache, so there the page wears none. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ url, context }) => {
    if (tenantOrganization(context) !== null) return;
    const brand = brandOfHost({ own: null, agency: null }, url.hostname);
    wearBrand(context, { brand, isTenants: false, organizationId: "", home: null, sender: null });
  },
];

export const meta: Route.MetaFunction = () => [
  { title: "You're offline" },
  { name: "robots", content: "noindex" },
];

/** Without the logo: the page's only files are its style and its font. */
export const loader = ({ context }: Route.LoaderArgs) => ({
  name: tenantOrganization(context) === null ? null : brandOf(context).company_name,
});

const lookEvery_ms = 5 * second_ms;

/** Loads the wanted page as soon as the server answers: a device that has a network may still not reach it. */
const reload = `(function(){var p=location.pathname;document.querySelector("button").onclick=function(){location.reload()};function look(){fetch("/health",{cache:"no-store"}).then(function(){if(p!=="/offline")location.reload()},function(){})}
addEventListener("online",look);setInterval(function(){if(navigator.onLine)look()},${lookEvery_ms})})()`;

export default function Offline({ loaderData: { name } }: Route.ComponentProps) {
  const { nonce } = useContext(DocumentContext);
  return (
    <>
      {name !== null && (
        <header className="absolute inset-x-0 top-0 flex min-h-14 items-center gap-2.5 px-6 font-semibold md:px-[max(2rem,12vw)]">
          <Mark name={name} />
          {name}
        </header>
      )}
      <main className="grid min-h-dvh content-center justify-items-start gap-4 bg-surface px-6 py-16 md:px-[max(2rem,12vw)]">
        <div className="grid max-w-[56ch] gap-1.5">
          <h1 className="text-display">You're offline</h1>
          <div className="grid gap-1 text-ink-2">
            <p>There's no connection. We'll reload as soon as you're back online.</p>
            <p>Anything you saved is safe.</p>
          </div>
        </div>
        {/* Only a service worker shows this page, so scripts run. */}
        <Button variant="go" icon={<RotateCw />}>
          Try Again
        </Button>
      </main>
      <script nonce={nonce} suppressHydrationWarning>
        {reload}
      </script>
    </>
  );
}
