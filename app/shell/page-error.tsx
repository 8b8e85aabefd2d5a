// The error screen inside the dashboard's frame: the usual words, under the page's bar with its search and with the navigation beside them.
import { isRouteErrorResponse } from "react-router";
import { DeletedScreen, isDeleted } from "./deleted-screen.tsx";
import { ErrorScreen, NotFoundScreen, RefusedScreen } from "./error-screen.tsx";
import { PageBar } from "./page.tsx";
import { isSuspended, SuspendedScreen } from "./suspended-screen.tsx";
import { thrownAnswer } from "./thrown-answer.ts";

/** Statuses in the place of a page's name. */
const shortly: Readonly<Record<number, string>> = { 403: "No access", 404: "Not found" };

/** A route's `ErrorBoundary` under the dashboard's frame: `export const ErrorBoundary = PageError;` */
export function PageError({ error }: { readonly error: unknown }) {
  const answer = thrownAnswer(isRouteErrorResponse(error) ? error : null);
  return (
    <>
      <PageBar path={[answer.list ?? { label: shortly[answer.status ?? 500] ?? "Error" }]} />
      <ErrorInFrame {...answer} />
    </>
  );
}

/** The words alone. */
export function ErrorInFrame(answer: ReturnType<typeof thrownAnswer>) {
  const { status, data, sentence, requestId, drawnFor, noun, list } = answer;
  const facts = { requestId, inFrame: true, homeTo: "/dashboard" };
  if (status === 404) return <NotFoundScreen {...facts} noun={noun} list={list} />;
  if (isDeleted(data)) return <DeletedScreen {...data} inFrame />;
  if (isSuspended(data)) return <SuspendedScreen {...data} inFrame />;
  const Shown = status === 403 ? RefusedScreen : ErrorScreen;
  return <Shown {...facts} sentence={sentence} drawnFor={drawnFor} />;
}
