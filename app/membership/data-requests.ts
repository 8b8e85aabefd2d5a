/**
 * Adds to every data request of a tab the organization that its page was drawn for, so that another one's data never
 * appears in it (docs/architecture.md, "Requests").
 */
import { pageOwner } from "#app/platform/page-owner.ts";

/**
 * Sends React Router's fetches of pages and fetchers with the organization in `X-Organization`. The router cannot add
 * headers itself, so this wraps `fetch`. Forms name theirs in a field.
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
