/** The bindings of the sandbox: the product's front door and number index, the World, the lines. */
import type { OrganizationObject } from "#app/platform/organization-door.ts";
import type { FrontDoor } from "./front-door.ts";
import type { Line } from "./line.ts";
import type { WithWorld } from "./world-door.ts";

export type SandboxBindings = WithWorld & {
  APP: FrontDoor;
  DB: D1Database;
  /** For seeding only. */
  ORGANIZATION: { getByName(name: string): OrganizationObject };
  LINE: DurableObjectNamespace<Line>;
};
