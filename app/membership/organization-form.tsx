/** A form that names the organization it was drawn for, so that a tab showing another one cannot change anything by mistake. */
import { type FetcherWithComponents, Form, type FormProps, useRouteLoaderData } from "react-router";
import { dashboardFrame, standaloneFrame } from "./dashboard-frame.ts";

export function useOrganizationId(): string {
  const dashboard = useRouteLoaderData<{ organization?: { id: string } }>(dashboardFrame);
  const standalone = useRouteLoaderData<{ organization?: { id: string } }>(standaloneFrame);
  const layout = dashboard ?? standalone;
  return layout?.organization?.id ?? "";
}

type Props = FormProps & { fetcher?: FetcherWithComponents<unknown> };

/** React Router's `Form` (or a fetcher's), posting by default, with the organization in it. */
export function OrganizationForm({ fetcher, children, method = "post", ...props }: Props) {
  const As = fetcher?.Form ?? Form;
  return (
    <As method={method} {...props}>
      <input type="hidden" name="organization_id" value={useOrganizationId()} />
      {children}
    </As>
  );
}
