/**
 * The work of a password's hash, cut to a thousandth: a hash as it is deployed takes 170 ms, and these tests compute
 * thousands. tests/passwords/passwords.test.ts computes them in full. A stored hash of another cost is computed as it is.
 */
import { vi } from "vitest";

vi.mock("node:crypto", async (original) => {
  const whole = await original<typeof import("node:crypto")>();
  const scrypt: typeof whole.scrypt = (
    ...[password, salt, length, options, done]: Parameters<typeof whole.scrypt>
  ) =>
    whole.scrypt(password, salt, length, options.N === 2 ** 15 ? { ...options, N: 2 ** 5 } : options, done);
  return { ...whole, scrypt };
});
