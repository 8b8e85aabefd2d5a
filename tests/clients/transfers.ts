/** Clients that move to another agency, in tests. */
import { expect } from "vitest";
import { mailTo } from "../support/inbox.ts";
import type { Person } from "../support/people.ts";
import { agencyOwner, press } from "./arrange.ts";

/** Another agency, which takes clients over. */
export const otherAgency = (organization: Parameters<typeof agencyOwner>[0] = {}) =>
  agencyOwner({ name: "Lakeside Calls", ...organization });

/** The address that the newest mail with an offer leads to, once there are `count`. */
export async function linkTo(email: string, count = 1): Promise<URL> {
  const mail = await mailTo(email, count);
  return new URL(/https?:\/\/\S+\/clients\/accept\?token=[\w-]+/.exec(mail.text)?.[0] ?? "no link");
}

export const offered = async (by: Person, client: Person, to: Person, count = 1): Promise<string> => {
  const answer = await press(by, client, "offer", { email: to.email });
  expect(answer.headers.get("location")).toBe(`/clients/${client.organizationId}?done=offered`);
  const { pathname, search } = await linkTo(to.email, count);
  return `${pathname}${search}`;
};

export const accept = (by: Person, link: string) => by.post(link, { intent: "accept" });
