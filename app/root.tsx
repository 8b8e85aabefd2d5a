/** The document around every page: brand and theme in the first byte, the middleware of every page request, the screen for uncaught errors. */
import { type ReactNode, useContext } from "react";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useMatches,
  useRouteLoaderData,
} from "react-router";
import { hidePlatformPages } from "#app/admin/platform-admins-only.server.ts";
import { brandTitle } from "#app/branding/page-title.ts";
import { findTenant } from "#app/branding/tenant.server.ts";
import { openRequest } from "#app/platform/request.server.ts";
import { keepsArrival } from "#app/referrals/arrival.server.ts";
import { noticeFirstVisit } from "#app/referrals/first-visit.server.ts";
import { DeletedScreen, isDeleted } from "#app/shell/deleted-screen.tsx";
import { documentOf } from "#app/shell/document.server.ts";
import { ErrorScreen, NotFoundScreen } from "#app/shell/error-screen.tsx";
import { isSuspended, SuspendedScreen } from "#app/shell/suspended-screen.tsx";
import { thrownAnswer } from "#app/shell/thrown-answer.ts";
import { signInElsewhere } from "#app/sign-in/crossing/redirected-host.server.ts";
import { takeUpInvitation } from "#app/sign-in/invitation/pending-invitation.server.ts";
import type { Route } from "./+types/root";
import { DocumentContext, handedId, type RootData } from "./document-context.ts";
import { dashboardFrame, standaloneFrame } from "./membership/dashboard-frame.ts";
import { wearOwnBrand } from "./membership/own-brand.server.ts";
import "./app.css";

export const middleware: Route.MiddlewareFunction[] = [
  openRequest,
  findTenant,
  wearOwnBrand,
  hidePlatformPages,
  noticeFirstVisit,
  signInElsewhere,
  takeUpInvitation,
];

export const loader = ({ request, url, context }: Route.LoaderArgs) => ({
  ...documentOf(request, context),
  keepsArrival: keepsArrival(request, url),
});

/** The screens on which a visitor becomes a person whose organization has a brand of its own. */
const isSignIn = ({ pathname }: URL): boolean => ["/auth", "/login", "/email-verified"].includes(pathname);

/** The document's data change with no navigation but signing in: then it wears the person's own brand (docs/product.md, "Brand on screens"). */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  isSignIn(currentUrl) && !isSignIn(nextUrl);

/** For pages without a title of their own. A document without the loader's data has its title in the layout. */
export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? [{ title: brandTitle(loaderData.brand) }] : [];

type Handle = { words?: true | ((loaded: unknown) => boolean) };
const isHandle = (handle: unknown): handle is Handle => typeof handle === "object" && handle !== null;

/** Whether a route's page is only words, which may depend on what its loader answered. */
const isWords = ({ handle, loaderData }: { handle: unknown; loaderData: unknown }): boolean => {
  if (!isHandle(handle) || handle.words === undefined) return false;
  return handle.words === true || handle.words(loaderData);
};

/** The user and organization of this document, so that cached pages are shown only to them. */
type Member = { user: { id: string }; organization: { id: string } };

export function Layout({ children }: { children: ReactNode }) {
  const fromLoader = useRouteLoaderData<typeof loader>("root");
  // Pages of words load no framework JavaScript: `handle = { words: true }`.
  const words = useMatches().some(isWords);
  const framed = useRouteLoaderData<Member>(dashboardFrame);
  const standing = useRouteLoaderData<Member>(standaloneFrame);
  const member = framed ?? standing;
  const { nonce, themeScript, startScript, handed } = useContext(DocumentContext);
  const loaded = fromLoader ?? handed;
  return (
    <html
      lang="en"
      data-theme={loaded?.theme ?? "system"}
      data-owner={member && `${member.user.id}:${member.organization.id}`}
      data-vitals={loaded?.vitals}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="preload" href="/fonts/geist.woff2" as="font" type="font/woff2" crossOrigin="" />
        {loaded && <BrandHead {...loaded} />}
        <Meta />
        {!fromLoader && loaded && <title>{brandTitle(loaded.brand)}</title>}
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
        {/* JSON in which no tag can begin (R41). */}
        {handed && !fromLoader && (
          <script id={handedId} type="application/json" nonce={nonce} suppressHydrationWarning>
            {JSON.stringify(handed).replaceAll("<", "\\u003c")}
          </script>
        )}
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

/** What browsers, devices and other sites show of the brand: its icons, its manifest, and the card of a shared link. */
function BrandHead({ brand, icon, touchIcon, shareImage }: RootData) {
  const card = {
    type: "website",
    site_name: brand.company_name,
    title: brandTitle(brand),
    description: brand.hero_subheadline,
    ...(shareImage !== null && { image: shareImage }),
  };
  return (
    <>
      <link rel="icon" href={icon} />
      <link rel="apple-touch-icon" href={touchIcon} />
      {/* With the session: on the main host it is the visitor's own brand. */}
      <link rel="manifest" href="/site.webmanifest" crossOrigin="use-credentials" />
      {Object.entries(card).map(([name, content]) => (
        <meta key={name} property={`og:${name}`} content={content} />
      ))}
    </>
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
  if (isSuspended(data)) return <SuspendedScreen {...data} />;
  return status === 404 ? (
    <NotFoundScreen requestId={requestId} />
  ) : (
    <ErrorScreen sentence={sentence} requestId={requestId} drawnFor={drawnFor} />
  );
}
