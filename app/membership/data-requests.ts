/** Lets every data request of a tab say which organization its page was drawn for, so that another one's is never shown in its frame (docs/architecture.md, "Requests"). */
import { pageOwner } from "#app/platform/page-owner.ts";

/**
 * Sends what React Router fetches for a page or a fetcher with the organization in `X-Organization`. The router gives a
 * request's own headers to no server, so this stands around `fetch`. Forms name theirs in a field.
 */
export function namingOrganization(send: typeof window.fetch): typeof window.fetch {
  return (input, init) => {
    const organizationId = pageOwner()?.split(":")[1];
    const isData =
      input instanceof URL && input.origin === location.origin && input.pathname.endsWith(".data");
    if (organizationId === undefined || !isData || (init?.method ?? "GET") !== "GET")
      return send(input, init);
    const headers = new Headers(init?.headers);
    headers.set("x-organization", organizationId);
    return send(input, { ...init, headers });
  };
}
