import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  driver: "durable-sqlite",
  schema: "./drizzle/organization/schema.ts",
  out: "./drizzle/organization",
});
