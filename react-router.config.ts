import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  buildDirectory: process.env.BUILD_DIR ?? "build",
  // All routes in one file that browsers keep: asking for those of each page's links would cost every page a request.
  routeDiscovery: { mode: "initial" },
  // A page's loader and action are small, and a file of each would cost a first visitor a request.
  splitRouteModules: false,
} satisfies Config;
