// The error screen of a page that stands alone, without the dashboard's bar.
import { isRouteErrorResponse } from "react-router";
import { ErrorInFrame } from "./page-error.tsx";
import { thrownAnswer } from "./thrown-answer.ts";

export const StandaloneError = ({ error }: { readonly error: unknown }) => (
  <ErrorInFrame {...thrownAnswer(isRouteErrorResponse(error) ? error : null)} />
);
