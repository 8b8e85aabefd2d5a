/** Exports for tests: begun by the page's form, carried on by the queue and cron, and downloaded. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { vi } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { runCron } from "#workers/cron.ts";
import { delivered } from "../support/outbox.ts";
import { controlPlane, type Person } from "../support/people.ts";
import { unzipped } from "./unzip.ts";

export const exportsOf = ({ organizationId }: Pick<Person, "organizationId">) =>
  controlPlane()
    .select()
    .from(control.dataExports)
    .where(eq(control.dataExports.organization_id, organizationId));

/** The organization's only export, as it stands. */
export async function theExport(person: Pick<Person, "organizationId">) {
  const [row] = await exportsOf(person);
  if (!row) throw new Error("no export was started");
  return row;
}

export const begin = (person: Person) => person.post("/settings/data", { intent: "export" });

/** The queue delivers one step. */
export const step = (person: Pick<Person, "organizationId">, id: string) =>
  delivered([
    {
      id: `data_export:${id}`,
      kind: "data_export",
      payload: { export_id: id },
      organization_id: person.organizationId,
      created_at: Date.now(),
      outbox: "control",
    },
  ]);

/** Waits until the queue has done all steps. */
export const ready = (person: Person) =>
  vi.waitFor(
    async () => {
      const row = await theExport(person);
      if (row.state !== "ready") throw new Error(`${row.state}: ${row.last_error ?? ""}`);
      return row;
    },
    { timeout: 50_000, interval: 100 },
  );

export async function download(person: Person, id: string): Promise<Map<string, string>> {
  const answer = await person.get(`/settings/data/exports/${id}`);
  if (answer.status !== 200) throw new Error(`${answer.status}`);
  return unzipped(new Uint8Array(await answer.arrayBuffer()));
}

/** Cron runs, late or often. */
export const cron = (now = Date.now()) => runCron(env, now);
