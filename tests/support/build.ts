/** Builds the app and the sandbox under test, when their sources have changed since. */
import { build } from "../../scripts/local-server.mjs";

export const setup = (): Promise<void> => build();
