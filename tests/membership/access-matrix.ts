/**
 * Who comes through which door: one line for each loader and action of `app/routes.ts`. A route without its line fails.
 *
 * What stands in a column is the status, or the address that one is sent to. `:callId`, `:threadId` (a call with the person), `:bookingId`, `:contactId` and `:agentId` are ids of the
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
  GET  /auth                             200        200       /dashboard  /dashboard     /dashboard  /dashboard  /dashboard  /dashboard  /customer-management
  GET  /login                            200        200       /dashboard  /dashboard     /dashboard  /dashboard  /dashboard  /dashboard  /customer-management
  GET  /auth/callback                    400        400      /dashboard  /dashboard     /dashboard  /dashboard  /dashboard  /dashboard  /dashboard
  GET  /auth/google                      google     google   google      google         google      google      google      google      google
  GET  /email-verified                   200        200       200         200            200         200         200         200         200
  GET  /security/email                   410        410       410         410            410         410         410         410         410
  GET  /organizations/switch             /organizations /organizations /organizations /organizations /organizations /organizations /organizations /organizations /organizations
  GET  /organizations/restore            /organizations /organizations /organizations /organizations /organizations /organizations /organizations /organizations /organizations
  GET  /sign-out                         /auth      /auth     /auth       /auth          /auth       /auth       /auth       /auth       /auth
  GET  /status                           200        200       200         200            200         200         200         200         200
  GET  /offline                          200        200       200         200            200         200         200         200         200
  GET  /status.json                      200        200       200         200            200         200         200         200         200
  GET  /api/v1/openapi.json              200        200       200         200            200         200         200         200         200
  GET  /terms                            200        200       200         200            200         200         200         200         200
  GET  /privacy                          200        200       200         200            200         200         200         200         200
  GET  /cookies                          200        200       200         200            200         200         200         200         200
  GET  /help                             200        200       200         200            200         200         200         200         200
  GET  /help/:slug                       200        200       200         200            200         200         200         200         200
  GET  /api                              200        200       200         200            200         200         200         200         200
  POST /cookies   /cookies?done=forgotten  /cookies?done=forgotten  /cookies?done=forgotten  /cookies?done=forgotten  /cookies?done=forgotten  /cookies?done=forgotten  /cookies?done=forgotten  /cookies?done=forgotten  /cookies?done=forgotten
  GET  /site.webmanifest                  200        200       200         200            200         200         200         200         200
  GET  /touch-icon.png                    200        200       200         200            200         200         200         200         200
  GET  /checkout-number                  /auth      403       403         403            403         403         400         400         400
  GET  /checkout-number/return           /auth      403       403         403            403         403         400         400         400
  GET  /*                                404        404       404         404            404         404         404         404         404

  GET  /dashboard                        /auth      /auth     200         /subscription  200         200         200         200         200
  GET  /dash                             /auth      /auth     200         /subscription  200         200         200         200         200
  GET  /analytics                        /auth      /auth     200         /subscription  200         200         200         200         200
  GET  /call-history                     /auth      /auth     200         403            200         200         200         200         200
  GET  /call-history/new                 /auth      /auth     200         403            200         200         200         200         200
  GET  /call-history/exports             /auth      /auth     403         403            403         200         200         200         200
  GET  /call-history/exports/:exportId   /auth      /auth     403         403            403         404         404         404         404
  GET  /call-history/:callId             /auth      /auth     200         403            200         200         200         404         404
  GET  /call-history/:callId/share       /auth      /auth     403         403            200         200         200         404         404
  GET  /call-history/:callId/recording   /auth      /auth     403         403            404         404         404         404         404
  GET  /messages                         /auth      /auth     403         403            200         200         200         200         200
  GET  /messages/new                     /auth      /auth     403         403            200         200         200         200         200
  GET  /messages/:threadId               /auth      /auth     403         403            200         200         200         404         404
  GET  /campaigns                        /auth      /auth     403         403            200         200         200         200         200
  GET  /campaigns/new                    /auth      /auth     403         403            200         200         200         200         200
  GET  /campaigns/screening              /auth      /auth     403         403            200         200         200         200         200
  GET  /campaigns/ledger.ndjson          /auth      /auth     403         403            200         200         200         200         200
  GET  /campaigns/:campaignId            /auth      /auth     403         403            404         404         404         404         404
  GET  /campaigns/:campaignId/setup      /auth      /auth     403         403            404         404         404         404         404
  GET  /campaigns/:campaignId/people     /auth      /auth     403         403            404         404         404         404         404
  GET  /campaigns/:campaignId/results.csv /auth     /auth     403         403            404         404         404         404         404
  GET  /workflows                         /auth      /auth     403         403            200         200         200         200         200
  GET  /workflows/new                     /auth      /auth     403         403            200         200         200         200         200
  GET  /workflows/runs/:runId             /auth      /auth     403         403            404         404         404         404         404
  GET  /workflows/:workflowId             /auth      /auth     403         403            404         404         404         404         404
  GET  /contacts                         /auth      /auth     403         403            200         200         200         200         200
  GET  /contacts/new                     /auth      /auth     403         403            200         200         200         200         200
  GET  /contacts/do-not-call             /auth      /auth     403         403            200         200         200         200         200
  GET  /contacts/lists                   /auth      /auth     403         403            200         200         200         200         200
  GET  /contacts/tasks                   /auth      /auth     403         403            200         200         200         200         200
  GET  /contacts/import                  /auth      /auth     403         403            200         200         200         200         200
  GET  /contacts/imports/:importId       /auth      /auth     403         403            404         404         404         404         404
  GET  /contacts/imports/:importId/errors  /auth      /auth     403         403            404         404         404         404         404
  GET  /contacts/export                  /auth      /auth     403         403            200         200         200         200         200
  GET  /contacts/:contactId              /auth      /auth     403         403            200         200         200         404         404
  GET  /contacts/:contactId/edit         /auth      /auth     403         403            200         200         200         404         404
  GET  /bookings                         /auth      /auth     200         403            200         200         200         200         200
  GET  /bookings/new                     /auth      /auth     403         403            200         200         200         200         200
  GET  /bookings/:bookingId              /auth      /auth     200         403            200         200         200         404         404
  GET  /search                           /auth      /auth     200         403            200         200         200         200         200
  GET  /agents                           /auth      /auth     200         403            200         200         200         200         200
  GET  /agents/new                       /auth      /auth     403         403            200         200         200         200         200
  GET  /agents/:agentId                  /auth      /auth     200         403            200         200         200         404         404
  GET  /agents/knowledge                 /auth      /auth     200         403            200         200         200         200         200
  GET  /voices                           /auth      /auth     200         403            200         200         200         200         200
  GET  /call-transfer                    /auth      /auth     200         403            200         200         200         200         200
  GET  /numbers                          /auth      /auth     200         403            200         200         200         200         200
  GET  /numbers/protection               /auth      /auth     200         403            200         200         200         200         200
  GET  /numbers/search                   /auth      /auth     403         403            403         200         200         200         200
  GET  /numbers/:numberId                /auth      /auth     200         403            200         200         200         404         404
  GET  /subscription                     /auth      /auth     403         200            403         200         200         200         200
  GET  /subscription/invoices/:invoiceId/calls.csv  /auth  /auth  403  404  403  404  404  404  404
  GET  /subscription/statements/:month/calls.csv     /auth  /auth  403  404  403  404  404  404  404
  GET  /users                            /auth      /auth     403         403            200         200         200         200         200
  GET  /error-logs                       /auth      /auth     403         403            200         200         200         200         200
  GET  /error-logs/:errorId              /auth      /auth     403         403            200         200         200         404         404
  GET  /reports/errors                   405        405       405         405            405         405         405         405         405
  GET  /reports/vitals                   405        405       405         405            405         405         405         405         405
  GET  /users/activity                   /auth      /auth     403         403            403         200         200         200         200
  GET  /users/activity/export            /auth      /auth     403         403            403         200         200         200         200
  GET  /settings                         /auth      /auth     403         403            403         200         200         200         200
  GET  /settings/data                    /auth      /auth     403         403            403         200         200         200         200
  GET  /settings/models                  /auth      /auth     403         403            403         200         200         200         200
  GET  /integrations                     /auth      /auth     403         403            403         200         200         200         200
  GET  /integrations/setup-guide         /auth      /auth     403         403            403         200         200         200         200
  GET  /integrations/:provider           /auth      /auth     403         403            403         404         404         404         404
  GET  /integrations/:provider/return    /auth      /auth     403         403            403         404         404         404         404
  GET  /connect/callback                 400        400       400         400            400         400         400         400         400
  GET  /connect/out                      400        400       400         400            400         400         400         400         400
  GET  /integrations/keys                /auth      /auth     403         403            403         200         200         200         200
  GET  /integrations/webhooks             /auth      /auth     403         403            403         200         200         200         200
  GET  /integrations/webhooks/events      /auth      /auth     403         403            403         200         200         200         200
  GET  /integrations/webhooks/:endpointId /auth      /auth     403         403            403         404         404         404         404
  GET  /integrations/webhooks/:endpointId/:deliveryId /auth /auth 403      403            403         404         404         404         404
  GET  /twilio-settings                  /auth      /auth     403         403            403         200         200         200         200
  GET  /twilio-settings/:accountId       /auth      /auth     403         403            403         404         404         404         404
  GET  /settings/data/exports/:exportId  /auth      /auth     403         403            403         404         404         404         404
  GET  /receipts/:receiptId              404        404       404         404            404         404         404         404         404
  GET  /receipts/:receiptId/file         404        404       404         404            404         404         404         404         404
  GET  /shared/:secret                   404        404       404         404            404         404         404         404         404
  GET  /calendar/:file                   404        404       404         404            404         404         404         404         404
  GET  /white-label/legal                /auth      /auth     403         403            403         200         200         200         200
  GET  /white-label                      /auth      /auth     403         403            403         200         200         200         200
  GET  /custom-domain-guide              /auth      /auth     403         403            403         200         200         200         200
  GET  /organizations                    /auth      /auth     200         200            200         200         200         200         200
  GET  /mfa-setup                        /auth      /auth     200         200            200         200         200         200         200
  GET  /customer-management              /auth      /auth     /dashboard  /dashboard     /dashboard  /dashboard  /dashboard  /dashboard  200
  GET  /customer-management/export       /auth      /auth     /dashboard  /dashboard     /dashboard  /dashboard  /dashboard  /dashboard  200
  GET  /customer-management/users        /auth      /auth     /dashboard  /dashboard     /dashboard  /dashboard  /dashboard  /dashboard  200
  GET  /customer-management/users/:userId  /auth    /auth     /dashboard  /dashboard     /dashboard  /dashboard  /dashboard  /dashboard  404
  GET  /customer-management/:organizationId  /auth  /auth     /dashboard  /dashboard     /dashboard  /dashboard  /dashboard  /dashboard  404
  GET  /admin/security                   /auth      /auth     /dashboard  /dashboard     /dashboard  /dashboard  /dashboard  /dashboard  200
  GET  /admin/billing-events             /auth      /auth     /dashboard  /dashboard     /dashboard  /dashboard  /dashboard  /dashboard  200
  GET  /admin/error-logs                 /auth      /auth     /dashboard  /dashboard     /dashboard  /dashboard  /dashboard  /dashboard  200
  GET  /admin/error-logs/:errorId        /auth      /auth     /dashboard  /dashboard     /dashboard  /dashboard  /dashboard  /dashboard  200
  GET  /admin/audit                      /auth      /auth     /dashboard  /dashboard     /dashboard  /dashboard  /dashboard  /dashboard  200
  GET  /admin/audit/export               /auth      /auth     /dashboard  /dashboard     /dashboard  /dashboard  /dashboard  /dashboard  200
  GET  /admin/incidents                  /auth      /auth     /dashboard  /dashboard     /dashboard  /dashboard  /dashboard  /dashboard  200
  GET  /admin/web-vitals                 /auth      /auth     /dashboard  /dashboard     /dashboard  /dashboard  /dashboard  /dashboard  200
  GET  /testing                          /auth      /auth     /dashboard  /dashboard     /dashboard  /dashboard  /dashboard  /dashboard  200
  GET  /organizations/new                /auth      /auth     200         200            200         200         200         200         200
  GET  /security/deleted                 200        200       /security   /security      /security   /security   /security   /security   /security
  GET  /security                         /auth      /auth     200         200            200         200         200         200         200
  GET  /profile                          /auth      /auth     200         200            200         200         200         200         200

  GET  /clients                           /auth       /auth       404         404         404         404         404         404         404
  GET  /clients/new                       /auth       /auth       404         404         404         404         404         404         404
  GET  /clients/export                    /auth       /auth       404         404         404         404         404         404         404
  GET  /clients/prices                    /auth       /auth       404         404         404         404         404         404         404
  GET  /clients/margins                   /auth       /auth       404         404         404         404         404         404         404
  GET  /clients/margins/export            /auth       /auth       404         404         404         404         404         404         404
  GET  /clients/payouts                   /auth       /auth       404         404         404         404         404         404         404
  GET  /clients/templates                 /auth       /auth       404         404         404         404         404         404         404
  GET  /clients/accept                    /auth       /auth       404         404         404         404         404         404         404
  GET  /clients/:clientId                 /auth       /auth       404         404         404         404         404         404         404
  GET  /clients/leave                     /clients    /clients    /clients    /clients    /clients    /clients    /clients    /clients    /clients
  GET  /agents/import                     /auth       /auth       403         403         200         200         200         200         200
  GET  /agents/:agentId/export            /auth       /auth       403         403         200         200         200         404         404
  GET  /agents/:agentId/answering         /auth       /auth       200         403         200         200         200         404         404
  GET  /agents/:agentId/analytics         /auth       /auth       200         403         200         200         200         404         404
  GET  /agents/:agentId/versions          /auth       /auth       200         403         200         200         200         404         404
  GET  /agents/:agentId/tests             /auth       /auth       403         403         200         200         200         404         404
  GET  /agents/:agentId/tests/:testId     /auth       /auth       403         403         404         404         404         404         404
  GET  /agents/:agentId/call              /auth       /auth       200         403         200         200         200         404         404
  GET  /agents/:agentId/dial              /auth       /auth       200         403         200         200         200         404         404
  GET  /agents/:agentId/widget            /auth       /auth       200         403         200         200         200         404         404
  POST /clients/new                       /auth       /auth       404         404         404         404         404         404         404
  POST /clients/prices                    /auth       /auth       404         404         404         404         404         404         404
  POST /clients/payouts                   /auth       /auth       404         404         404         404         404         404         404
  POST /clients/templates                 /auth       /auth       404         404         404         404         404         404         404
  POST /clients/accept                    /auth       /auth       404         404         404         404         404         404         404
  POST /clients/:clientId                 /auth       /auth       404         404         404         404         404         404         404
  POST /clients/leave                     404         404         404         404         404         404         404         404         404
  POST /agents/import                     /auth       /auth       403         403         422         422         422         422         422
  POST /agents/:agentId/answering         /auth       /auth       403         403         422         422         422         404         404
  POST /agents/:agentId/versions          /auth       /auth       403         403         409         409         409         404         404
  POST /agents/:agentId/tests             /auth       /auth       403         403         400         400         400         404         404
  POST /agents/:agentId/tests/:testId     /auth       /auth       403         403         404         404         404         404         404
  POST /agents/:agentId/call              /auth       /auth       403         403         200         200         200         404         404
  POST /agents/:agentId/dial              /auth       /auth       403         403         400         400         400         404         404
  POST /agents/:agentId/widget            /auth       /auth       403         403         422         422         422         404         404

  GET  /functions/reconcile-usage        405        405       405         405            405         405         405         405         405
  GET  /functions/verify-audit           405        405       405         405            405         405         405         405         405
  GET  /checkout                          /auth?intent=trial       403         403         400         403         403         400         400         400
  GET  /checkout/return                   /auth       /auth       404         404         404         404         404         404         404
  GET  /functions/create-checkout         405         405         405         405         405         405         405         405         405
  GET  /functions/verify-email-code      405        405       405         405            405         405         405         405         405
  GET  /functions/track-referral-click   405        405       405         405            405         405         405         405         405
  GET  /functions/refresh-session        405        405       405         405            405         405         405         405         405
  GET  /functions/check-subscription     405        405       405         405            405         405         405         405         405
  GET  /functions/generate-auth-token    405        405       405         405            405         405         405         405         405
  GET  /functions/accept-invitation      405        405       405         405            405         405         405         405         405
  GET  /functions/send-verification-email 405        405       405         405            405         405         405         405         405

  POST /*                                404        404       404         404            404         404         404         404         404
  POST /auth                             400        400       400         400            400         400         400         400         400
  POST /auth/callback                    400        400       400         400            400         400         400         400         400
  POST /login                            400        400       400         400            400         400         400         400         400
  POST /functions/reconcile-usage        401        401       403         403            403         403         403         403         400
  POST /functions/verify-audit           401        401       403         403            403         403         403         403         400
  POST /functions/create-checkout         401         403         400         400         400         400         400         400         400
  POST /subscription                      /auth       /auth       403         400         403         403         400         400         400
  POST /functions/verify-email-code      401        403       403         403            403         403         403         403         403
  POST /functions/send-verification-email 401       403       403         403            403         403         403         403         403
  POST /functions/track-referral-click   400        400       400         400            400         400         400         400         400
  POST /functions/refresh-session        401        200       200         200            200         200         200         200         200
  POST /functions/check-subscription     401        401       200         200            200         200         200         200         200
  POST /functions/accept-invitation      401        401       404         404            404         404         404         404         404
  POST /functions/generate-auth-token    401        401       403         403            403         403         403         403         403
  POST /sign-out                         /auth      /auth     /auth       /auth          /auth       /auth       /auth       /auth       /auth

  POST /organizations/switch             /auth      /auth     404         404            404         404         404         404         404
  POST /organizations/restore            /auth      /auth     404         404            404         404         404         404         404
  POST /dashboard                        /auth      /auth     403         403            400         400         400         400         400
  POST /dash                             /auth      /auth     403         403            400         400         400         400         400
  POST /analytics                        /auth      /auth     403         403            400         400         400         400         400
  POST /messages/new                     /auth      /auth     403         403            400         400         400         400         400
  POST /messages/:threadId               /auth      /auth     403         403            400         400         400         404         404
  POST /campaigns/new                    /auth      /auth     403         403            400         400         400         400         400
  POST /campaigns/screening              /auth      /auth     403         403            400         400         400         400         400
  POST /campaigns/:campaignId            /auth      /auth     403         403            404         404         404         404         404
  POST /campaigns/:campaignId/setup      /auth      /auth     403         403            404         404         404         404         404
  POST /workflows                         /auth      /auth     403         403            400         400         400         400         400
  POST /workflows/new                     /auth      /auth     403         403            400         400         400         400         400
  POST /workflows/runs/:runId             /auth      /auth     403         403            404         404         404         404         404
  POST /workflows/:workflowId             /auth      /auth     403         403            404         404         404         404         404
  POST /connect/out                      400        400       400         400            400         400         400         400         400
  POST /contacts                         /auth      /auth     403         403            400         400         400         400         400
  POST /contacts/new                     /auth      /auth     403         403            422         422         422         422         422
  POST /contacts/do-not-call             /auth      /auth     403         403            400         400         400         400         400
  POST /contacts/lists                   /auth      /auth     403         403            400         400         400         400         400
  POST /contacts/tasks                   /auth      /auth     403         403            400         400         400         400         400
  POST /contacts/import                  /auth      /auth     403         403            400         400         400         400         400
  POST /contacts/import/upload           /auth      /auth     403         403            400         400         400         400         400
  POST /contacts/imports/:importId       /auth      /auth     403         403            404         404         404         404         404
  POST /contacts/:contactId              /auth      /auth     403         403            400         400         400         404         404
  POST /contacts/:contactId/edit         /auth      /auth     403         403            422         422         422         404         404
  POST /bookings                         /auth      /auth     400         403            400         400         400         400         400
  POST /bookings/new                     /auth      /auth     403         403            400         400         400         400         400
  POST /bookings/:bookingId              /auth      /auth     403         403            400         400         400         404         404
  POST /call-history                     /auth      /auth     400         403            400         400         400         400         400
  POST /call-history/exports             /auth      /auth     403         403            403         400         400         400         400
  POST /call-history/:callId             /auth      /auth     403         403            400         400         400         404         404
  POST /call-history/:callId/share       /auth      /auth     403         403            400         400         400         404         404
  POST /users                            /auth      /auth     403         403            403         400         400         400         400
  POST /error-logs                       /auth      /auth     403         403            403         400         400         400         400
  POST /error-logs/:errorId              /auth      /auth     403         403            400         400         400         404         404
  POST /reports/errors                   400        400       400         400            400         400         400         400         400
  POST /reports/vitals                   400        400       400         400            400         400         400         400         400
  POST /settings                         /auth      /auth     403         403            403         400         400         400         400
  POST /settings/data                    /auth      /auth     403         403            403         400         400         400         400
  POST /settings/models                  /auth      /auth     403         403            403         400         400         400         400
  POST /integrations/:provider           /auth      /auth     403         403            403         404         404         404         404
  POST /integrations/keys                /auth      /auth     403         403            403         400         400         400         400
  POST /integrations/webhooks             /auth      /auth     403         403            403         400         400         400         400
  POST /integrations/webhooks/:endpointId /auth      /auth     403         403            403         404         404         404         404
  POST /integrations/webhooks/:endpointId/:deliveryId /auth /auth 403      403            403         404         404         404         404
  POST /twilio-settings                  /auth      /auth     403         403            403         400         400         400         400
  POST /twilio-settings/:accountId       /auth      /auth     403         403            403         404         404         404         404
  POST /receipts/:receiptId              404        404       404         404            404         404         404         404         404
  POST /white-label/legal                /auth      /auth     403         403            403         422         422         422         422
  POST /white-label                      /auth      /auth     403         403            403         400         400         400         400
  POST /white-label/images               /auth      /auth     403         403            403         400         400         400         400
  POST /custom-domain-guide              /auth      /auth     403         403            403         400         400         400         400
  POST /organizations                    /auth      /auth     422         422            422         422         422         422         422
  POST /agents/new                       /auth      /auth     403         403            422         422         422         422         422
  POST /agents/:agentId                  /auth      /auth     403         403            409         409         409         404         404
  POST /agents/knowledge                 /auth      /auth     403         403            400         400         400         400         400
  POST /voices                           /auth      /auth     403         403            422         422         422         422         422
  POST /call-transfer                    /auth      /auth     403         403            400         400         400         400         400
  POST /voices/preview                   /auth      /auth     422         403            422         422         422         422         422
  POST /call-history/:callId/steer       /auth      /auth     403         403            400         400         400         404         404
  POST /numbers                          /auth      /auth     403         403            403         200         200         404         404
  POST /numbers/protection               /auth      /auth     403         403            403         422         422         422         422
  POST /numbers/search                   /auth      /auth     403         403            403         422         422         422         422
  POST /numbers/:numberId                /auth      /auth     403         403            403         400         400         404         404
  POST /mfa-setup                        /auth      /auth     400         400            400         400         400         400         400
  POST /customer-management              /auth      /auth     403         403            403         403         403         403         400
  POST /customer-management/users        /auth      /auth     403         403            403         403         403         403         400
  POST /customer-management/users/:userId  /auth    /auth     403         403            403         403         403         403         400
  POST /customer-management/:organizationId  /auth  /auth     403         403            403         403         403         403         400
  POST /admin/security                   /auth      /auth     403         403            403         403         403         403         400
  POST /admin/billing-events             /auth      /auth     403         403            403         403         403         403         400
  POST /admin/error-logs                 /auth      /auth     403         403            403         403         403         403         400
  POST /admin/error-logs/:errorId        /auth      /auth     403         403            403         403         403         403         400
  POST /admin/audit                      /auth      /auth     403         403            403         403         403         403         400
  POST /admin/incidents                  /auth      /auth     403         403            403         403         403         403         400
  POST /admin/web-vitals                 /auth      /auth     403         403            403         403         403         403         400
  POST /testing                          /auth      /auth     403         403            403         403         403         403         400
  POST /organizations/new                /auth      /auth     422         422            422         422         422         422         422
  POST /security/email                   422        422       422         422            422         422         422         422         422
  POST /security/export                  /auth      /auth     200         200            200         200         200         200         200
  POST /security                         /auth      /auth     400         400            400         400         400         400         400
  POST /profile                          /auth      /auth     400         400            400         400         400         400         400
  POST /passkeys/options                 200        200       200         200            200         200         200         200         200
`;

/** The lines of a table, by method and path, with what each of its columns meets. */
function linesOf<Column extends string>(text: string, columns: readonly Column[]) {
  return new Map(
    text
      .split("\n")
      .map((line) => line.trim().split(/\s+/))
      .filter(([method = ""]) => /^(?:GET|POST|CALL)$/.test(method))
      .map(([method, path, ...met]): [string, Readonly<Record<Column, string>>] => {
        if (met.length !== columns.length) throw new Error(`${method} ${path} lacks a column`);
        const found = Object.fromEntries(columns.map((column, at) => [column, met[at] ?? ""]));
        return [`${method} ${path}`, found as Record<Column, string>];
      }),
  );
}

