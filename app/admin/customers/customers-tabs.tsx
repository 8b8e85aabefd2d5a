/** The two lists of /customer-management. */
import { PlaceLinks } from "#app/ui/place-links.tsx";

const places = [
  { to: "/customer-management", label: "Organizations", isExact: true },
  { to: "/customer-management/users", label: "Users" },
];

export const CustomersTabs = () => <PlaceLinks label="Customers" places={places} />;
