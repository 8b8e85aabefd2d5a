/** What a client is once no agency has it: a plan of its own to choose, and nothing left of what the agency decided. */

/** The columns of `organizations`. `now`: ms UTC */
export const standingAlone = (now: number) => ({
  parent_organization_id: null,
  suspended_at: null,
  client_limits: null,
  next_tier: null,
  withheld_sections: null,
  subscription_tier: "starter",
  subscription_status: "pending",
  updated_at: now,
});
