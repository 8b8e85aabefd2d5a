import { defineConfig } from "vitest/config";

/** Pure rules: no Cloudflare, so plain Node is enough and many times faster than workerd. */
export const rulesTests = [
  "tests/{conversation,branding,ui,platform,house}/**/*.test.{ts,tsx}",
  "tests/campaigns/{called-once,campaign-breaks,campaign-clocks,refused-calls,why-not,fair-lines,ledger,simulation}.test.ts",
  "tests/carriers/{relay-codec,telnyx-signature,texml,twilio-signature,twiml}.test.ts",
  "tests/hours/*.test.ts",
  "tests/billing/{catalogue-figures,forecast,statement,subscription-watch,usage-price}.test.ts",
  "tests/bookings/calendar.test.ts",
  "tests/white-label/image-file.test.ts",
  "tests/domains/domain-{host,states}.test.ts",
  "tests/accounts/small-rules.test.ts",
  "tests/agents/{agent-bounds,agent-fields,estimate,kept-errors,spec-words,speaking-time,version-guard}.test.{ts,tsx}",
  "tests/calls/{call-cost,calling-hours,live-feed-client,recording-rules,redaction,scrub,words}.test.ts",
  "tests/membership/{entitlement,first-organization,plan-limits,role-words}.test.ts",
  "tests/organizations/invited-addresses.test.ts",
  "tests/pages/legal-text.test.ts",
  "tests/sandbox/relay-leg.test.ts",
  "tests/security/{counted-words,words}.test.{ts,tsx}",
  "tests/telephony/phone-number.test.ts",
  "tests/voices/{catalogue,pronounce}.test.ts",
  "tests/webhooks/catalogue.test.ts",
  "tests/web-calls/call-line.test.ts",
];

export default defineConfig({
  test: {
    name: "rules",
    testTimeout: 60_000,
    environment: "node",
    maxWorkers: "100%",
    fsModuleCache: false,
    include: rulesTests,
    setupFiles: ["./tests/support/properties.ts"],
  },
});
