/**
 * What local mode and the tests add to the Worker's configuration: the local entry, the sandbox, and settings that are useless
 * outside this machine. One setting is not here because it is made anew each time: signing-keys.ts.
 */

/** `port`: where the server listens; carriers are told to call back there. */
export const localSettings = (port: string) => ({
  PUBLIC_HOST: `localhost:${port}`,
  PLAIN_HTTP: "allow",
  ROW_COUNTS: "shown",
  VITALS_SHARE: "1",
  SIMULATED_PHONE: "/sandbox/phone",
  MAIL_FROM: "AI Voice Agents <no-reply@mail.localhost>",
  TENANT_MAIL_FROM: "Callmail <no-reply@callmail.example>",
  APP_SECRET: "local-only-secret-that-protects-nothing-outside-this-machine",
  RESEND_API_KEY: "re_local_sandbox",
  GOOGLE_CLIENT_ID: "sandbox.apps.googleusercontent.com",
  GOOGLE_CLIENT_SECRET: "local-sandbox-google-secret",
  SLACK_CLIENT_ID: "1234567890.0987654321",
  SLACK_CLIENT_SECRET: "local-sandbox-slack-secret",
  HUBSPOT_CLIENT_ID: "local-sandbox-hubspot-client",
  HUBSPOT_CLIENT_SECRET: "local-sandbox-hubspot-secret",
  TWILIO_ACCOUNT_SID: `AC${"0123456789abcdef".repeat(2)}`,
  TWILIO_AUTH_TOKEN: "local-sandbox-auth-token",
  TELNYX_API_KEY: "KEYlocal-sandbox-telnyx",
  TELNYX_APPLICATION_ID: "2400000000000000001",
  TELNYX_LINES: "1000",
  TELNYX_ACCOUNT_SID: "7e1f5a3c-0b2d-4c46-9a58-0123456789ab",
  TELNYX_MESSAGING_PROFILE_ID: "4001767e-ce0f-4cae-9d5f-0d5e636e7809",
  // The demo's operator has documents for the United Kingdom, and none for Germany and Australia.
  TWILIO_BUNDLES: ["local", "mobile", "national", "toll_free"]
    .map((kind) => `GB/${kind}=BU${"0123456789abcdef".repeat(2)}`)
    .join(" "),
  STRIPE_SECRET_KEY: "sk_test_local",
  STRIPE_PUBLISHABLE_KEY: "pk_test_local",
  STRIPE_WEBHOOK_SECRET: "whsec_local",
  CLOUDFLARE_API_TOKEN: "local-sandbox-cloudflare-token",
  CLOUDFLARE_ZONE_ID: "0123456789abcdef".repeat(2),
  VITALS_ACCOUNT_ID: "fedcba9876543210".repeat(2),
  VITALS_TOKEN: "local-sandbox-cloudflare-token",
  CUSTOMERS_HOST: "customers.voice-hosting.test",
});

export const localBindings = (port: string, more: Record<string, string>) => ({
  main: "./workers/local.ts",
  services: [{ binding: "SANDBOX", service: "sandbox" }],
  vars: { ...localSettings(port), ...more },
});
