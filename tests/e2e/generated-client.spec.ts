/** A client that another tool generates from the API's description: a program that uses it is checked by TypeScript, and calls the running API. */
import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { generateApi } from "swagger-typescript-api";
import { z } from "zod";
import { expect, test } from "./visitor.ts";

const program = `import { Api } from "./client.ts";

export async function run(baseUrl: string, key: string, phone_number: string) {
  const api = new Api<string>({
    baseUrl,
    securityWorker: (token) => ({ headers: { authorization: \`Bearer \${token}\` } }),
  });
  api.setSecurityData(key);
  const numbers = [{ phone_number, label: "Mobile" }];
  const { data: contact } = await api.contacts.contactsCreate({ name: "Ada Lovelace", numbers });
  const { data: task } = await api.contacts.tasksCreate(contact.id, { title: "Call Ada back" });
  const { data: done } = await api.tasks.tasksUpdate(task.id, { done: true });
  const { data: calls } = await api.calls.callsList({ limit: 2 });
  const types: string[] = calls.data.map(({ type }) => type);
  const refused = await api.contacts.contactsCreate({ name: "Twice", numbers }).then(
    () => null,
    ({ error }: { error: { code: string } }) => error.code,
  );
  await api.contacts.contactsArchive(contact.id, {});
  return { name: contact.name, isDone: done.done_at !== null, types, refused };
}
`;

const demo = z.object({ organizations: z.array(z.object({ api_key: z.string() })) });
const made = z.object({
  run: z.custom<(baseUrl: string, key: string, phone_number: string) => Promise<unknown>>(
    (value) => typeof value === "function",
  ),
});

const strictly = [
  ..."--ignoreConfig --strict --target es2023 --lib es2023,dom,dom.iterable".split(" "),
  ..."--module esnext --moduleResolution bundler --rewriteRelativeImportExtensions --types".split(" "),
  "",
];

/** Compiles a program, and says what TypeScript finds wrong. */
const compiled = (file: string, to: string): Promise<string> =>
  promisify(execFile)("node_modules/.bin/tsc", [file, ...strictly, "--outDir", to]).then(
    () => "",
    (error: { stdout: string }) => error.stdout,
  );

test("a program with the generated client is right as it is written, and does what it says", async ({
  request,
  baseURL,
}, testInfo) => {
  test.slow();
  const at = (name: string) => testInfo.outputPath(name);
  await mkdir(at(""), { recursive: true });
  await writeFile(at("openapi.json"), await (await request.get("/api/v1/openapi.json")).body());
  const { files } = await generateApi({
    input: at("openapi.json"),
    output: false,
    fileName: "client",
    httpClientType: "fetch",
    generateUnionEnums: true,
    silent: true,
  });
  await writeFile(at("client.ts"), files[0]?.fileContent ?? "");
  await writeFile(at("program.ts"), program);
  await writeFile(at("wrong.ts"), program.replace('title: "Call Ada back"', 'tilte: "Call Ada back"'));
  expect(await compiled(at("program.ts"), at("out"))).toBe("");
  expect(await compiled(at("wrong.ts"), at("wrong"))).toContain("tilte");

  const { organizations } = demo.parse(await (await request.get("/sandbox/demo")).json());
  const { run } = made.parse(await import(pathToFileURL(join(at("out"), "program.js")).href));
  const number = `+1212555${String(Date.now()).slice(-4)}`;
  expect(await run(`${baseURL}/api/v1`, organizations[0]?.api_key ?? "", number)).toEqual({
    name: "Ada Lovelace",
    isDone: true,
    types: [expect.any(String), expect.any(String)],
    refused: "number_taken",
  });
});
