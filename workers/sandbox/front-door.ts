/** The product as the world sees it: what answers requests, sockets and the cron. */

export type FrontDoor = {
  fetch(request: Request): Promise<Response>;
  /** The cron handler, called as a method over the binding: what it is given is what the handler gets. */
  scheduled(controller: { cron: string; scheduledTime: number }): Promise<unknown>;
};
