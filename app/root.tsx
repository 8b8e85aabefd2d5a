/** The document around every page: brand and theme in the first byte, the middleware every page request passes, the screen for errors nobody caught. */
import type { ReactNode } from "react";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteLoaderData,
} from "react-router";
import { brandOf, findTenant } from "#app/branding/tenant.server.ts";
import { requestFacts } from "#app/platform/context.ts";
import { openRequest } from "#app/platform/request.server.ts";
import { themeOf } from "#app/shell/theme.server.ts";
import type { Route } from "./+types/root";
import "./app.css";

export const middleware: Route.MiddlewareFunction[] = [openRequest, findTenant];

export const loader = ({ request, context }: Route.LoaderArgs) => ({
  theme: themeOf(request),
  brand: brandOf(context),
  requestId: context.get(requestFacts).id,
});

/** What the document is drawn from does not change with a navigation. */
export const shouldRevalidate = () => false;

type Handle = { words?: true };
const isHandle = (handle: unknown): handle is Handle => typeof handle === "object" && handle !== null;

/** Whose document this is, so that remembered pages are shown to nobody else. */
type Member = { user: { id: string }; organization: { id: string } };

export function Layout({ children }: { children: ReactNode }) {
  const loaded = useRouteLoaderData<typeof loader>("root");
  // Pages of words ask for no framework JavaScript: `handle = { words: true }`.
  const words = useMatches().some(({ handle }) => isHandle(handle) && handle.words);
  const member = useRouteLoaderData<Member>("shell/dashboard.route");
  return (
    <html
      lang="en"
      data-theme={loaded?.theme ?? "system"}
      data-owner={member && `${member.user.id}:${member.organization.id}`}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {!words && (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}
