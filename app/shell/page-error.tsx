// Owns what a page of the dashboard shows when it cannot be shown: the same words as everywhere, with the navigation still beside them.
import { isRouteErrorResponse } from "react-router";
import { DeletedScreen, isDeleted } from "./deleted-screen.tsx";
import { ErrorScreen, NotFoundScreen, RefusedScreen } from "./error-screen.tsx";

type Answer = { message?: unknown; request_id?: unknown; drawn_for?: unknown };
const isAnswer = (data: unknown): data is Answer => typeof data === "object" && data !== null;
const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** A route's `ErrorBoundary` under the dashboard's frame: `export const ErrorBoundary = PageError;` */
export function PageError({ error }: { readonly error: unknown }) {
  const isAnswered = isRouteErrorResponse(error);
  const answer = isAnswered && isAnswer(error.data) ? error.data : {};
  const facts = { requestId: text(answer.request_id), inFrame: true, homeTo: "/dashboard" };
  if (isAnswered && error.status === 404) return <NotFoundScreen {...facts} />;
  if (isAnswered && isDeleted(error.data)) return <DeletedScreen {...error.data} inFrame />;
  const Shown = isAnswered && error.status === 403 ? RefusedScreen : ErrorScreen;
  return <Shown {...facts} sentence={text(answer.message)} drawnFor={text(answer.drawn_for)} />;
}
