/** A busy machine may take longer than the second that `vi.waitFor` waits by itself. */
import { vi } from "vitest";

const { waitFor } = vi;
const patiently: typeof waitFor = (callback, options) =>
  waitFor(callback, typeof options === "number" ? options : { timeout: 45_000, ...options });
// Files share a runtime, and each runs this.
if (waitFor.name !== patiently.name) vi.waitFor = patiently;
