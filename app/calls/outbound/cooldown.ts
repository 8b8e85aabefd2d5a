/** The longest cool-down after a conversation that a campaign may have, hours. */
export const longestCooldown = 720;
