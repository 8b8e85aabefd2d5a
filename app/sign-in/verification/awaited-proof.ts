/** How long a page waits for an address to be proven (docs/product.md, "Sign-in flows" and "Constants"): 10 tries at 500 ms. */

export const pollEvery_ms = 500;
const mostPolls = 10;

/** The next step after so many polls without a proof: another poll, or continuing, because the flow proceeds anyway. */
export const afterPolls = (count: number): "poll" | "go_on" => (count < mostPolls ? "poll" : "go_on");
