/** The forms of second factors, with their error messages (docs/product.md, "Validation"). */
import { z } from "zod";

const words = "Please enter a 6-digit code";

/** ASCII digits only. Authenticator apps show "123 456", so people type the space. */
export const sixDigits = z
  .string({ error: words })
  .transform((typed) => typed.replaceAll(/\s/g, ""))
  .pipe(z.string().regex(/^[0-9]{6}$/, { error: words }));

const recoveryWords = "Please enter one of your recovery codes";

/** R19: 24 characters, in any grouping and case. */
export const recoveryCode = z
  .string({ error: recoveryWords })
  .max(64, { error: recoveryWords })
  .transform((typed) => typed.replaceAll(/[\s-]/g, "").toUpperCase())
  .pipe(z.string().regex(/^[A-Z2-7]{24}$/, { error: recoveryWords }));

const factorId = z.string().max(64).optional();

export const factorForm = z.object({ code: sixDigits, factor_id: factorId });
export const recoveryForm = z.object({ recovery_code: recoveryCode });

/** Either code, where one field takes both: the length tells which. */
export const eitherCode = z.union([sixDigits, recoveryCode], { error: words });