/** What each actor meets on the main host, by method and path. */
export const matrix: ReadonlyMap<string, Readonly<Record<Actor, string>>> = linesOf(table, actors);

/**
 * Who stands before the same doors on a tenant's host: `stranger` has no session there; `resident` is an owner who has
 * nothing elsewhere, `shared` one who owns another organization too, `staff` one who is a platform admin; `outsider` has a
 * session there and no organization of that host any more.
 */
export const guests = ["stranger", "resident", "shared", "staff", "outsider"] as const;
export type Guest = (typeof guests)[number];

const tenantsTable = `
                                          stranger              resident                 shared                   staff                    outsider
  GET  /                                  /auth                 /auth                    /auth                    /auth                    /auth
  GET  /site.webmanifest                  200                   200                      200                      200                      200
  GET  /touch-icon.png                    200                   200                      200                      200                      200
  GET  /checkout-number                   /auth                 400                      400                      400                      /dashboard
  GET  /checkout-number/return            /auth                 400                      400                      400                      /dashboard
  GET  /*                                 404                   404                      404                      404                      404
  GET  /admin/security                    404                   404                      404                      404                      404
  GET  /admin/billing-events              404                   404                      404                      404                      404
  GET  /admin/audit                       404                   404                      404                      404                      404
  GET  /admin/audit/export                404                   404                      404                      404                      404
  GET  /agents                            /auth                 200                      200                      200                      /auth
  GET  /agents/:agentId                   /auth                 404                      404                      404                      /auth
  GET  /agents/new                        /auth                 200                      200                      200                      /auth
  GET  /agents/knowledge                  /auth                 200                      200                      200                      /auth
  GET  /voices                            /auth                 200                      200                      200                      /auth
  GET  /call-transfer                     /auth                 200                      200                      200                      /auth
  GET  /analytics                         /auth                 200                      200                      200                      /auth
  GET  /auth                              200                   /dashboard               /dashboard               /dashboard               403
  GET  /auth/callback                     main:/auth            /dashboard               /dashboard               /dashboard               /dashboard
  GET  /auth/google                       main:/auth/google     main:/auth/google        main:/auth/google        main:/auth/google        main:/auth/google
  GET  /call-history                      /auth                 200                      200                      200                      /auth
  GET  /call-history/new                  /auth                 200                      200                      200                      /auth
  GET  /call-history/exports              /auth                 200                      200                      200                      /auth
  GET  /call-history/exports/:exportId    /auth                 404                      404                      404                      /auth
  GET  /call-history/:callId              /auth                 404                      404                      404                      /auth
  GET  /call-history/:callId/share        /auth                 404                      404                      404                      /auth
  GET  /call-history/:callId/recording    /auth                 404                      404                      404                      /auth
  GET  /customer-management               404                   404                      404                      404                      404
  GET  /customer-management/export        404                   404                      404                      404                      404
  GET  /customer-management/users         404                   404                      404                      404                      404
  GET  /customer-management/users/:userId  404                  404                      404                      404                      404
  GET  /customer-management/:organizationId  404                404                      404                      404                      404
  GET  /custom-domain-guide               /auth                 200                      200                      200                      /auth
  GET  /clients                           /auth       404         404         404         /auth
  GET  /clients/new                       /auth       404         404         404         /auth
  GET  /clients/export                    /auth       404         404         404         /auth
  GET  /clients/prices                    /auth       404         404         404         /auth
  GET  /clients/margins                   /auth       404         404         404         /auth
  GET  /clients/margins/export            /auth       404         404         404         /auth
  GET  /clients/payouts                   /auth       404         404         404         /auth
  GET  /clients/templates                 /auth       404         404         404         /auth
  GET  /clients/accept                    /auth       404         404         404         /auth
  GET  /clients/:clientId                 /auth       404         404         404         /auth
  GET  /clients/leave                     /clients    /clients    /clients    /clients    /clients
  GET  /agents/import                     /auth       200         200         200         /auth
  GET  /agents/:agentId/export            /auth       404         404         404         /auth
  GET  /agents/:agentId/answering         /auth       404         404         404         /auth
  GET  /agents/:agentId/analytics         /auth       404         404         404         /auth
  GET  /agents/:agentId/versions          /auth       404         404         404         /auth
  GET  /agents/:agentId/tests             /auth       404         404         404         /auth
  GET  /agents/:agentId/tests/:testId     /auth       404         404         404         /auth
  GET  /agents/:agentId/call              /auth       404         404         404         /auth
  GET  /agents/:agentId/dial              /auth       404         404         404         /auth
  GET  /agents/:agentId/widget            /auth       404         404         404         /auth
  POST /clients/new                       /auth       404         404         404         403
  POST /clients/prices                    /auth       404         404         404         403
  POST /clients/payouts                   /auth       404         404         404         403
  POST /clients/templates                 /auth       404         404         404         403
  POST /clients/accept                    /auth       404         404         404         403
  POST /clients/:clientId                 /auth       404         404         404         403
  POST /clients/leave                     404         404         404         404         404
  POST /agents/import                     /auth       422         422         422         403
  POST /agents/:agentId/answering         /auth       404         404         404         403
  POST /agents/:agentId/versions          /auth       404         404         404         403
  POST /agents/:agentId/tests             /auth       404         404         404         403
  POST /agents/:agentId/tests/:testId     /auth       404         404         404         403
  POST /agents/:agentId/call              /auth       404         404         404         403
  POST /agents/:agentId/dial              /auth       404         404         404         403
  POST /agents/:agentId/widget            /auth       404         404         404         403
  GET  /checkout                          /auth?intent=trial                    400                      400                      400                      /dashboard
  GET  /checkout/return                   /auth                    404                      404                      404                      404
  GET  /functions/create-checkout         405                      405                      405                      405                      405
  POST /functions/create-checkout         401                      400                      400                      400                      403
  POST /subscription                      /auth                    400                      400                      400                      403
  GET  /dash                              /auth                 200                      200                      200                      /auth
  GET  /dashboard                         /auth                 200                      200                      200                      /auth
  GET  /email-verified                    200                   200                      200                      200                      200
  GET  /subscription/invoices/:invoiceId/calls.csv  /auth       404         404         404         /auth
  GET  /subscription/statements/:month/calls.csv  /auth       404         404         404         /auth
  GET  /functions/reconcile-usage         405         405         405         405         405
  GET  /functions/verify-audit            405         405         405         405         405
  POST /functions/reconcile-usage         404         404         404         404         404
  POST /functions/verify-audit            404         404         404         404         404
  GET  /functions/accept-invitation       405                   405                      405                      405                      405
  GET  /functions/generate-auth-token     405                   405                      405                      405                      405
  GET  /functions/refresh-session         405                   405                      405                      405                      405
  GET  /functions/check-subscription      405                   405                      405                      405                      405
  GET  /functions/send-verification-email 405                   405                      405                      405                      405
  GET  /functions/track-referral-click    405                   405                      405                      405                      405
  GET  /functions/verify-email-code       405                   405                      405                      405                      405
  GET  /login                             200                   /dashboard               /dashboard               /dashboard               403
  GET  /mfa-setup                         /auth                 200                      main:/mfa-setup          main:/mfa-setup          main:/mfa-setup
  GET  /numbers                           /auth                 200                      200                      200                      /auth
  GET  /numbers/protection                /auth                 200                      200                      200                      /auth
  GET  /numbers/search                    /auth                 200                      200                      200                      /auth
  GET  /numbers/:numberId                 /auth                 404                      404                      404                      /auth
  GET  /organizations                     /auth                 200                      200                      200                      /auth
  GET  /organizations/new                 /auth                 main:/organizations/new  main:/organizations/new  main:/organizations/new  main:/organizations/new
  GET  /organizations/restore             /organizations        /organizations           /organizations           /organizations           /organizations
  GET  /organizations/switch              /organizations        /organizations           /organizations           /organizations           /organizations
  GET  /offline                           200                   200                      200                      200                      200
  GET  /privacy                           200                   200                      200                      200                      200
  GET  /api                               200                   200                      200                      200                      200
  GET  /cookies                           200                   200                      200                      200                      200
  GET  /help                              200                   200                      200                      200                      200
  GET  /help/:slug                        200                   200                      200                      200                      200
  POST /cookies   /cookies?done=forgotten  /cookies?done=forgotten  /cookies?done=forgotten  /cookies?done=forgotten  /cookies?done=forgotten
  GET  /messages                          /auth                 200                      200                      200                      /auth
  GET  /messages/new                      /auth                 200                      200                      200                      /auth
  GET  /messages/:threadId                /auth                 404                      404                      404                      /auth
  GET  /campaigns                         /auth                 200                      200                      200                      /auth
  GET  /campaigns/new                     /auth                 200                      200                      200                      /auth
  GET  /campaigns/screening               /auth                 200                      200                      200                      /auth
  GET  /campaigns/ledger.ndjson           /auth                 200                      200                      200                      /auth
  GET  /campaigns/:campaignId             /auth                 404                      404                      404                      /auth
  GET  /campaigns/:campaignId/setup       /auth                 404                      404                      404                      /auth
  GET  /campaigns/:campaignId/people      /auth                 404                      404                      404                      /auth
  GET  /campaigns/:campaignId/results.csv /auth                 404                      404                      404                      /auth
  GET  /workflows                         /auth                 200                      200                      200                      /auth
  GET  /workflows/new                     /auth                 200                      200                      200                      /auth
  GET  /workflows/runs/:runId             /auth                 404                      404                      404                      /auth
  GET  /workflows/:workflowId             /auth                 404                      404                      404                      /auth
  GET  /contacts                         /auth                 200                      200                      200                      /auth
  GET  /contacts/new                     /auth                 200                      200                      200                      /auth
  GET  /contacts/do-not-call             /auth                 200                      200                      200                      /auth
  GET  /contacts/lists                   /auth                 200                      200                      200                      /auth
  GET  /contacts/tasks                   /auth                 200                      200                      200                      /auth
  GET  /contacts/import                  /auth                 200                      200                      200                      /auth
  GET  /contacts/imports/:importId       /auth                 404                      404                      404                      /auth
  GET  /contacts/imports/:importId/errors  /auth                 404                      404                      404                      /auth
  GET  /contacts/export                  /auth                 200                      200                      200                      /auth
  GET  /contacts/:contactId              /auth                 404                      404                      404                      /auth
  GET  /contacts/:contactId/edit         /auth                 404                      404                      404                      /auth
  GET  /bookings                          /auth                 200                      200                      200                      /auth
  GET  /bookings/new                      /auth                 200                      200                      200                      /auth
  GET  /bookings/:bookingId               /auth                 404                      404                      404                      /auth
  GET  /search                            /auth                 200                      200                      200                      /auth
  GET  /security                          /auth                 200                      main:/security           main:/security           main:/security
  GET  /profile                           /auth                 200                      main:/profile           main:/profile           main:/profile
  GET  /security/deleted                  200                   /security                /security                /security                /security
  GET  /security/email                    410                   410                      410                      410                      410
  GET  /error-logs                        /auth                 200                      200                      200                      /auth
  GET  /error-logs/:errorId               /auth                 404                      404                      404                      /auth
  GET  /reports/errors                    405                   405                      405                      405                      405
  GET  /reports/vitals                    405                   405                      405                      405                      405
  GET  /admin/error-logs                  404                   404                      404                      404                      404
  GET  /admin/error-logs/:errorId         404                   404                      404                      404                      404
  GET  /settings                          /auth                 200                      200                      200                      /auth
  GET  /settings/data                     /auth                 200                      200                      200                      /auth
  GET  /settings/models                   /auth                 200                      200                      200                      /auth
  GET  /integrations                      /auth                 200                      200                      200                      /auth
  GET  /integrations/setup-guide          /auth                 200                      200                      200                      /auth
  GET  /integrations/:provider            /auth                 404                      404                      404                      /auth
  GET  /integrations/:provider/return     /auth                 404                      404                      404                      /auth
  GET  /connect/callback                  400                   400                      400                      400                      400
  GET  /connect/out                       400                   400                      400                      400                      400
  GET  /integrations/keys                 /auth                 200                      200                      200                      /auth
  GET  /integrations/webhooks             /auth                 200                      200                      200                      /auth
  GET  /integrations/webhooks/events      /auth                 200                      200                      200                      /auth
  GET  /integrations/webhooks/:endpointId  /auth                404                      404                      404                      /auth
  GET  /integrations/webhooks/:endpointId/:deliveryId  /auth    404                      404                      404                      /auth
  GET  /twilio-settings                   /auth                 200                      200                      200                      /auth
  GET  /twilio-settings/:accountId        /auth                 404                      404                      404                      /auth
  GET  /settings/data/exports/:exportId   /auth                 404                      404                      404                      /auth
  GET  /receipts/:receiptId               404                   404                      404                      404                      404
  GET  /receipts/:receiptId/file          404                   404                      404                      404                      404
  GET  /shared/:secret                    404                   404                      404                      404                      404
  GET  /calendar/:file                    404                   404                      404                      404                      404
  GET  /white-label/legal                 /auth                 200                      200                      200                      /auth
  GET  /sign-out                          /auth                 /auth                    /auth                    /auth                    /auth
  GET  /subscription                      /auth                 200                      200                      200                      /auth
  GET  /status                            200                   200                      200                      200                      200
  GET  /status.json                       200                   200                      200                      200                      200
  GET  /api/v1/openapi.json               200                   200                      200                      200                      200
  GET  /terms                             200                   200                      200                      200                      200
  GET  /admin/incidents                   404                   404                      404                      404                      404
  GET  /admin/web-vitals                  404                   404                      404                      404                      404
  GET  /testing                           404                   404                      404                      404                      404
  GET  /voices                            /auth                 200                      200                      200                      /auth
  GET  /call-transfer                     /auth                 200                      200                      200                      /auth
  GET  /users                             /auth                 200                      200                      200                      /auth
  GET  /users/activity                    /auth                 200                      200                      200                      /auth
  GET  /users/activity/export             /auth                 200                      200                      200                      /auth
  GET  /white-label                       /auth                 200                      200                      200                      /auth
  POST /*                                 404                   404                      404                      404                      404
  POST /admin/security                    404                   404                      404                      404                      404
  POST /admin/billing-events              404                   404                      404                      404                      404
  POST /admin/audit                       404                   404                      404                      404                      404
  POST /agents/:agentId                   /auth                 422                      422                      422                      403
  POST /agents/new                        /auth                 422                      422                      422                      403
  POST /agents/knowledge                  /auth                 400                      400                      400                      403
  POST /voices                            /auth                 422                      422                      422                      403
  POST /call-transfer                     /auth                 400                      400                      400                      403
  POST /voices/preview                    /auth                 422                      422                      422                      403
  POST /call-history/:callId/steer        /auth                 404                      404                      404                      403
  POST /analytics                         /auth                 400                      400                      400                      403
  POST /auth                              400                   400                      400                      400                      400
  POST /auth/callback                     400                   400                      400                      400                      400
  POST /messages/new                      /auth                 400                      400                      400                      403
  POST /messages/:threadId                /auth                 404                      404                      404                      403
  POST /campaigns/new                     /auth                 400                      400                      400                      403
  POST /campaigns/screening               /auth                 400                      400                      400                      403
  POST /campaigns/:campaignId             /auth                 404                      404                      404                      403
  POST /campaigns/:campaignId/setup       /auth                 404                      404                      404                      403
  POST /workflows                         /auth                 400                      400                      400                      403
  POST /workflows/new                     /auth                 400                      400                      400                      403
  POST /workflows/runs/:runId             /auth                 404                      404                      404                      403
  POST /workflows/:workflowId             /auth                 404                      404                      404                      403
  POST /connect/out                       400                   400                      400                      400                      400
  POST /contacts                         /auth                 400                      400                      400                      403
  POST /contacts/new                     /auth                 422                      422                      422                      403
  POST /contacts/do-not-call             /auth                 400                      400                      400                      403
  POST /contacts/lists                   /auth                 400                      400                      400                      403
  POST /contacts/tasks                   /auth                 400                      400                      400                      403
  POST /contacts/import                  /auth                 400                      400                      400                      403
  POST /contacts/import/upload           /auth                 400                      400                      400                      403
  POST /contacts/imports/:importId       /auth                 404                      404                      404                      403
  POST /contacts/:contactId              /auth                 404                      404                      404                      403
  POST /contacts/:contactId/edit         /auth                 404                      404                      404                      403
  POST /bookings                          /auth                 400                      400                      400                      403
  POST /bookings/new                      /auth                 400                      400                      400                      403
  POST /bookings/:bookingId               /auth                 404                      404                      404                      403
  POST /call-history                      /auth                 400                      400                      400                      403
  POST /call-history/exports              /auth                 400                      400                      400                      403
  POST /call-history/:callId              /auth                 404                      404                      404                      403
  POST /call-history/:callId/share        /auth                 404                      404                      404                      403
  POST /customer-management               404                   404                      404                      404                      404
  POST /customer-management/users         404                   404                      404                      404                      404
  POST /customer-management/users/:userId  404                  404                      404                      404                      404
  POST /customer-management/:organizationId  404                404                      404                      404                      404
  POST /custom-domain-guide               /auth                 400                      400                      400                      403
  POST /dash                              /auth                 400                      400                      400                      403
  POST /dashboard                         /auth                 400                      400                      400                      403
  POST /functions/accept-invitation       401                   404                      404                      404                      404
  POST /functions/generate-auth-token     401                   403                      403                      403                      403
  POST /functions/refresh-session         401                   200                      200                      200                      200
  POST /functions/check-subscription      401                   200                      200                      200                      200
  POST /functions/send-verification-email 401                   403                      403                      403                      403
  POST /functions/track-referral-click    400                   400                      400                      400                      400
  POST /functions/verify-email-code       401                   403                      403                      403                      403
  POST /login                             400                   400                      400                      400                      400
  POST /mfa-setup                         /auth                 400                      403                      403                      403
  POST /numbers                           /auth                 422                      422                      422                      403
  POST /numbers/protection                /auth                 422                      422                      422                      403
  POST /numbers/search                    /auth                 422                      422                      422                      403
  POST /numbers/:numberId                 /auth                 404                      404                      404                      403
  POST /organizations                     /auth                 403                      403                      403                      403
  POST /organizations/new                 /auth                 403                      403                      403                      403
  POST /organizations/restore             /auth                 404                      404                      404                      404
  POST /organizations/switch              /auth                 404                      404                      404                      404
  POST /passkeys/options                  200                   200                      200                      200                      200
  POST /security                          /auth                 400                      403                      403                      403
  POST /profile                           /auth                 400                      403                      403                      403
  POST /security/email                    422                   422                      422                      422                      422
  POST /security/export                   /auth                 200                      403                      403                      403
  POST /error-logs                        /auth                 400                      400                      400                      403
  POST /error-logs/:errorId               /auth                 404                      404                      404                      403
  POST /reports/errors                    400                   400                      400                      400                      400
  POST /reports/vitals                    400                   400                      400                      400                      400
  POST /admin/error-logs                  404                   404                      404                      404                      404
  POST /admin/error-logs/:errorId         404                   404                      404                      404                      404
  POST /settings                          /auth                 400                      400                      400                      403
  POST /settings/data                     /auth                 400                      400                      400                      403
  POST /settings/models                   /auth                 400                      400                      400                      403
  POST /integrations/:provider            /auth                 404                      404                      404                      403
  POST /integrations/keys                 /auth                 400                      400                      400                      403
  POST /integrations/webhooks             /auth                 400                      400                      400                      403
  POST /integrations/webhooks/:endpointId  /auth                404                      404                      404                      403
  POST /integrations/webhooks/:endpointId/:deliveryId  /auth    404                      404                      404                      403
  POST /twilio-settings                   /auth                 400                      400                      400                      403
  POST /twilio-settings/:accountId        /auth                 404                      404                      404                      403
  POST /receipts/:receiptId               404                   404                      404                      404                      404
  POST /white-label/legal                 /auth                 422                      422                      422                      403
  POST /sign-out                          /auth                 /auth                    /auth                    /auth                    /auth
  POST /admin/incidents                   404                   404                      404                      404                      404
  POST /admin/web-vitals                  404                   404                      404                      404                      404
  POST /testing                           404                   404                      404                      404                      404
  POST /voices                            /auth                 422                      422                      422                      403
  POST /call-transfer                     /auth                 400                      400                      400                      403
  POST /users                             /auth                 400                      400                      400                      403
  POST /white-label                       /auth                 400                      400                      400                      403
  POST /white-label/images                /auth                 400                      400                      400                      403
`;

