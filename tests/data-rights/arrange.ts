/** Exports for tests: begun by the page's form, carried on by the queue and cron, and downloaded. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { vi } from "vitest";
import { exportNote, startExport } from "#app/data-rights/exports.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import { Timing } from "#app/platform/server-timing.ts";
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

/** An export that no queue has heard of: its first step is the test's. */
export async function quietly(owner: Person): Promise<string> {
  const silent = new Proxy(env, {
    get: (real, name) => (name === "OUTBOX" ? { send: async () => undefined } : Reflect.get(real, name)),
  });
  const deps = { env: silent, db: new Database(env.DB, new Timing()) };
  const note = exportNote(owner.organizationId, owner.userId);
  const started = await startExport(owner.userId, owner.organizationId, deps, note);
  return started.id;
}

/** The bucket fails at one kind of request, a number of times. */
export function failing(method: "uploadPart" | "put", times: number): Env {
  let left = times;
  const broken = () => left-- > 0;
  const files = new Proxy(env.FILES, {
    get(real, name) {
      if (name === "put" && method === "put" && broken())
        return () => Promise.reject(new Error("the bucket is away"));
      if (name === "resumeMultipartUpload" && method === "uploadPart")
        return (key: string, id: string) => {
          const upload = real.resumeMultipartUpload(key, id);
          return {
            uploadPart: (part: number, bytes: Uint8Array) =>
              broken() ? Promise.reject(new Error("the bucket is away")) : upload.uploadPart(part, bytes),
            complete: (parts: R2UploadedPart[]) => upload.complete(parts),
            abort: () => upload.abort(),
          };
        };
      const value: unknown = Reflect.get(real, name);
      return typeof value === "function" ? value.bind(real) : value;
    },
  });
  return new Proxy(env, { get: (real, name) => (name === "FILES" ? files : Reflect.get(real, name)) });
}
