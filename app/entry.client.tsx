/** Hydrates a document in the browser, and reports when it cannot. */
import { StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { namingOrganization } from "#app/membership/data-requests.ts";
import { vitalsWhenIdle } from "#app/monitoring/idle-vitals.ts";
import { tellError, watchErrors } from "./browser-errors.ts";
import { isMissingCode, missingCodeEvent, startedEvent, startupFailedEvent } from "./startup.ts";

/** Handles what a loader or a page threw; the routes show its screen. */
function failed(error: unknown): void {
  if (isMissingCode(error)) window.dispatchEvent(new Event(missingCodeEvent, { cancelable: true }));
  // An answer that refuses is not an error.
  else if (error instanceof Error) {
    console.error(error);
    tellError(error, "render");
  }
}

function Started() {
  useEffect(() => {
    window.dispatchEvent(new Event(startedEvent));
    watchErrors();
    vitalsWhenIdle();
  }, []);
  return null;
}

window.fetch = namingOrganization(window.fetch.bind(window));

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter onError={failed} />
      <Started />
    </StrictMode>,
    {
      // No route caught it, so there is no page left to show it on.
      onUncaughtError(error) {
        window.dispatchEvent(new Event(startupFailedEvent));
        reportError(error);
      },
    },
  );
});
