/** The bindings of the sandbox: the product's front door and number index, the World, the lines. */
import type { OrganizationObject } from "#app/platform/organization-door.ts";
import type { FrontDoor } from "./front-door.ts";
import type { Line } from "./line.ts";
import type { WithWorld } from "./world-door.ts";

/** What an object of local mode offers the demo besides (workers/local-organization.ts). */
type HeldTimers = {
  /** From now on no timer rings, so that the past can be written in its own order. */
  holdTimers(): Promise<void>;
  /** Whatever is due rings now. */
  releaseTimers(): Promise<void>;
};

export type SandboxBindings = WithWorld & {
  APP: FrontDoor;
  DB: D1Database;
  /** For seeding only. */
  ORGANIZATION: { getByName(name: string): OrganizationObject & HeldTimers };
  LINE: DurableObjectNamespace<Line>;
};
