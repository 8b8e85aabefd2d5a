/** The table of contents: every URL, its guard, and the module that answers it. */
import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";
import { dashboardFrame } from "./membership/dashboard-frame.ts";

export default [
  index("./pages/home.route.ts"),
  route("auth", "./sign-in/auth.route.tsx"),
  route("login", "./sign-in/auth.route.tsx", { id: "login" }),
  route("auth/callback", "./sign-in/crossing/auth-callback.route.tsx"),
  route("auth/google", "./sign-in/google/google-start.route.ts"),
  route("email-verified", "./sign-in/verification/email-verified.route.tsx"),
  route("functions/verify-email-code", "./sign-in/verification/verify-email-code.route.ts"),
  route("functions/send-verification-email", "./sign-in/verification/send-verification-email.route.ts"),
  route("functions/track-referral-click", "./referrals/track-referral-click.route.ts"),
  route("functions/refresh-session", "./sign-in/refresh-session.route.ts"),
  route("functions/accept-invitation", "./sign-in/invitation/accept-invitation.route.ts"),
  route("functions/generate-auth-token", "./sign-in/crossing/generate-auth-token.route.ts"),
  route("passkeys/options", "./sign-in/factor-step/passkey-options.route.ts"),
  route("sign-out", "./sign-in/sign-out.route.ts"),
  route("organizations/switch", "./organizations/switch.route.ts"),
  route("security/email", "./security/email-change.route.tsx"),
  route("security/deleted", "./security/account-deleted.route.tsx"),
  route("organizations/restore", "./organizations/restore.route.ts"),
  route("terms", "./pages/terms.route.tsx"),
  route("privacy", "./pages/privacy.route.tsx"),

  layout("./frame/dashboard.route.tsx", { id: dashboardFrame }, [
    route("dashboard", "./calls/dashboard/dashboard.route.tsx"),
    route("dash", "./calls/dashboard/dashboard.route.tsx", { id: "dash" }),
    route("analytics", "./calls/dashboard/dashboard.route.tsx", { id: "analytics" }),
    route("call-history", "./calls/history/call-history.route.tsx"),
    route("call-history/:callId", "./calls/call.route.tsx"),
    route("search", "./calls/history/search.route.ts"),
    route("agents", "./agents/agents.route.tsx"),
    route("agents/new", "./agents/agent-new.route.tsx"),
    route("agents/:agentId", "./agents/agent.route.tsx"),
    route("numbers", "./telephony/numbers.route.tsx"),
    route("numbers/search", "./telephony/number-search.route.tsx"),
    route("subscription", "./billing/subscription.route.tsx"),
    route("organizations", "./organizations/organizations.route.tsx"),
    route("users", "./organizations/users.route.tsx"),
    route("settings", "./organizations/settings.route.tsx"),
  ]),

  layout("./frame/person.route.tsx", { id: "person-frame" }, [
    route("security", "./security/security.route.tsx"),
    route("security/export", "./security/export.route.ts"),
    route("mfa-setup", "./security/mfa-setup.route.tsx"),
    route("organizations/new", "./organizations/organization-new.route.tsx"),
    layout("./admin/admin.route.tsx", [
      route("customer-management", "./admin/customer-management.route.tsx"),
      route("admin/security", "./admin/platform-security.route.tsx"),
      route("testing", "./admin/testing.route.tsx"),
    ]),
  ]),

  route("*", "./pages/not-found.route.tsx"),
] satisfies RouteConfig;
