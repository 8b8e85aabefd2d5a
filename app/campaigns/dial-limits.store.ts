/** The caps on all campaigns of the organization together: what the platform allows, and what the organization itself lowered. */
import { dialTimer } from "#app/calls/outbound/placed-calls.schema.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { keepSetting, settingReader } from "#app/object/settings.store.ts";
import { setTimer } from "#app/object/timers.store.ts";
import {
  type DialCaps,
  dialCaps,
  loweredBy,
  noOwnCaps,
  type OwnCaps,
  ownCaps,
  usualCaps,
} from "./campaign.schema.ts";
import type { DialStanding } from "./dial.schema.ts";
import { standing } from "./standing.store.ts";

const ownName = "own_dial_caps";
const keptShape = dialCaps.nullable().catch(null);
const ownShape = ownCaps.catch(noOwnCaps);
const kept = settingReader("dial_caps", (stored) => keptShape.parse(stored ?? null));

/** What the organization lowered. */
export const own = settingReader(ownName, (stored) => ownShape.parse(stored ?? noOwnCaps));

/** What is kept for the organization alone comes before what its plan says, and that before what is usual; the organization lowers each. */
export const capsOf = (
  db: OrganizationDatabase,
  told: Pick<DialStanding, "per_day" | "per_minute"> | null = standing(db),
): DialCaps =>
  loweredBy(
    own(db),
    kept(db) ?? { ...usualCaps, ...(told && { per_day: told.per_day, per_minute: told.per_minute }) },
  );

/** Lowers the caps, or gives back what was lowered; the dialer goes by them from now on. */
export function lower(db: OrganizationDatabase, caps: OwnCaps, now: number): void {
  keepSetting(db, ownName, caps);
  setTimer(db, dialTimer, "", now);
}
