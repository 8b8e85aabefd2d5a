/** How a receiver checks a signature, in words and as code. */
import { CopyButton } from "#app/ui/copy-button.tsx";
import { Panel } from "#app/ui/panel.tsx";

const typescript = `import { Webhook } from "standardwebhooks";

// The body as it came, before any parsing.
const event = new Webhook(process.env.WEBHOOK_SECRET).verify(body, headers);`;

const python = `from standardwebhooks.webhooks import Webhook

event = Webhook(os.environ["WEBHOOK_SECRET"]).verify(body, headers)`;

const byHand = `import { createHmac, timingSafeEqual } from "node:crypto";

const key = Buffer.from(secret.slice("whsec_".length), "base64");
const signed = [headers["webhook-id"], headers["webhook-timestamp"], body].join(".");
const expected = createHmac("sha256", key).update(signed).digest();
const isOurs = headers["webhook-signature"].split(" ").some((one) => {
  const given = Buffer.from(one.replace("v1,", ""), "base64");
  return given.length === expected.length && timingSafeEqual(given, expected);
});`;

const samples = [
  ["TypeScript", typescript],
  ["Python", python],
  ["Without a package", byHand],
] as const;

export function SignatureHelp() {
  return (
    <Panel title="Check the signature">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="text-ink-2">
          Requests are signed as{" "}
          <a href="https://www.standardwebhooks.com" rel="noreferrer">
            Standard Webhooks
          </a>{" "}
          describes, with the headers webhook-id, webhook-timestamp and webhook-signature. Use the body
          exactly as it came, and refuse timestamps older than five minutes.
        </p>
        {samples.map(([name, code]) => (
          <div key={name} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
            <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <h3 className="font-medium text-control">{name}</h3>
              <CopyButton value={code} label={`Copy ${name} code`} />
            </div>
            <pre className="wrap-anywhere whitespace-pre-wrap rounded-md bg-sunken p-3 font-mono text-meta">
              {code}
            </pre>
          </div>
        ))}
        <p className="text-ink-2">
          Answer with a status from 200 to 299 within 5 seconds, and do the work afterwards. Anything else is
          tried again for 24 hours. The webhook-id stays the same, so remember it to do nothing twice.
        </p>
      </div>
    </Panel>
  );
}
