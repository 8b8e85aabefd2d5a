/** A browser's visitor of the demo: signs in, reads the sandbox's inbox, and fails on any console error or accessibility violation. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type BrowserContext, test as base, expect, type Page } from "playwright/test";
import { z } from "zod";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const demo = z.object({
  platform_admin: z.object({ email: z.string(), password: z.string() }),
  organizations: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      host: z.string().nullable(),
      numbers: z.array(z.string()),
      members: z.array(z.object({ email: z.string(), password: z.string(), role: z.string() })),
    }),
  ),
});
export type Demo = z.infer<typeof demo>;

const mails = z.array(z.object({ subject: z.string(), text: z.string() }));

/** What a scripted call answers (the sandbox's format). */
const scriptedCall = z.object({
  call_sid: z.string(),
  transcript: z.array(z.object({ role: z.enum(["caller", "agent"]), text: z.string(), at_ms: z.number() })),
  ended_by: z.string(),
});

export type CallerTurn =
  | { say: string }
  | { press: string }
  | { silence_ms: number }
  | { interrupt_after_ms: number; say: string }
  | { drop_socket: true }
  | { hang_up: true };

type Fixtures = {
  demo: Demo;
  /** What the browser complained about; a test that expects a complaint empties it. */
  complaints: string[];
  /** Signs a member of the clinic in, by role, and lands on the dashboard; the platform's admin on the platform's page. */
  signIn(role?: string): Promise<void>;
  /**
   * Lets the browser go on with the session of a member, by role, and opens no page. Tests that run in one process share
   * the session: they read pages, and neither sign out nor change what the person is.
   */
  goOn(role?: string): Promise<void>;
  /** Signs up a new person, verifies the address, and lands on the dashboard. */
  signUp(): Promise<void>;
  /** The six digits last mailed to an address. */
  codeFor(email: string): Promise<string>;
  /** Runs a scripted call on the sandbox's phone. */
  call(to: string, turns: CallerTurn[], from?: string): Promise<z.infer<typeof scriptedCall>>;
  /** No axe violation (WCAG 2 A and AA) on the page as it stands; on demand, everything stands in a landmark too. */
  accessible(also?: AlsoAsked): Promise<void>;
};

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;
/** The sessions that `goOn` has begun, by role. */
const sessions = new Map<string, Cookies>();

let caller = 0;
let newcomers = 0;

