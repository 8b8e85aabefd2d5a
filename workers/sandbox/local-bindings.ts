/** What local mode and the tests add to the Worker's configuration: the local entry, the sandbox, and settings that are useless outside this machine. */

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
  TWILIO_ACCOUNT_SID: `AC${"0123456789abcdef".repeat(2)}`,
  TWILIO_AUTH_TOKEN: "local-sandbox-auth-token",
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

export const localBindings = (port: string) => ({
  main: "./workers/local.ts",
  services: [{ binding: "SANDBOX", service: "sandbox" }],
  vars: localSettings(port),
});
