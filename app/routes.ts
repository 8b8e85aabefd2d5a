/** The table of contents: every URL, the guard it stands behind, the module that answers it. */
import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  index("./pages/home.route.ts"),
  route("auth", "./accounts/auth.route.tsx"),
  route("login", "./accounts/auth.route.tsx", { id: "login" }),
  route("auth/callback", "./cross-domain/auth-callback.route.tsx"),
  route("auth/google", "./google/google-start.route.ts"),
  route("email-verified", "./verification/email-verified.route.tsx"),
  route("functions/verify-email-code", "./verification/verify-email-code.route.ts"),
  route("functions/send-verification-email", "./verification/send-verification-email.route.ts"),
  route("functions/track-referral-click", "./referrals/track-referral-click.route.ts"),
  route("functions/refresh-session", "./accounts/refresh-session.route.ts"),
  route("functions/accept-invitation", "./organizations/accept-invitation.route.ts"),
  route("functions/generate-auth-token", "./cross-domain/generate-auth-token.route.ts"),
  route("passkeys/options", "./factors/passkey-options.route.ts"),
  route("sign-out", "./accounts/sign-out.route.ts"),
  route("organizations/switch", "./organizations/switch.route.ts"),
  route("security/email", "./security/email-change.route.tsx"),
  route("security/deleted", "./security/account-deleted.route.tsx"),
  route("organizations/restore", "./organizations/restore.route.ts"),
  route("terms", "./pages/terms.route.tsx"),
  route("privacy", "./pages/privacy.route.tsx"),

  layout("./shell/dashboard.route.tsx", [
    route("dashboard", "./calls/dashboard.route.tsx"),
    route("dash", "./calls/dashboard.route.tsx", { id: "dash" }),
    route("analytics", "./calls/dashboard.route.tsx", { id: "analytics" }),
    route("call-history", "./calls/call-history.route.tsx"),
    route("call-history/:callId", "./calls/call.route.tsx"),
    route("search", "./calls/search.route.ts"),
    route("agents", "./agents/agents.route.tsx"),
    route("agents/new", "./agents/agent-new.route.tsx"),
    route("agents/:agentId", "./agents/agent.route.tsx"),
    route("numbers", "./telephony/numbers.route.tsx"),
    route("numbers/search", "./telephony/number-search.route.tsx"),
    route("subscription", "./organizations/subscription.route.tsx"),
    route("organizations", "./organizations/organizations.route.tsx"),
    route("users", "./organizations/users.route.tsx"),
    route("settings", "./organizations/settings.route.tsx"),
  ]),

  layout("./shell/person.route.tsx", [
    route("security", "./security/security.route.tsx"),
    route("security/export", "./security/export.route.ts"),
    route("mfa-setup", "./factors/mfa-setup.route.tsx"),
    route("organizations/new", "./organizations/organization-new.route.tsx"),
    layout("./admin/admin.route.tsx", [
      route("customer-management", "./admin/customer-management.route.tsx"),
      route("admin/security", "./admin/platform-security.route.tsx"),
      route("testing", "./admin/testing.route.tsx"),
    ]),
  ]),

  route("*", "./pages/not-found.route.tsx"),
] satisfies RouteConfig;