export const test = base.extend<Fixtures>({
  demo: async ({ request }, use) => {
    const answer = await request.get("/sandbox/demo", { headers: { accept: "application/json" } });
    await use(demo.parse(await answer.json()));
  },
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      const context = page.context();
      context.on("console", (message) => {
        // The script that this file adds to every document is refused by the frames in which the inbox shows mail.
        const isOurs = /^Blocked script execution in 'about:srcdoc'/.test(message.text());
        // A live line that is cut is what the product expects (it asks by polling then), and sessions end while pages are open.
        const isLiveLine = /^WebSocket connection to 'ws:[^']*\/live\?/.test(message.text());
        // Custom domains are served over plain http on one's own machine only; there the browser says that this header is void.
        const isPlainHttp = /^The Cross-Origin-Opener-Policy header has been ignored/.test(message.text());
        // So does the watch of the plan, when it asks just after a session has ended.
        const isWatch =
          message.location().url.endsWith("/functions/check-subscription") && / 401 /.test(message.text());
        if (message.type() === "error" && !isOurs && !isLiveLine && !isPlainHttp && !isWatch)
          complaints.push(`${message.page()?.url()}: ${message.text()}`);
      });
      context.on("weberror", (error) => complaints.push(`${error.page()?.url()}: ${error.error().message}`));
      await context.addInitScript(() =>
        addEventListener("startup:done", () => Reflect.set(window, "hasStarted", true)),
      );
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
  signIn: async ({ page, demo }, use) => {
    await use(async (role = "owner") => {
      await page.goto(await post(page, "/auth", signInForm(demo, role)));
      await page.waitForURL(role === "platform admin" ? "**/customer-management" : "**/dashboard");
      await started(page);
    });
  },
  goOn: async ({ page, demo }, use) => {
    await use(async (role = "owner") => {
      const known = sessions.get(role);
      if (known) return page.context().addCookies(known);
      await post(page, "/auth", signInForm(demo, role));
      sessions.set(role, await page.context().cookies());
    });
  },
  signUp: async ({ page, codeFor }, use) => {
    await use(async () => {
      const email = `newcomer.${Date.now()}.${++newcomers}@newcomer.test`;
      const password = "Tulip-Harbour-47";
      await post(page, "/auth?mode=signup", {
        intent: "sign-up",
        email,
        password,
        confirm_password: password,
        terms: "on",
      });
      const code = await codeFor(email);
      await post(page, "/auth", { intent: "verify", code, time_zone: "America/New_York" });
      await page.goto("/dashboard");
      await page.waitForURL("**/dashboard");
      await started(page);
    });
  },
  codeFor: async ({ request }, use) => {
    await use(async (email) => {
      let code: string | undefined;
      await expect(async () => {
        const answer = await request.get(`/sandbox/inbox?to=${encodeURIComponent(email)}`, {
          headers: { accept: "application/json" },
        });
        code = /\b\d{6}\b/.exec(mails.parse(await answer.json())[0]?.text ?? "")?.[0];
        expect(code).toBeDefined();
      }).toPass({ timeout: 10_000 });
      return code ?? "";
    });
  },
  call: async ({ request }, use, testInfo) => {
    await use(async (to, turns, from) => {
      caller++;
      const own = `+1917555${String(1000 + testInfo.workerIndex * 700 + caller).slice(-4)}`;
      const answer = await request.post("/sandbox/phone/calls", { data: { from: from ?? own, to, turns } });
      expect(answer.status(), await answer.text()).toBe(200);
      return scriptedCall.parse(await answer.json());
    });
  },
  accessible: async ({ page }, use) => {
    await use((also) => accessible(page, also));
  },
});

/** The form with which a member of the clinic signs in, or the platform's admin. */
function signInForm(demo: Demo, role: string) {
  const member =
    role === "platform admin"
      ? demo.platform_admin
      : demo.organizations[0]?.members.find((one) => one.role === role);
  if (!member) throw new Error(`the demo has no ${role}`);
  return { intent: "sign-in", email: member.email, password: member.password };
}

/** Posts a form of the sign-in screen, whose own tests fill it in, and keeps the answer's cookies. @returns where it leads */
async function post(page: Page, path: string, form: Record<string, string>): Promise<string> {
  const { origin } = new URL(test.info().project.use.baseURL ?? "");
  const headers = { origin, "sec-fetch-site": "same-origin" };
  const answer = await page.request.post(path, { form, headers, maxRedirects: 0 });
  expect(answer.status(), await answer.text()).toBe(302);
  return answer.headers().location ?? "";
}

/** Waits until the document has come to life: what has no plain form or link of its own answers from then on. */
export async function started(page: Page): Promise<void> {
  await page.waitForFunction(() => Reflect.get(window, "hasStarted") === true);
}

type AlsoAsked = { readonly landmarks?: boolean };

/** No axe violation (WCAG 2 A and AA) on a page as it stands; on demand, everything that it shows stands in a landmark too. */
export async function accessible(page: Page, { landmarks = false }: AlsoAsked = {}): Promise<void> {
  // A colour on its way from one theme to the other is neither's.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(axeSource);
  const violations = await page.evaluate(async (region) => {
    const axe: unknown = Reflect.get(window, "axe");
    if (typeof axe !== "object" || axe === null || !("run" in axe) || typeof axe.run !== "function")
      throw new Error("axe is not there");
    const found: { violations: { id: string; nodes: { html: string }[] }[] } = await axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"],
      rules: { region: { enabled: region } },
    });
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
    );
  }, landmarks);
  expect(violations).toEqual([]);
}

export { expect, type Page };
