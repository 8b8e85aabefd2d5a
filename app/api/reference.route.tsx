/** /api: what programs can do here, made of the registry of operations, on this brand's own address. */
import { useContext } from "react";
import { pageTitle } from "#app/branding/page-title.ts";
import { brandOf } from "#app/branding/tenant.server.ts";
import { DocumentContext } from "#app/document-context.ts";
import { type ApiFunction, apiFunctions } from "#app/pages/api-functions.ts";
import { DocumentPage } from "#app/pages/document-page.tsx";
import { catalogue } from "#app/webhooks/catalogue.ts";
import type { Route } from "./+types/reference.route";
import { problems } from "./problem.ts";
import { referenceOf, scopesOf } from "./reference.server.ts";
import { anchorOf, block, OperationPart } from "./reference-operation.tsx";
import { referenceScript } from "./reference-script.ts";
import { languages } from "./written-requests.ts";

export const handle = { words: true };
export const meta: Route.MetaFunction = ({ matches }) => pageTitle("API", matches);
export const loader = ({ url, context }: Route.LoaderArgs) => ({
  brand: brandOf(context),
  origin: url.origin,
  reference: referenceOf(`${url.origin}/api/v1`),
  scopes: scopesOf(),
  events: catalogue.map(({ name, title, about, example }) => ({
    ...{ name, title, about },
    data: JSON.stringify(example, null, 2),
  })),
  problems: Object.entries(problems).map(([code, { status, title, detail }]) => ({
    code,
    status,
    title,
    detail,
  })),
});

