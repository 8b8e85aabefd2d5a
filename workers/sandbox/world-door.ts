/** Access to the one World. */
import type { World } from "./world.ts";

export type WithWorld = { WORLD: DurableObjectNamespace<World> };
export type WorldDoor = DurableObjectStub<World>;

export const worldOf = ({ WORLD }: WithWorld): WorldDoor => WORLD.getByName("world");
