/** One operation in the reference: what it takes, its request in three languages, its answer, and a form that tries it out. */
import type { Described, Field } from "./reference-view.ts";
import type { Language } from "./written-requests.ts";

const looks: Readonly<Record<Language, string>> = {
  curl: "group-has-[#lang-curl:checked]/api:block",
  TypeScript: "group-has-[#lang-typescript:checked]/api:block",
  Python: "group-has-[#lang-python:checked]/api:block",
};

/** How code stands in the reference. */
export const block =
  "wrap-anywhere whitespace-pre-wrap rounded-md border bg-sunken p-3.5 font-mono text-ink text-meta";

/** The anchor of an operation. */
export const anchorOf = (id: string): string => id.replaceAll(/[._]/g, "-");

export function OperationPart({ one }: { readonly one: Described }) {
  return (
    <section id={anchorOf(one.id)} className="grid scroll-mt-6 grid-cols-[minmax(0,1fr)] gap-2">
      <h3>{one.summary}</h3>
      <p>
        <code className="wrap-anywhere font-mono">
          {one.method} {one.path}
        </code>
      </p>
      <p>
        <Marked words={one.words} /> Scope: <code className="font-mono">{one.scope}</code>.
      </p>
      {one.fields.length > 0 && <Fields fields={one.fields} />}
      <div>
        {one.requests.map(([language, text]) => (
          <pre key={language} className={`${block} hidden ${looks[language]}`}>
            {text}
          </pre>
        ))}
        <button type="button" data-copy="" className="text-brand-text text-meta underline scriptless:hidden">
          Copy
        </button>
      </div>
      <details>
        <summary>Answer: {one.status}</summary>
        {one.answer !== null && <pre className={block}>{one.answer}</pre>}
        {one.refusals.map(([status, words]) => (
          <p key={status} className="text-meta">
            {status}: {words}.
          </p>
        ))}
      </details>
      <Try one={one} />
    </section>
  );
}

/** Words in which names of fields stand between backticks. */
const Marked = ({ words }: { readonly words: string }) =>
  words.split("`").map((part, place) => (place % 2 === 0 ? part : <code key={part}>{part}</code>));

const Fields = ({ fields }: { readonly fields: readonly Field[] }) => (
  <ul>
    {fields.map(({ name, place, kind, isRequired, words }) => (
      <li key={`${place}.${name}`}>
        <code className="font-mono">{name}</code>{" "}
        <span className="text-ink-3 text-meta">
          {place}, {kind}
          {isRequired && ", required"}
        </span>
        {words && (
          <span className="block text-meta">
            <Marked words={words} />
          </span>
        )}
      </li>
    ))}
  </ul>
);

/** The form that sends a request from this page; without scripts there is none. */
function Try({ one }: { readonly one: Described }) {
  const { id, method, path, fields, body } = one;
  const named = fields.filter(({ place }) => place !== "body");
  return (
    <details className="scriptless:hidden">
      <summary>Try it</summary>
      <form data-method={method} data-path={`/api/v1${path}`} className="grid max-w-140 gap-3">
        {named.map(({ name, place, isRequired }) => (
          <label key={name} className="grid gap-1 text-meta">
            {name}
            <input
              name={name}
              data-place={place}
              required={isRequired}
              autoComplete="off"
              className="control"
            />
          </label>
        ))}
        {body !== null && (
          <label className="grid gap-1 text-meta">
            Body
            <textarea
              name="body"
              rows={Math.min(14, body.split("\n").length + 1)}
              defaultValue={body}
              className="control font-mono"
            />
          </label>
        )}
        {method !== "GET" && body === null && <input type="hidden" name="body" value="{}" />}
        <div>
          <button type="submit" className="rounded-md border px-3 py-1.5" aria-label={`Send ${id}`}>
            Send
          </button>
        </div>
        <output className="wrap-anywhere whitespace-pre-wrap font-mono text-meta" />
      </form>
    </details>
  );
}
