/** A few neighbouring pages as a row of links, with the current one marked. */
import { NavLink } from "react-router";
import { segment, segmented } from "./choice-field.tsx";

export interface PlaceLinksProps {
  readonly label: string;
  /** `isExact`: pages below it are others of these places. */
  readonly places: ReadonlyArray<{ readonly to: string; readonly label: string; readonly isExact?: boolean }>;
}

export function PlaceLinks({ label, places }: PlaceLinksProps) {
  return (
    <nav aria-label={label} className={segmented}>
      {places.map((place) => (
        <NavLink key={place.to} to={place.to} end={place.isExact ?? false} className={segment}>
          {place.label}
        </NavLink>
      ))}
    </nav>
  );
}
