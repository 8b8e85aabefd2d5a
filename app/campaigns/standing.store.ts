/** What the dialer was told last of its organization's plan and clock. */
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { keepSetting, settingReader } from "#app/object/settings.store.ts";
import { type DialStanding, dialStanding } from "./dial.schema.ts";

const name = "dial_standing";
const shape = dialStanding.nullable().catch(null);

/** null: it was told nothing yet; what the plan stands against is refused when the call is placed. */
export const standing = settingReader(name, (stored): DialStanding | null => shape.parse(stored ?? null));

export function keepStanding(db: OrganizationDatabase, told: DialStanding): void {
  if (JSON.stringify(standing(db)) !== JSON.stringify(told)) keepSetting(db, name, told);
}

/** The clock of the caps of a day: the organization's, or that of a campaign where it is not known. */
export const clockOf = (db: OrganizationDatabase, { time_zone }: { time_zone: string }): string =>
  standing(db)?.time_zone ?? time_zone;