export default function Api({ loaderData }: Route.ComponentProps) {
  const { brand, origin, reference, scopes, events } = loaderData;
  const { nonce } = useContext(DocumentContext);
  return (
    <DocumentPage
      brand={brand}
      query=""
      title="API"
      sentence="Programs can do what people can do in the dashboard: over HTTPS, with a key."
    >
      <div className="group/api grid grid-cols-[minmax(0,1fr)] gap-3.5">
        <h2 id="start">Start</h2>
        <ol>
          <li>
            An owner or admin creates a key under <a href="/integrations/keys">API keys</a>, and chooses what
            it may do.
          </li>
          <li>
            Send it with each request to <code className="wrap-anywhere">{`${origin}/api/v1`}</code>, as{" "}
            <code>Authorization: Bearer</code>.
          </li>
        </ol>
        <p>
          The same in OpenAPI 3.1: <a href="/api/v1/openapi.json">openapi.json</a>. For assistants: a Model
          Context Protocol server at <code className="wrap-anywhere">{`${origin}/mcp`}</code>, with the same
          keys.
        </p>
        <h2 id="rules">What holds everywhere</h2>
        <ul>
          <li>Bodies and answers are JSON. Fields that aren't known are refused.</li>
          <li>
            Times are RFC 3339 texts in UTC; numbers are E.164. Money is the currency's minor units, such as
            cents, as a decimal text, since a call costs fractions of them:{" "}
            <code>{'{"minor_units": "12.5", "currency": "USD"}'}</code>
          </li>
          <li>
            Lists take <code>limit</code> (at most 100) and <code>cursor</code>. While{" "}
            <code>next_cursor</code> isn't null, there's more.
          </li>
          <li>
            A key may ask 600 times a minute; <code>RateLimit-Remaining</code> says how often it still may,
            and after a 429 <code>Retry-After</code> how many seconds to wait.
          </li>
          <li>
            With an <code>Idempotency-Key</code>, a request that changes something is done once, however often
            it's repeated within 24 hours. A secret is only in the first answer.
          </li>
          <li>
            Answers carry an <code>ETag</code>: with <code>If-None-Match</code>, an unchanged one is 304
            without a body.
          </li>
          <li>
            Every answer carries <code>X-Request-Id</code>. Include it when you ask for help.
          </li>
        </ul>
        <h2 id="scopes">Scopes</h2>
        <ul>
          {scopes.map(([scope, words]) => (
            <li key={scope}>
              <code className="font-mono">{scope}</code>: {words}
            </li>
          ))}
        </ul>
        <h2 id="problems">Problems</h2>
        <p>
          What's refused is answered as <code>application/problem+json</code> (RFC 9457), with a{" "}
          <code>code</code> for programs and a <code>detail</code> for people.
        </p>
        <ul>
          {loaderData.problems.map(({ code, status, title, detail }) => (
            <li key={code} id={`problem-${code.replaceAll("_", "-")}`}>
              {status} <code className="font-mono">{code}</code> ({title}). {detail}
            </li>
          ))}
        </ul>
        <h2 id="operations">Operations</h2>
        <nav aria-label="Operations">
          <ul>
            {reference.map(({ tag, operations }) => (
              <li key={tag}>
                {tag}:{" "}
                {operations.map(({ id, summary }, place) => (
                  <span key={id}>
                    {place > 0 && ", "}
                    <a href={`#${anchorOf(id)}`}>{summary}</a>
                  </span>
                ))}
              </li>
            ))}
          </ul>
        </nav>
        <fieldset className="flex flex-wrap gap-4">
          <legend>Requests in</legend>
          {languages.map((language, place) => (
            <label key={language} className="flex items-center gap-2">
              <input
                type="radio"
                name="language"
                id={`lang-${language.toLowerCase()}`}
                defaultChecked={place === 0}
                className="tick"
              />
              {language}
            </label>
          ))}
        </fieldset>
        <label className="grid max-w-140 gap-1 scriptless:hidden">
          Your key, to try requests from this page
          <input id="try-key" type="password" autoComplete="off" className="control font-mono" />
          <span className="text-ink-3 text-meta">
            It stays on this page, and is forgotten when you leave.
          </span>
        </label>
        {reference.map(({ tag, operations }) => (
          <section key={tag} className="grid grid-cols-[minmax(0,1fr)] gap-7">
            <h2>{tag}</h2>
            {operations.map((one) => (
              <OperationPart key={one.id} one={one} />
            ))}
          </section>
        ))}
        <h2 id="events">Events</h2>
        <p>
          Webhooks tell your own addresses what happens, signed as Standard Webhooks has it: an owner or admin
          adds them under <a href="/integrations/webhooks">Webhooks</a>. Each carries <code>type</code>,{" "}
          <code>version</code>, <code>timestamp</code>, <code>organization_id</code> and <code>data</code>.
        </p>
        {events.map(({ name, title, about, data }) => (
          <details key={name} id={`event-${anchorOf(name)}`}>
            <summary>
              <code className="font-mono">{name}</code> {title}
            </summary>
            <p>{about}</p>
            <pre className={block}>{data}</pre>
          </details>
        ))}
        <h2 id="functions">Functions for signed-in people</h2>
        <p>
          Functions act for a person, by the session of their browser or the access token that refresh-session
          gives. Send a <code>POST</code> with a JSON body to{" "}
          <code className="wrap-anywhere">{`${origin}/functions/`}</code> and the name, such as{" "}
          <code className="wrap-anywhere">{`${origin}/functions/check-subscription`}</code>. Errors are{" "}
          <code>{`{"error": "…"}`}</code> with a status.
        </p>
        {apiFunctions.map((one) => (
          <FunctionPart key={one.name} one={one} />
        ))}
        <h2 id="health">Health</h2>
        <p>
          <code>GET /status.json</code> gives what the <a href="/status">status page</a> shows, for machines.{" "}
          <code>GET /health</code> answers 200 while the service runs.
        </p>
      </div>
      <script nonce={nonce} suppressHydrationWarning>
        {referenceScript}
      </script>
    </DocumentPage>
  );
}

const FunctionPart = ({ one: { name, does, caller, fields, answer } }: { readonly one: ApiFunction }) => (
  <section className="grid gap-1">
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
