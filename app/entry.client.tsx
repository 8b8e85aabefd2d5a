/** Brings a document to life in the browser, and says so when it cannot. */
import { StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { startedEvent, startupFailedEvent } from "./startup.ts";

function Started() {
  useEffect(() => {
    window.dispatchEvent(new Event(startedEvent));
  }, []);
  return null;
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
      <Started />
    </StrictMode>,
    {
      // Nothing above the routes caught it: there is no page left to show it on.
      onUncaughtError(error) {
        window.dispatchEvent(new Event(startupFailedEvent));
        reportError(error);
      },
    },
  );
});
