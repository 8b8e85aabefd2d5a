import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  driver: "durable-sqlite",
  schema: "./drizzle/call/schema.ts",
  out: "./drizzle/call",
});
