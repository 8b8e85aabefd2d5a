/** Fills the names into a text that an agent says word for word. */
import type { Scene } from "./conversation.ts";

/** A name that is not known leaves no gap: "Hi {name}, this is" becomes "Hi, this is". */
export function filled(text: string, { organization, agent, caller }: Scene): string {
  const named = text.replaceAll("{organization}", organization.name).replaceAll("{agent}", agent.name);
  const first = caller.name?.trim().split(/\s+/)[0];
  return first ? named.replaceAll("{name}", first) : named.replaceAll(" {name}", "").replaceAll("{name}", "");
}
