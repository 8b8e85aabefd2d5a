/** How long a page waits for an address to be proven (docs/product.md, "Sign-in flows" and "Constants"): session refresh polling, 10 tries at 500 ms. */

export const pollEvery_ms = 500;
const mostPolls = 10;

/** What comes next after so many polls without a proof: another one, or the way on, because the flow proceeds anyway. */
export const afterPolls = (count: number): "poll" | "go_on" => (count < mostPolls ? "poll" : "go_on");
