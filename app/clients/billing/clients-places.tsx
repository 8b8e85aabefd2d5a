/** The links between the pages about clients. */
import { PlaceLinks } from "#app/ui/place-links.tsx";

const places = [
  { to: "/clients/prices", label: "Prices" },
  { to: "/clients/margins", label: "Margins" },
  { to: "/clients/payouts", label: "Payouts" },
  { to: "/clients/templates", label: "Templates" },
];

export const ClientsPlaces = () => <PlaceLinks label="Clients" places={places} />;
