/** The frame of the admin pages: their navigation, and the request to confirm one's identity. */
import type { ReactNode } from "react";
import { ConfirmItIsYou } from "#app/confirm/confirm-it-is-you.tsx";
import { Page } from "#app/shell/page.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { PlaceLinks } from "#app/ui/place-links.tsx";

const places = [
  { to: "/customer-management", label: "Customers" },
  { to: "/admin/security", label: "Security" },
  { to: "/admin/audit", label: "Audit trail" },
  { to: "/admin/billing-events", label: "Billing events" },
  { to: "/admin/error-logs", label: "Errors" },
  { to: "/admin/incidents", label: "Incidents" },
  { to: "/admin/web-vitals", label: "Web vitals" },
  { to: "/testing", label: "Checks" },
];

type ConfirmProps = Parameters<typeof ConfirmItIsYou>[0];

export interface AdminPageProps {
  readonly title: string;
  /** The pages above this one, from the top: "Customers". */
  readonly above?: readonly { readonly label: string; readonly to: string }[];
  readonly sentence: string;
  /** Null when nothing has to be confirmed. */
  readonly asks: Omit<ConfirmProps, "sentence"> | null;
  readonly children: ReactNode;
}

export function AdminPage({ title, above = [], sentence, asks, children }: AdminPageProps) {
  return (
    <Page path={[{ label: "Platform" }, ...above, { label: title }]}>
      <PageHeader title={title} sentence={sentence} aside={<PlaceLinks label="Platform" places={places} />} />
      {asks ? (
        <ConfirmItIsYou {...asks} sentence="You'll be asked again every 30 minutes on platform pages." />
      ) : (
        children
      )}
    </Page>
  );
}