/** What each guest meets on a tenant's host, by method and path; `main:/x` is that page of the main host. */
export const tenantsMatrix: ReadonlyMap<string, Readonly<Record<Guest, string>>> = linesOf(
  tenantsTable,
  guests,
);

/**
 * What a page on a tenant's host may do to another organization of the same person, who owns both: each deed is tried with
 * their session there and with their session on the main host, where it shows that the deed itself is right.
 */
export const deeds = {
  "switch to it": { there: "404", main: "/dashboard" },
  "restore it once it was deleted": { there: "404", main: "/dashboard?done=restored" },
  "read a page that was drawn for it": { there: "409", main: "200" },
  "post a form that was drawn for it": { there: "409", main: "422" },
  "listen to its live feed": { there: "403", main: "101" },
  "take up an invitation to a third one": { there: "404", main: "200" },
  "get a token for the host of a third one": { there: "422", main: "200" },
  "found another one": { there: "403", main: "/dashboard" },
  "speak on the main host with the session's access token": { there: "401", main: "404" },
  "carry the session's cookie to the main host": { there: "/auth", main: "200" },
  "look at the account": { there: "main:/security", main: "200" },
  "change the account's password": { there: "403", main: "/security?done=password" },
  "end the account's other sessions": { there: "403", main: "/security" },
  "download all of the account": { there: "403", main: "200" },
  "ask for a passkey to be added": { there: "403", main: "200" },
} as const;

