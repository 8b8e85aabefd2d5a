// The error screen inside the dashboard's frame: the usual words, with the navigation beside them.
import { isRouteErrorResponse } from "react-router";
import { DeletedScreen, isDeleted } from "./deleted-screen.tsx";
import { ErrorScreen, NotFoundScreen, RefusedScreen } from "./error-screen.tsx";
import { thrownAnswer } from "./thrown-answer.ts";

/** A route's `ErrorBoundary` under the dashboard's frame: `export const ErrorBoundary = PageError;` */
export function PageError({ error }: { readonly error: unknown }) {
  const { status, data, sentence, requestId, drawnFor } = thrownAnswer(
    isRouteErrorResponse(error) ? error : null,
  );
  const facts = { requestId, inFrame: true, homeTo: "/dashboard" };
  if (status === 404) return <NotFoundScreen {...facts} />;
  if (isDeleted(data)) return <DeletedScreen {...data} inFrame />;
  const Shown = status === 403 ? RefusedScreen : ErrorScreen;
  return <Shown {...facts} sentence={sentence} drawnFor={drawnFor} />;
}
