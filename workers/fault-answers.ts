/**
 * Turns errors of loaders, actions and middleware into answers: status, words and request id by the error's code, the
 * same for documents and for data. React Router alone would answer "Unexpected Server Error".
 */
import type { LoaderFunctionArgs, MiddlewareFunction, ServerBuild } from "react-router";
import { requestFacts } from "#app/platform/context.ts";
import { codeOf, shownFor } from "#app/platform/errors.ts";
import { functionFault, isFunction } from "#app/platform/function-faults.ts";
import { methodNotAllowed } from "#app/platform/methods.ts";

type Note = (error: Error, args: LoaderFunctionArgs) => void;
type RouteModule = ServerBuild["routes"][string] extends infer R
  ? R extends { module: infer M }
    ? M
    : never
  : never;

/** The answer for an error. Thrown answers and data stay as they are, and so do errors of requests that the visitor has abandoned. */
function answerFor(error: unknown, args: LoaderFunctionArgs, note: Note): unknown {
  if (!(error instanceof Error) || args.request.signal.aborted) return error;
  const code = codeOf(error);
  const { status, message } = shownFor(code);
  if (status >= 500) note(error, args);
  if (isFunction(new URL(args.request.url).pathname))
    return functionFault(code ?? "unexpected", status === 503 ? { "retry-after": "5" } : {});
  const request_id = args.context.get(requestFacts).id;
  return Response.json(
    { code: code ?? "unexpected", message, request_id },
    { status, ...(status === 503 && { headers: { "retry-after": "5" } }) },
  );
}

const answering =
  <T>(run: (args: LoaderFunctionArgs) => T | Promise<T>, note: Note) =>
  async (args: LoaderFunctionArgs): Promise<T> => {
    try {
      return await run(args);
    } catch (error) {
      throw answerFor(error, args, note);
    }
  };

type Step = MiddlewareFunction<Response>;
const answeringStep =
  (step: Step, note: Note): Step =>
  async (args, next) => {
    try {
      return await step(args, next);
    } catch (error) {
      throw answerFor(error, args, note);
    }
  };

/**
 * What a route without a view answers to the method that it does not take. React Router alone would say "Unexpected
 * Server Error".
 */
function refusals({ loader, action, ...rest }: RouteModule): Partial<RouteModule> {
  if (rest.default) return {};
  if (loader && !action) return { action: () => methodNotAllowed("GET, HEAD") };
  return action && !loader ? { loader: () => methodNotAllowed("POST") } : {};
}

function answeringModule(module: RouteModule, note: Note): RouteModule {
  const { loader, action, middleware } = module;
  return {
    ...module,
    ...refusals(module),
    ...(loader && { loader: answering(loader, note) }),
    ...(action && { action: answering(action, note) }),
    ...(middleware && { middleware: middleware.map((step) => answeringStep(step, note)) }),
  };
}

const known = new WeakMap<ServerBuild, ServerBuild>();

/** The build, with fault answers around every route's server functions; `handleError` of the entry records the faults. */
export function withFaultAnswers(build: ServerBuild): ServerBuild {
  const made = known.get(build);
  if (made) return made;
  const note: Note = (error, args) => build.entry.module.handleError?.(error, args);
  const routes = Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => [
      id,
      route && { ...route, module: answeringModule(route.module, note) },
    ]),
  );
  const answered = { ...build, routes };
  known.set(build, answered);
  return answered;
}
