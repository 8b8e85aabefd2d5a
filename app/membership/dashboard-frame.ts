/** The route that loads the member and the organization of every page of the dashboard. */

/** Its id in `app/routes.ts`, by which other components read what it loaded. */
export const dashboardFrame = "dashboard-frame";
