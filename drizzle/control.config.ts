import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  schema: "./drizzle/control/schema.ts",
  out: "./drizzle/control",
});
