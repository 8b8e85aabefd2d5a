/** The route that loads the member and the organization of every page of the dashboard. */

/** Its id in `app/routes.ts`, by which other components read what it loaded. */
export const dashboardFrame = "dashboard-frame";
/** That of an organization's pages without the dashboard around them. */
export const standaloneFrame = "standalone-frame";