/**
 * Who may call each verb: members by their role; `key` is an API key with every permission, `bare` one with none. `ok`: the
 * verb does its work or says why not; `refused`: it throws `forbidden`.
 */
export const callers = ["viewer", "billing", "member", "admin", "owner", "key", "bare"] as const;
export type Caller = (typeof callers)[number];

const verbsTable = `
                                       viewer    billing   member    admin     owner     key       bare
  CALL agents.create                   refused   refused   ok        ok        ok        ok        refused
  CALL agents.save                     refused   refused   ok        ok        ok        ok        refused
  CALL agents.rehearse                 refused   refused   ok        ok        ok        ok        refused
  CALL agents.duplicate                refused   refused   ok        ok        ok        ok        refused
  CALL agents.archive                  refused   refused   ok        ok        ok        ok        refused
  CALL agents.publish                  refused   refused   ok        ok        ok        ok        refused
  CALL agents.roll_back                refused   refused   ok        ok        ok        ok        refused
  CALL agents.redraft                  refused   refused   ok        ok        ok        ok        refused
  CALL agents.end_trial                refused   refused   ok        ok        ok        ok        refused
  CALL agents.save_test                refused   refused   ok        ok        ok        ok        refused
  CALL agents.delete_test              refused   refused   ok        ok        ok        ok        refused
  CALL agents.play_tests               refused   refused   ok        ok        ok        ok        refused
  CALL calls.make_test                 refused   refused   ok        ok        ok        ok        refused
  CALL agents.change_secrets           refused   refused   ok        ok        ok        ok        refused
  CALL agents.test_tool                refused   refused   ok        ok        ok        ok        refused
  CALL widgets.save                    refused   refused   ok        ok        ok        ok        refused
  CALL widgets.renew_key               refused   refused   ok        ok        ok        ok        refused
  CALL agents.call                     refused   refused   ok        ok        ok        refused   refused
  CALL knowledge.add_entry              refused   refused   ok        ok        ok        ok        refused
  CALL knowledge.add_file               refused   refused   ok        ok        ok        ok        refused
  CALL knowledge.add_page               refused   refused   ok        ok        ok        ok        refused
  CALL knowledge.edit_entry             refused   refused   ok        ok        ok        ok        refused
  CALL knowledge.refresh                refused   refused   ok        ok        ok        ok        refused
  CALL knowledge.use                    refused   refused   ok        ok        ok        ok        refused
  CALL knowledge.delete                 refused   refused   ok        ok        ok        ok        refused
  CALL questions.answer                 refused   refused   ok        ok        ok        ok        refused
  CALL questions.dismiss                refused   refused   ok        ok        ok        ok        refused
  CALL questions.merge                  refused   refused   ok        ok        ok        ok        refused
  CALL voices.favor                    refused   refused   ok        ok        ok        ok        refused
  CALL voices.choose                   refused   refused   ok        ok        ok        ok        refused
  CALL voices.add_word                 refused   refused   ok        ok        ok        ok        refused
  CALL voices.remove_word              refused   refused   ok        ok        ok        ok        refused
  CALL numbers.buy                     refused   refused   refused   ok        ok        ok        refused
  CALL numbers.order                   refused   refused   refused   refused   ok        refused   refused
  CALL numbers.import                  refused   refused   refused   ok        ok        ok        refused
  CALL numbers.assign                  refused   refused   refused   ok        ok        ok        refused
  CALL numbers.release                 refused   refused   refused   ok        ok        ok        refused
  CALL numbers.route                   refused   refused   refused   ok        ok        ok        refused
  CALL numbers.examine                 refused   refused   refused   ok        ok        ok        refused
  CALL numbers.repair                  refused   refused   refused   ok        ok        ok        refused
  CALL protection.save                 refused   refused   refused   ok        ok        ok        refused
  CALL protection.block                refused   refused   refused   ok        ok        ok        refused
  CALL protection.block_caller         refused   refused   refused   ok        ok        ok        refused
  CALL protection.unblock              refused   refused   refused   ok        ok        ok        refused
  CALL protection.let_in               refused   refused   refused   ok        ok        ok        refused
  CALL transfers.add                   refused   refused   ok        ok        ok        ok        refused
  CALL transfers.change                refused   refused   ok        ok        ok        ok        refused
  CALL transfers.pause                 refused   refused   ok        ok        ok        ok        refused
  CALL transfers.move                  refused   refused   ok        ok        ok        ok        refused
  CALL transfers.remove                refused   refused   ok        ok        ok        ok        refused
  CALL call_notes.add                   refused   refused   ok        ok        ok        ok        refused
  CALL call_notes.edit                  refused   refused   ok        ok        ok        ok        refused
  CALL call_notes.delete                refused   refused   ok        ok        ok        ok        refused
  CALL call_tags.add                    refused   refused   ok        ok        ok        ok        refused
  CALL call_tags.remove                 refused   refused   ok        ok        ok        ok        refused
  CALL calls.block                      refused   refused   ok        ok        ok        ok        refused
  CALL calls.unblock                    refused   refused   ok        ok        ok        ok        refused
  CALL calls.note_consent               refused   refused   ok        ok        ok        ok        refused
  CALL recordings.choose                refused   refused   refused   ok        ok        ok        refused
  CALL recordings.delete                refused   refused   refused   ok        ok        ok        refused
  CALL call_shares.make                 refused   refused   ok        ok        ok        refused   refused
  CALL call_shares.revoke               refused   refused   ok        ok        ok        ok        refused
  CALL call_views.save                  ok        refused   ok        ok        ok        refused   refused
  CALL call_views.delete                ok        refused   ok        ok        ok        refused   refused
  CALL call_columns.choose              ok        refused   ok        ok        ok        refused   refused
  CALL calls.tag                        refused   refused   ok        ok        ok        ok        refused
  CALL calls.delete                     refused   refused   refused   ok        ok        ok        refused
  CALL call_backs.settle               refused   refused   ok        ok        ok        ok        refused
  CALL messages.finish                 refused   refused   ok        ok        ok        ok        refused
  CALL calls.place                     refused   refused   ok        ok        ok        ok        refused
  CALL campaigns.save                  refused   refused   ok        ok        ok        ok        refused
  CALL campaigns.start                 refused   refused   ok        ok        ok        ok        refused
  CALL campaigns.pause                 refused   refused   ok        ok        ok        ok        refused
  CALL campaigns.resume                refused   refused   ok        ok        ok        ok        refused
  CALL campaigns.stop                  refused   refused   ok        ok        ok        ok        refused
  CALL campaigns.remove                refused   refused   ok        ok        ok        ok        refused
  CALL campaigns.clone                 refused   refused   ok        ok        ok        ok        refused
  CALL campaigns.redial                refused   refused   ok        ok        ok        ok        refused
  CALL campaigns.join                  refused   refused   ok        ok        ok        ok        refused
  CALL campaigns.screening_add         refused   refused   ok        ok        ok        ok        refused
  CALL campaigns.screening_remove      refused   refused   ok        ok        ok        ok        refused
  CALL campaigns.limit                 refused   refused   refused   ok        ok        ok        refused
  CALL workflows.save                  refused   refused   ok        ok        ok        ok        refused
  CALL workflows.enable                refused   refused   ok        ok        ok        ok        refused
  CALL workflows.disable               refused   refused   ok        ok        ok        ok        refused
  CALL workflows.renew_address         refused   refused   ok        ok        ok        ok        refused
  CALL workflows.archive               refused   refused   ok        ok        ok        ok        refused
  CALL workflows.retry                 refused   refused   ok        ok        ok        ok        refused
  CALL workflows.retry_failed          refused   refused   ok        ok        ok        ok        refused
  CALL workflows.email                 refused   refused   ok        ok        ok        ok        refused
  CALL workflows.try                   refused   refused   ok        ok        ok        ok        refused
  CALL calls.steer                     refused   refused   ok        ok        ok        ok        refused
  CALL messages.reopen                 refused   refused   ok        ok        ok        ok        refused
  CALL texts.send                      refused   refused   ok        ok        ok        ok        refused
  CALL texts.send_to                   refused   refused   ok        ok        ok        ok        refused
  CALL texts.mark_read                 refused   refused   ok        ok        ok        ok        refused
  CALL texts.let_agent                 refused   refused   ok        ok        ok        ok        refused
  CALL contacts.save                   refused   refused   ok        ok        ok        ok        refused
  CALL contacts.change                 refused   refused   ok        ok        ok        ok        refused
  CALL contacts.merge                  refused   refused   ok        ok        ok        ok        refused
  CALL contacts.note                   refused   refused   ok        ok        ok        ok        refused
  CALL tasks.add                       refused   refused   ok        ok        ok        ok        refused
  CALL tasks.change                    refused   refused   ok        ok        ok        ok        refused
  CALL tasks.remove                    refused   refused   ok        ok        ok        ok        refused
  CALL contacts.delete_note            refused   refused   ok        ok        ok        ok        refused
  CALL contacts.give_consent           refused   refused   ok        ok        ok        ok        refused
  CALL contacts.revoke_consent         refused   refused   ok        ok        ok        ok        refused
  CALL contact_imports.begin           refused   refused   ok        ok        ok        ok        refused
  CALL contact_imports.send_part       refused   refused   ok        ok        ok        ok        refused
  CALL contact_imports.finish_upload   refused   refused   ok        ok        ok        ok        refused
  CALL contact_imports.start           refused   refused   ok        ok        ok        ok        refused
  CALL contact_imports.cancel          refused   refused   ok        ok        ok        ok        refused
  CALL contact_imports.undo            refused   refused   ok        ok        ok        ok        refused
  CALL contacts.export                 refused   refused   ok        ok        ok        ok        refused
  CALL do_not_call.add                 refused   refused   ok        ok        ok        ok        refused
  CALL do_not_call.remove              refused   refused   ok        ok        ok        ok        refused
  CALL contact_lists.save              refused   refused   ok        ok        ok        ok        refused
  CALL contact_lists.remove            refused   refused   ok        ok        ok        ok        refused
  CALL contact_segments.save           refused   refused   ok        ok        ok        ok        refused
  CALL contact_segments.remove         refused   refused   ok        ok        ok        ok        refused
  CALL contact_fields.save             refused   refused   ok        ok        ok        ok        refused
  CALL contact_fields.remove           refused   refused   ok        ok        ok        ok        refused
  CALL bookings.book                   refused   refused   ok        ok        ok        ok        refused
  CALL bookings.move                   refused   refused   ok        ok        ok        ok        refused
  CALL bookings.cancel                 refused   refused   ok        ok        ok        ok        refused
  CALL bookings.mark_no_show           refused   refused   ok        ok        ok        ok        refused
  CALL bookings.restore                refused   refused   ok        ok        ok        ok        refused
  CALL bookings.note                   refused   refused   ok        ok        ok        ok        refused
  CALL calendar_feeds.make             ok        refused   ok        ok        ok        refused   refused
  CALL calendar_feeds.remove           ok        refused   ok        ok        ok        refused   refused
  CALL notices.choose                  refused   refused   ok        ok        ok        refused   refused
  CALL errors.mark                     refused   refused   ok        ok        ok        ok        refused
  CALL errors.keep_details             refused   refused   refused   ok        ok        ok        refused
  CALL members.change_role             refused   refused   refused   ok        ok        refused   refused
  CALL members.remove                  refused   refused   refused   ok        ok        refused   refused
  CALL members.sign_out                refused   refused   refused   ok        ok        refused   refused
  CALL members.leave                   ok        ok        ok        ok        ok        refused   refused
  CALL invitations.send                refused   refused   refused   ok        ok        refused   refused
  CALL invitations.resend              refused   refused   refused   ok        ok        refused   refused
  CALL invitations.revoke              refused   refused   refused   ok        ok        refused   refused
  CALL settings.save_profile           refused   refused   refused   ok        ok        ok        refused
  CALL settings.save_region            refused   refused   refused   ok        ok        ok        refused
  CALL settings.save_calling_hours     refused   refused   refused   ok        ok        ok        refused
  CALL settings.save_test_number       refused   refused   refused   ok        ok        ok        refused
  CALL settings.save_closed_days       refused   refused   refused   ok        ok        ok        refused
  CALL settings.save_retention         refused   refused   refused   ok        ok        ok        refused
  CALL settings.save_redaction         refused   refused   refused   ok        ok        ok        refused
  CALL data.export                     refused   refused   refused   ok        ok        refused   refused
  CALL calls.export                    refused   refused   refused   ok        ok        refused   refused
  CALL data.erase_person               refused   refused   refused   ok        ok        refused   refused
  CALL carriers.connect                refused   refused   refused   ok        ok        ok        refused
  CALL carriers.test                   refused   refused   refused   ok        ok        ok        refused
  CALL carriers.remove                 refused   refused   refused   ok        ok        ok        refused
  CALL carriers.rename                 refused   refused   refused   ok        ok        ok        refused
  CALL carriers.replace_credentials    refused   refused   refused   ok        ok        ok        refused
  CALL carriers.limit                  refused   refused   refused   ok        ok        ok        refused
  CALL telephony.save                  refused   refused   refused   ok        ok        ok        refused
  CALL models.add_key                  refused   refused   refused   ok        ok        refused   refused
  CALL models.test_key                 refused   refused   refused   ok        ok        refused   refused
  CALL models.remove_key               refused   refused   refused   ok        ok        refused   refused
  CALL integrations.connect            refused   refused   refused   ok        ok        refused   refused
  CALL integrations.test               refused   refused   refused   ok        ok        ok        refused
  CALL integrations.save               refused   refused   refused   ok        ok        ok        refused
  CALL integrations.disconnect         refused   refused   refused   ok        ok        ok        refused
  CALL api_keys.make                   refused   refused   refused   ok        ok        refused   refused
  CALL api_keys.revoke                 refused   refused   refused   ok        ok        refused   refused
  CALL webhooks.add                    refused   refused   refused   ok        ok        ok        refused
  CALL webhooks.change                 refused   refused   refused   ok        ok        ok        refused
  CALL webhooks.switch                 refused   refused   refused   ok        ok        ok        refused
  CALL webhooks.rotate                 refused   refused   refused   ok        ok        ok        refused
  CALL webhooks.remove                 refused   refused   refused   ok        ok        ok        refused
  CALL webhooks.test                   refused   refused   refused   ok        ok        ok        refused
  CALL webhooks.replay                 refused   refused   refused   ok        ok        ok        refused
  CALL webhooks.replay_failed          refused   refused   refused   ok        ok        ok        refused
  CALL checkout.start                  refused   ok        refused   refused   ok        refused   refused
  CALL plan.change                     refused   ok        refused   refused   ok        refused   refused
  CALL plan.cancel                     refused   ok        refused   refused   ok        refused   refused
  CALL plan.resume                     refused   ok        refused   refused   ok        refused   refused
  CALL plan.keep                       refused   ok        refused   refused   ok        refused   refused
  CALL plan.open_portal                refused   ok        refused   refused   ok        refused   refused
  CALL subscription.save_cap           refused   ok        refused   refused   ok        ok        refused
  CALL settings.require_two_factor     refused   refused   refused   ok        ok        refused   refused
  CALL legal.save                      refused   refused   refused   ok        ok        ok        refused
  CALL legal.reset                     refused   refused   refused   ok        ok        ok        refused
  CALL brand.save                      refused   refused   refused   ok        ok        ok        refused
  CALL brand.reset                     refused   refused   refused   ok        ok        ok        refused
  CALL brand.restore                   refused   refused   refused   ok        ok        ok        refused
  CALL brand.upload_image              refused   refused   refused   ok        ok        ok        refused
  CALL domains.add                     refused   refused   refused   ok        ok        ok        refused
  CALL domains.check                   refused   refused   refused   ok        ok        ok        refused
  CALL domains.check_pending           refused   refused   refused   ok        ok        ok        refused
  CALL domains.retry                   refused   refused   refused   ok        ok        ok        refused
  CALL domains.make_primary            refused   refused   refused   ok        ok        ok        refused
  CALL domains.remove                  refused   refused   refused   ok        ok        ok        refused
  CALL sender.set                      refused   refused   refused   ok        ok        ok        refused
  CALL sender.check                    refused   refused   refused   ok        ok        ok        refused
  CALL sender.remove                   refused   refused   refused   ok        ok        ok        refused
  CALL agents.import                   refused   refused   ok        ok        ok        ok        refused
  CALL client_templates.create         refused   refused   refused   ok        ok        ok        refused
  CALL client_templates.rename         refused   refused   refused   ok        ok        ok        refused
  CALL client_templates.delete         refused   refused   refused   ok        ok        ok        refused
  CALL clients.update                  refused   refused   refused   ok        ok        ok        refused
  CALL clients.withhold                refused   refused   refused   ok        ok        ok        refused
  CALL clients.flag                    refused   refused   refused   ok        ok        ok        refused
  CALL clients.withdraw_offer          refused   refused   refused   ok        ok        ok        refused
  CALL clients.suspend                 refused   refused   refused   ok        ok        ok        refused
  CALL clients.resume                  refused   refused   refused   ok        ok        ok        refused
  CALL clients.restore                 refused   refused   refused   ok        ok        ok        refused
  CALL clients.set_price               refused   refused   refused   ok        ok        ok        refused
  CALL clients.remove_price            refused   refused   refused   ok        ok        ok        refused
  CALL clients.connect_payouts         refused   ok        refused   refused   ok        refused   refused
  CALL clients.open_payouts            refused   ok        refused   refused   ok        refused   refused
  CALL clients.disconnect_payouts      refused   ok        refused   refused   ok        refused   refused
  CALL clients.create                  refused   refused   refused   ok        ok        refused   refused
  CALL clients.invite                  refused   refused   refused   ok        ok        refused   refused
  CALL clients.revoke_invitation       refused   refused   refused   ok        ok        refused   refused
  CALL clients.move                    refused   refused   refused   ok        ok        refused   refused
  CALL clients.offer                   refused   refused   refused   ok        ok        refused   refused
  CALL clients.take_over               refused   refused   refused   ok        ok        refused   refused
  CALL clients.archive                 refused   refused   refused   ok        ok        refused   refused
  CALL clients.open                    refused   refused   refused   ok        ok        refused   refused
  CALL settings.allow_support          refused   refused   refused   ok        ok        refused   refused
  CALL joining.allow                   refused   refused   refused   refused   ok        refused   refused
  CALL joining.stop                    refused   refused   refused   refused   ok        refused   refused
  CALL organizations.hand_over         refused   refused   refused   refused   ok        refused   refused
  CALL organizations.delete            refused   refused   refused   refused   ok        refused   refused
  CALL organizations.restore           refused   refused   refused   refused   ok        refused   refused
`;

/** What each caller meets, by the verb's name after `CALL`. */
export const verbsMatrix: ReadonlyMap<string, Readonly<Record<Caller, string>>> = linesOf(
  verbsTable,
  callers,
);
