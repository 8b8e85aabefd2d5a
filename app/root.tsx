/** The document around every page: brand and theme in the first byte, the middleware of every page request, the screen for uncaught errors. */
import { type ReactNode, useContext } from "react";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteLoaderData,
} from "react-router";
import { hidePlatformPages } from "#app/admin/platform-admins-only.server.ts";
import { brandStyleOf } from "#app/branding/brand-style.ts";
import { brandOf, findTenant } from "#app/branding/tenant.server.ts";
import { requestFacts } from "#app/platform/context.ts";
import { openRequest } from "#app/platform/request.server.ts";
import { noticeFirstVisit } from "#app/referrals/first-visit.server.ts";
import { DeletedScreen, isDeleted } from "#app/shell/deleted-screen.tsx";
import { ErrorScreen, NotFoundScreen } from "#app/shell/error-screen.tsx";
import { themeOf } from "#app/shell/theme.server.ts";
import { thrownAnswer } from "#app/shell/thrown-answer.ts";
import { signInElsewhere } from "#app/sign-in/crossing/redirected-host.server.ts";
import { takeUpInvitation } from "#app/sign-in/invitation/pending-invitation.server.ts";
import type { Route } from "./+types/root";
import { DocumentContext } from "./document-context.ts";
import { dashboardFrame } from "./membership/dashboard-frame.ts";
import "./app.css";

export const middleware: Route.MiddlewareFunction[] = [
  openRequest,
  findTenant,
  hidePlatformPages,
  noticeFirstVisit,
  signInElsewhere,
  takeUpInvitation,
];

export const loader = ({ request, context }: Route.LoaderArgs) => {
  const brand = brandOf(context);
  return {
    theme: themeOf(request),
    brand,
    style: brandStyleOf(brand),
    requestId: context.get(requestFacts).id,
  };
};

/** The document's data do not change with a navigation. */
export const shouldRevalidate = () => false;

/** For pages without a title of their own. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.brand.meta_title ?? loaderData?.brand.company_name ?? "AI Voice Agents" },
];

type Handle = { words?: true };
const isHandle = (handle: unknown): handle is Handle => typeof handle === "object" && handle !== null;

/** The user and organization of this document, so that cached pages are shown only to them. */
type Member = { user: { id: string }; organization: { id: string } };

export function Layout({ children }: { children: ReactNode }) {
  const loaded = useRouteLoaderData<typeof loader>("root");
  // Pages of words load no framework JavaScript: `handle = { words: true }`.
  const words = useMatches().some(({ handle }) => isHandle(handle) && handle.words);
  const member = useRouteLoaderData<Member>(dashboardFrame);
  const { nonce, themeScript, startScript } = useContext(DocumentContext);
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
        <link rel="preload" href="/fonts/geist.woff2" as="font" type="font/woff2" crossOrigin="" />
        <link rel="icon" href={loaded?.brand.favicon_url ?? "/favicon.svg"} />
        <Meta />
        <Links />
        {loaded?.style && (
          <style nonce={nonce} suppressHydrationWarning>
            {loaded.style}
          </style>
        )}
        <script nonce={nonce} suppressHydrationWarning>
          {themeScript}
        </script>
        {!words && (
          <script nonce={nonce} suppressHydrationWarning>
            {startScript}
          </script>
        )}
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

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const {
    status,
    data,
    sentence,
    drawnFor,
    requestId = loaderData?.requestId,
  } = thrownAnswer(isRouteErrorResponse(error) ? error : null);
  if (isDeleted(data)) return <DeletedScreen {...data} />;
  return status === 404 ? (
    <NotFoundScreen requestId={requestId} />
  ) : (
    <ErrorScreen sentence={sentence} requestId={requestId} drawnFor={drawnFor} />
  );
}
