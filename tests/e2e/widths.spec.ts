/** Every page of the navigation at every width: nothing cut, nothing on top of something else, no scrolling sideways. */
import { expect, test } from "./visitor.ts";
import { faultsAtEveryWidth } from "./widths.ts";

const pages = {
  owner: [
    "/dashboard",
    "/dashboard?range=7",
    "/dashboard?range=30",
    "/agents",
    "/agents/new",
    "/agents/knowledge",
    "/voices",
    "/messages",
    "/contacts",
    "/contacts/new",
    "/contacts/lists",
    "/contacts/tasks",
    "/contacts/import",
    "/contacts/do-not-call",
    "/integrations",
    "/integrations/setup-guide",
    "/integrations/google_calendar",
    "/integrations/hubspot",
    "/bookings",
    "/bookings?view=day",
    "/bookings?view=list",
    "/bookings/new",
    "/campaigns",
    "/campaigns/new",
    "/campaigns/screening",
    "/workflows",
    "/workflows/new",
    "/numbers",
    "/twilio-settings",
    "/numbers/protection",
    "/call-transfer",
    "/numbers/search",
    "/call-history",
    "/call-history?q=cleaning&from=2026-01-01&outcome=booked",
    "/call-history?length=medium&select=on",
    "/call-history/exports?outcome=booked",
    "/subscription",
    "/users",
    "/error-logs",
    "/users/activity",
    "/settings",
    "/integrations/keys",
    "/integrations/webhooks",
    "/integrations/webhooks/events",
    "/white-label",
    "/white-label/legal",
    "/organizations",
    "/profile",
    "/security",
  ],
  "platform admin": [
    "/customer-management",
    "/customer-management/users",
    "/admin/security",
    "/admin/audit",
    "/admin/billing-events",
    "/admin/error-logs",
    "/admin/incidents",
    "/admin/web-vitals",
    "/testing",
  ],
} as const;

for (const role of ["owner", "platform admin"] as const)
  for (const path of pages[role])
    test(`${path} is whole at every width`, async ({ page, goOn }) => {
      test.slow();
      await goOn(role);
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await faultsAtEveryWidth(page)).toEqual([]);
    });

test("what each role can do is whole at every width", async ({ page, goOn }) => {
  await goOn();
  await page.goto("/users");
  await page.getByRole("link", { name: "What each role can do" }).click();
  await expect(page.getByRole("dialog").getByRole("columnheader", { name: "Viewer" })).toBeVisible();
  expect(await faultsAtEveryWidth(page)).toEqual([]);
});

test("a call is whole at every width", async ({ page, goOn }) => {
  test.slow();
  await goOn();
  await page.goto("/call-history?outcome=booked");
  await page.getByRole("table").locator("tbody a").first().click();
  await expect(page.getByRole("heading", { name: /^Appointment/ })).toBeVisible();
  expect(await faultsAtEveryWidth(page)).toEqual([]);
});
