/** The error screens, with the words of docs/product.md, "Error screens". Plain links and forms: they work without scripts. */
import { Home, RotateCw } from "lucide-react";
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from "react";
import { useInRouterContext, useLocation, useRouteLoaderData } from "react-router";
import { Mark } from "#app/ui/avatar.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { cx } from "#app/ui/cx.ts";
import { reloadEvent } from "#app/ui/offline-link.ts";

interface ScreenProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly actions: ReactNode;
  /** Shown in small print, so that a person can quote it to support. */
  readonly requestId?: string | undefined;
  /** Inside the dashboard's `main` already. */
  readonly inFrame?: boolean | undefined;
}

/** The brand of the document, from the root's loader; undefined when that failed. */
interface Branded {
  readonly brand?: { readonly company_name: string; readonly logo_url?: string | undefined };
}

/** The brand as the way to the start page: a full page load, because after an error the page's own state cannot be trusted. */
function BrandBar() {
  const brand = useRouteLoaderData<Branded | undefined>("root")?.brand;
  if (!brand) return null;
  return (
    <header className="absolute inset-x-0 top-0 flex min-h-14 items-center px-6 md:px-[max(2rem,12vw)]">
      <a href="/" className="flex items-center gap-2.5 font-semibold text-ink no-underline">
        <Mark name={brand.company_name} logo={brand.logo_url} />
        {brand.company_name}
      </a>
    </header>
  );
}

/** Words and what can be done, on an otherwise empty page; outside the dashboard under the brand. */
export function Screen({ title, children, actions, requestId, inFrame }: ScreenProps) {
  const Landmark = inFrame ? "div" : "main";
  const hasRouter = useInRouterContext();
  const heading = useRef<HTMLHeadingElement>(null);
  // It replaces a page, and with it the element that had the focus.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  const screen = (
    <Landmark
      className={cx(
        "grid content-center justify-items-start gap-4 bg-surface px-6 py-16 md:px-[max(2rem,12vw)]",
        inFrame ? "min-h-[70dvh]" : "min-h-dvh",
      )}
    >
      <div className="grid max-w-[56ch] gap-1.5">
        <h1 ref={heading} tabIndex={-1} className="text-display">
          {title}
        </h1>
        <div className="grid gap-1 text-ink-2">{children}</div>
      </div>
      <div className="flex flex-wrap gap-2">{actions}</div>
      {requestId !== undefined && (
        <p className="text-ink-3 text-xs">
          Request ID <code className="select-all font-mono">{requestId}</code>
        </p>
      )}
    </Landmark>
  );
  if (inFrame || !hasRouter) return screen;
  return (
    <>
      <BrandBar />
      {screen}
    </>
  );
}

/** A form that requests this address again: a button that reloads, also without scripts. */
function Reload({ children, main }: { readonly children: ReactNode; readonly main?: boolean }) {
  return (
    <form method="get">
      {useInRouterContext() && <QueryFields />}
      <Button type="submit" variant={main ? "go" : "plain"} icon={<RotateCw />}>
        {children}
      </Button>
    </form>
  );
}

/** A GET form replaces the query by its fields, so the query becomes fields. */
function QueryFields() {
  const { search } = useLocation();
  return [...new URLSearchParams(search)].map(([name, value]) => (
    <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
  ));
}

/** Switching back returns to this page. */
function ReturnHere() {
  const { pathname, search } = useLocation();
  return <input type="hidden" name="returnPath" value={`${pathname}${search}`} />;
}

function GoHome({ to }: { readonly to: string }) {
  // A full page load: after an error the page's own state cannot be trusted.
  return (
    <a href={to} className={buttonClass({})}>
      <Home />
      Go Home
    </a>
  );
}

export interface ErrorScreenProps {
  /** What happened, in a sentence, if known. */
  readonly sentence?: string | undefined;
  readonly requestId?: string | undefined;
  readonly inFrame?: boolean | undefined;
  /** Where "Go Home" leads; by default the start page. */
  readonly homeTo?: string | undefined;
  /** The organization that the tab was drawn for, when another one is active now: the one to switch back to. */
  readonly drawnFor?: string | undefined;
}

