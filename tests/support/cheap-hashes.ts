/**
 * Cuts the work of a password's hash to a thousandth: as it is deployed it takes 170 ms, and these tests compute
 * thousands. tests/passwords/passwords.test.ts computes hashes in full. Stored hashes of another cost are computed as
 * they say.
 */
import type { BinaryLike, ScryptOptions } from "node:crypto";
import { vi } from "vitest";

type Done = (error: Error | null, key: Buffer) => void;

vi.mock("node:crypto", async (original) => {
  const whole = await original<typeof import("node:crypto")>();
  const scrypt = (
    password: BinaryLike,
    salt: BinaryLike,
    length: number,
    options: ScryptOptions,
    done: Done,
  ) =>
    whole.scrypt(password, salt, length, options.N === 2 ** 15 ? { ...options, N: 2 ** 5 } : options, done);
  return { ...whole, scrypt };
});
