/** /api: what programs can do here, on this brand's own address. */

import { pageTitle } from "#app/branding/page-title.ts";
import { brandOf } from "#app/branding/tenant.server.ts";
import type { Route } from "./+types/api.route";
import { type ApiFunction, apiFunctions } from "./api-functions.ts";
import { DocumentPage } from "./document-page.tsx";

export const handle = { words: true };
export const meta: Route.MetaFunction = ({ matches }) => pageTitle("API", matches);
export const loader = ({ url, context }: Route.LoaderArgs) => ({
  brand: brandOf(context),
  origin: url.origin,
});

export default function Api({ loaderData: { brand, origin } }: Route.ComponentProps) {
  return (
    <DocumentPage brand={brand} query="" title="API" sentence="What programs can do here.">
      <p>
        Programs act for a signed-in person, by functions over HTTPS. There are no API keys: a program uses
        the person's session, and can do no more than they can.
      </p>
      <h2>Calling a function</h2>
      <p>
        Send a <code>POST</code> with a JSON body to{" "}
        <code className="wrap-anywhere">{origin}/functions/</code> and its name.
      </p>
      <Code>{`curl -X POST ${origin}/functions/check-subscription \\
  -H "Authorization: Bearer $ACCESS_TOKEN" \\
  -H "Content-Type: application/json" -d '{}'`}</Code>
      <ul>
        <li>
          From a page of this site, the browser's cookie serves. Elsewhere, send{" "}
          <code>Authorization: Bearer</code> with the access token that refresh-session gives; it's valid for
          15 minutes.
        </li>
        <li>Times are RFC 3339 texts in UTC, such as 2026-11-28T09:30:00.000Z.</li>
        <li>
          Errors are <code>{`{"error": "…"}`}</code> with a status: 400 for a body that can't be read, 401
          without a session, 403 for what the person may not do, 405 for anything but POST, 422 for fields
          that don't fit, and 429 with <code>Retry-After</code> when it's too much.
        </li>
        <li>
          Every answer carries <code>X-Request-Id</code>. Include it when you ask for help.
        </li>
      </ul>
      <h2>Functions</h2>
      {apiFunctions.map((one) => (
        <Described key={one.name} one={one} />
      ))}
      <h2>Health</h2>
      <p>
        <code>GET /status.json</code> gives what the <a href="/status">status page</a> shows, for machines.{" "}
        <code>GET /health</code> answers 200 while the service runs.
      </p>
    </DocumentPage>
  );
}

const Code = ({ children }: { readonly children: string }) => (
  <pre className="wrap-anywhere whitespace-pre-wrap rounded-md border bg-sunken p-3.5 font-mono text-ink text-meta">
    {children}
  </pre>
);

const Described = ({ one: { name, does, caller, fields, answer } }: { readonly one: ApiFunction }) => (
  <section>
    <h3 className="font-mono">{name}</h3>
    <p>{does}</p>
    <p className="text-meta">
      Takes {caller}
      {fields.length > 0 && (
        <>
          ; body: <Names names={fields} />
        </>
      )}
      . Answers <Names names={answer} />.
    </p>
  </section>
);

const Names = ({ names }: { readonly names: readonly string[] }) =>
  names.map((name, place) => (
    <span key={name}>
      {place > 0 && ", "}
      <code className="font-mono">{name}</code>
    </span>
  ));
