/** A request as programs write it: with curl, in TypeScript, and in Python. */

export const languages = ["curl", "TypeScript", "Python"] as const;
export type Language = (typeof languages)[number];

type Request = { readonly method: string; readonly url: string; readonly body: string | null };

const quoted = (json: string): string => json.replaceAll("'", "'\\''");

const curl = ({ method, url, body }: Request): string =>
  [
    `curl ${method === "GET" ? "" : `-X ${method} `}"${url}"`,
    `-H "Authorization: Bearer $API_KEY"`,
    ...(body === null ? [] : [`-H "Content-Type: application/json"`, `-d '${quoted(body)}'`]),
  ].join(" \\\n  ");

const typeScript = ({ method, url, body }: Request): string =>
  `const response = await fetch("${url}", {
${method === "GET" ? "" : `  method: "${method}",\n`}  headers: {
    authorization: \`Bearer \${process.env.API_KEY}\`,${body === null ? "" : `\n    "content-type": "application/json",`}
  },${body === null ? "" : `\n  body: JSON.stringify(${body.replaceAll("\n", "\n  ")}),`}
});`;

/** JSON as Python has it. */
const python = (json: string): string =>
  json
    .replaceAll(/: true\b/g, ": True")
    .replaceAll(/: false\b/g, ": False")
    .replaceAll(/: null\b/g, ": None");

const inPython = ({ method, url, body }: Request): string =>
  `response = requests.request(
    "${method}",
    "${url}",
    headers={"Authorization": f"Bearer {os.environ['API_KEY']}"},${body === null ? "" : `\n    json=${python(body).replaceAll("\n", "\n    ")},`}
)`;

/** The request in each language. */
export const written = (request: Request): [Language, string][] => [
  ["curl", curl(request)],
  ["TypeScript", typeScript(request)],
  ["Python", inPython(request)],
];
