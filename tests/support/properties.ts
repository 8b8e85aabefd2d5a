/** Property tests try the same random cases every time, so that a failure is a change's and not a day's. SEED=… tries others. */
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env.SEED ?? "20261120") });
