/** A few neighbouring pages as a row of links, with the current one marked. */
import { NavLink } from "react-router";
import { segment, segmented } from "./choice-field.tsx";

export interface PlaceLinksProps {
  readonly label: string;
  readonly places: ReadonlyArray<{ readonly to: string; readonly label: string }>;
}

export function PlaceLinks({ label, places }: PlaceLinksProps) {
  return (
    <nav aria-label={label} className={segmented}>
      {places.map((place) => (
        <NavLink key={place.to} to={place.to} className={segment}>
          {place.label}
        </NavLink>
      ))}
    </nav>
  );
}