const neverChanges = () => () => undefined;
const isOfflineHere = () => !navigator.onLine;
const assumeOnline = () => false;

/** A page that could not be requested: it is loaded when the connection is back. */
function OfflineScreen({ inFrame, homeTo = "/" }: Pick<ErrorScreenProps, "inFrame" | "homeTo">) {
  useEffect(() => {
    const load = () => {
      if (window.dispatchEvent(new Event(reloadEvent, { cancelable: true }))) window.location.reload();
    };
    window.addEventListener("online", load);
    return () => window.removeEventListener("online", load);
  }, []);
  return (
    <Screen title="You're offline" inFrame={inFrame} actions={<GoHome to={homeTo} />}>
      <p>There's no connection. We'll reload as soon as you're back online.</p>
      <p>Anything you saved is safe.</p>
    </Screen>
  );
}

/** For errors, and for a tab that shows another organization than the active one. */
export function ErrorScreen({ sentence, requestId, inFrame, homeTo = "/", drawnFor }: ErrorScreenProps) {
  const hasRouter = useInRouterContext();
  const isOffline = useSyncExternalStore(neverChanges, isOfflineHere, assumeOnline);
  // A message of the server stays, whatever the connection does afterwards.
  if (isOffline && sentence === undefined) return <OfflineScreen inFrame={inFrame} homeTo={homeTo} />;
  return (
    <Screen
      title={drawnFor === undefined ? "Oops! Something went wrong" : "This tab shows another organization"}
      requestId={requestId}
      inFrame={inFrame}
      actions={
        <>
          {drawnFor === undefined && <Reload main>Try Again</Reload>}
          {drawnFor !== undefined && (
            <form method="post" action="/organizations/switch">
              {hasRouter && <ReturnHere />}
              <Button type="submit" variant="go" name="to" value={drawnFor}>
                Switch back
              </Button>
            </form>
          )}
          {drawnFor !== undefined && <Reload>Reload</Reload>}
          <GoHome to={homeTo} />
        </>
      }
    >
      <p>{sentence ?? "We couldn't load this page. We've been notified."}</p>
      <p>Anything you saved is safe.</p>
    </Screen>
  );
}

export interface NotFoundScreenProps extends Omit<ErrorScreenProps, "sentence"> {
  /** What is missing, when the address leads to one thing: "call". */
  readonly noun?: string | undefined;
  /** The list that it would stand in. */
  readonly list?: { readonly to: string; readonly label: string } | undefined;
}

/** For an unknown address, and for a thing that the organization does not have. */
export function NotFoundScreen(props: NotFoundScreenProps) {
  const { requestId, inFrame, homeTo = "/", noun = "page", list } = props;
  return (
    <Screen
      title={`This ${noun} doesn't exist`}
      requestId={requestId}
      inFrame={inFrame}
      actions={
        <>
          {list && (
            <a href={list.to} className={buttonClass({ variant: "go" })}>
              Go to {list.label}
            </a>
          )}
          <GoHome to={homeTo} />
        </>
      }
    >
      {list ? (
        <p>It may have been deleted, or the link leads to another organization.</p>
      ) : (
        <p>Check the address for typos. The page may have been removed.</p>
      )}
    </Screen>
  );
}

/** For a person without the permission: whom to ask, in the answer's own words. */
export function RefusedScreen({ sentence, inFrame, homeTo = "/" }: ErrorScreenProps) {
  return (
    <Screen title="You don't have access to this page" inFrame={inFrame} actions={<GoHome to={homeTo} />}>
      <p>{sentence}</p>
    </Screen>
  );
}

/** The app could not start in this browser: drawn by the client entry when hydration throws. */
export function InitializationFailed({ requestId }: { readonly requestId?: string | undefined }) {
  return (
    <Screen
      title="App Initialization Failed"
      requestId={requestId}
      actions={<Reload main>Reload Page</Reload>}
    >
      <p>The page didn't start as it should. Reloading it usually helps.</p>
    </Screen>
  );
}
