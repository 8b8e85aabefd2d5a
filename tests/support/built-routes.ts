/** The routes of the built app, with their modules. */
import type { ServerBuild } from "react-router";

const [build] = Object.values(
  import.meta.glob<Pick<ServerBuild, "routes">>("../../build/server/assets/server-build-*.js", {
    eager: true,
  }),
);
if (!build) throw new Error("build/server is missing: tests/support/build.ts makes it");

export const { routes } = build;
