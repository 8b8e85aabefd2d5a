/** The product as the world sees it: what answers requests, sockets and the cron. */

export type FrontDoor = {
  fetch(request: Request): Promise<Response>;
  scheduled(event: { cron: string; scheduledTime: Date }): Promise<{ outcome: string }>;
};
