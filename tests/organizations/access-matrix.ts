/**
 * Who comes through which door: one line for each loader and action of `app/routes.ts`. A route without its line fails.
 *
 * What stands in a column is the status, or the address that one is sent to. `:callId` and `:agentId` are ids of the
 * organization in which viewer, billing, member, admin and owner are; `elsewhere` owns another organization,
 * `platform` is a platform admin who owns another one.
 */
export const actors = [
  "anonymous",
  "pending",
  "viewer",
  "billing",
  "member",
  "admin",
  "owner",
  "elsewhere",
  "platform",
] as const;
export type Actor = (typeof actors)[number];

const table = `
                                         anonymous  pending   viewer      billing        member      admin       owner       elsewhere   platform
  GET  /                                 /auth      /auth     /auth       /auth          /auth       /auth       /auth       /auth       /auth
  GET  /auth                             200        200       /dashboard  /dashboard     /dashboard  /dashboard  /dashboard  /dashboard  /dashboard
  GET  /login                            200        200       /dashboard  /dashboard     /dashboard  /dashboard  /dashboard  /dashboard  /dashboard
  GET  /auth/callback                    400        400      /dashboard  /dashboard     /dashboard  /dashboard  /dashboard  /dashboard  /dashboard
  GET  /auth/google                      google     google   google      google         google      google      google      google      google
  GET  /email-verified                   200        200       200         200            200         200         200         200         200
  GET  /security/email                   410        410       410         410            410         410         410         410         410
  GET  /organizations/switch             /organizations /organizations /organizations /organizations /organizations /organizations /organizations /organizations /organizations
  GET  /organizations/restore            /organizations /organizations /organizations /organizations /organizations /organizations /organizations /organizations /organizations
  GET  /sign-out                         /auth      /auth     /auth       /auth          /auth       /auth       /auth       /auth       /auth
  GET  /terms                            200        200       200         200            200         200         200         200         200
  GET  /privacy                          200        200       200         200            200         200         200         200         200
  GET  /*                                404        404       404         404            404         404         404         404         404

  GET  /dashboard                        /auth      /auth     200         /subscription  200         200         200         200         200
  GET  /dash                             /auth      /auth     200         /subscription  200         200         200         200         200
  GET  /analytics                        /auth      /auth     200         /subscription  200         200         200         200         200
  GET  /call-history                     /auth      /auth     200         403            200         200         200         200         200
  GET  /call-history/:callId             /auth      /auth     200         403            200         200         200         404         404
  GET  /search                           /auth      /auth     200         403            200         200         200         200         200
  GET  /agents                           /auth      /auth     200         403            200         200         200         200         200
  GET  /agents/new                       /auth      /auth     403         403            200         200         200         200         200
  GET  /agents/:agentId                  /auth      /auth     200         403            200         200         200         404         404
  GET  /numbers                          /auth      /auth     200         403            200         200         200         200         200
  GET  /numbers/search                   /auth      /auth     403         403            403         200         200         200         200
  GET  /subscription                     /auth      /auth     403         200            403         200         200         200         200
  GET  /users                            /auth      /auth     403         403            200         200         200         200         200
  GET  /settings                         /auth      /auth     403         403            403         200         200         200         200
  GET  /organizations                    /auth      /auth     200         200            200         200         200         200         200
  GET  /mfa-setup                        /auth      /auth     200         200            200         200         200         200         200
  GET  /customer-management              /auth      /auth     /dashboard  /dashboard     /dashboard  /dashboard  /dashboard  /dashboard  200
  GET  /admin/security                   /auth      /auth     /dashboard  /dashboard     /dashboard  /dashboard  /dashboard  /dashboard  200
  GET  /testing                          /auth      /auth     /dashboard  /dashboard     /dashboard  /dashboard  /dashboard  /dashboard  200
  GET  /organizations/new                /auth      /auth     200         200            200         200         200         200         200
  GET  /security/deleted                 200        200       /security   /security      /security   /security   /security   /security   /security
  GET  /security/export                  /auth      /auth     405         405            405         405         405         405         405
  GET  /security                         /auth      /auth     200         200            200         200         200         200         200

  GET  /passkeys/options                 405        405       405         405            405         405         405         405         405
  GET  /functions/verify-email-code      405        405       405         405            405         405         405         405         405
  GET  /functions/track-referral-click   405        405       405         405            405         405         405         405         405
  GET  /functions/refresh-session        405        405       405         405            405         405         405         405         405
  GET  /functions/generate-auth-token    405        405       405         405            405         405         405         405         405
  GET  /functions/accept-invitation      405        405       405         405            405         405         405         405         405
  GET  /functions/send-verification-email 405        405       405         405            405         405         405         405         405

  POST /                                 405        405       405         405            405         405         405         405         405
  POST /auth/google                      405        405       405         405            405         405         405         405         405
  POST /search                           /auth      /auth     405         405            405         405         405         405         405
  POST /*                                404        404       404         404            404         404         404         404         404
  POST /auth                             400        400       400         400            400         400         400         400         400
  POST /auth/callback                    400        400       400         400            400         400         400         400         400
  POST /login                            400        400       400         400            400         400         400         400         400
  POST /functions/verify-email-code      401        403       403         403            403         403         403         403         403
  POST /functions/send-verification-email 401       403       403         403            403         403         403         403         403
  POST /functions/track-referral-click   400        400       400         400            400         400         400         400         400
  POST /functions/refresh-session        401        200       200         200            200         200         200         200         200
  POST /functions/accept-invitation      401        401       404         404            404         404         404         404         404
  POST /functions/generate-auth-token    401        401       403         403            403         403         403         403         403
  POST /sign-out                         /auth      /auth     /auth       /auth          /auth       /auth       /auth       /auth       /auth

  POST /organizations/switch             /auth      /auth     404         404            404         404         404         404         404
  POST /organizations/restore            /auth      /auth     404         404            404         404         404         404         404
  POST /dashboard                        /auth      /auth     403         403            400         400         400         400         400
  POST /dash                             /auth      /auth     403         403            400         400         400         400         400
  POST /analytics                        /auth      /auth     403         403            400         400         400         400         400
  POST /call-history/:callId             /auth      /auth     403         403            400         400         400         404         404
  POST /users                            /auth      /auth     403         403            403         400         400         400         400
  POST /settings                         /auth      /auth     403         403            403         400         400         400         400
  POST /organizations                    /auth      /auth     422         422            422         422         422         422         422
  POST /agents/new                       /auth      /auth     403         403            422         422         422         422         422
  POST /agents/:agentId                  /auth      /auth     403         403            409         409         409         404         404
  POST /numbers                          /auth      /auth     403         403            403         200         200         404         404
  POST /numbers/search                   /auth      /auth     403         403            403         422         422         422         422
  POST /mfa-setup                        /auth      /auth     400         400            400         400         400         400         400
  POST /customer-management              /auth      /auth     403         403            403         403         403         403         400
  POST /admin/security                   /auth      /auth     403         403            403         403         403         403         400
  POST /testing                          /auth      /auth     403         403            403         403         403         403         400
  POST /organizations/new                /auth      /auth     422         422            422         422         422         422         422
  POST /security/email                   422        422       422         422            422         422         422         422         422
  POST /security/export                  /auth      /auth     200         200            200         200         200         200         200
  POST /security                         /auth      /auth     400         400            400         400         400         400         400
  POST /passkeys/options                 200        200       200         200            200         200         200         200         200
`;

/** What each actor meets, by method and path. */
export const matrix: ReadonlyMap<string, Readonly<Record<Actor, string>>> = new Map(
  table
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([method]) => method === "GET" || method === "POST")
    .map(([method, path, ...met]) => {
      if (met.length !== actors.length) throw new Error(`${method} ${path} lacks a column`);
      const columns = Object.fromEntries(actors.map((actor, at) => [actor, met[at] ?? ""]));
      return [`${method} ${path}`, columns as Record<Actor, string>];
    }),
);
