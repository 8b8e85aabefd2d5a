/** A form that was sent without a connection: how it is sent when the connection is back, also after its page was left. */
import { pageOwner } from "#app/platform/page-owner.ts";
import { holdQueryCache, refreshedEvent, releaseQueryCache } from "#app/platform/query-cache.ts";

/** A form, the button that sent it, and what it held then. */
export interface HeldForm {
  readonly form: HTMLFormElement;
  readonly by: HTMLElement | null;
  readonly values: FormData;
  readonly address: string;
  readonly isMultipart: boolean;
  /** For whom its page was drawn. */
  readonly owner: string | null;
  /** The title of its page. */
  readonly page: string;
}

const attribute = ({ by }: HeldForm, name: string): string | null => by?.getAttribute(name) ?? null;

/** Conform's name for a button that changes a list in the browser and sends nothing. */
export const isListPress = (held: HeldForm): boolean => attribute(held, "name") === "__intent__";

/** The same button pressed twice counts once: the form is sent with its values at that time. */
export const isSamePress = (one: HeldForm, other: HeldForm): boolean =>
  one.form === other.form &&
  attribute(one, "name") === attribute(other, "name") &&
  attribute(one, "value") === attribute(other, "value");

export function heldForm(form: HTMLFormElement, by: HTMLElement | null): HeldForm {
  const action = by?.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
  return {
    form,
    by,
    values: new FormData(form, by),
    address: new URL(action || location.href, location.href).href,
    isMultipart: form.enctype === "multipart/form-data",
    owner: pageOwner(),
    page: document.querySelector("h1")?.textContent ?? "",
  };
}

/** Sends a form of the page that is shown, by its button; a button that has been removed, together with its dialog, is replaced. */
export function sendAgain({ form, by }: HeldForm): void {
  const standIn = by && !by.isConnected ? form.appendChild(by.cloneNode()) : null;
  const button = standIn ?? by;
  form.requestSubmit(button instanceof HTMLElement ? button : null);
  if (standIn) form.removeChild(standIn);
}

const isText = (entry: [string, FormDataEntryValue]): entry is [string, string] =>
  typeof entry[1] === "string";

/**
 * Posts a form whose page was left, as a document would post it, and draws the shown page again with what changed.
 * @returns whether the server took it: not when it refused, and not for another person or organization
 */
export async function sendLate({ address, values, isMultipart, owner }: HeldForm): Promise<boolean> {
  // A form without its organization is put together by its page when it is sent, and could be sent to another one.
  if (!values.has("organization_id") || owner === null || owner !== pageOwner()) return false;
  if (new URL(address).origin !== location.origin) return false;
  const body = isMultipart ? values : new URLSearchParams([...values].filter(isText));
  holdQueryCache();
  try {
    const answer = await window.fetch(address, { method: "POST", body, headers: { accept: "text/html" } });
    return answer.ok && new URL(answer.url).pathname !== "/auth";
  } catch {
    return false;
  } finally {
    releaseQueryCache();
    window.dispatchEvent(new CustomEvent(refreshedEvent, { detail: location.pathname + location.search }));
  }
}
