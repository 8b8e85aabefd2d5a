/** The sockets of calls and feeds: one that has just dropped is no error, its other end asks again; and which one carries its call. */

/** Sends a text frame; a socket that is closing drops it. */
export function sendQuietly(socket: WebSocket, frame: string): void {
  try {
    socket.send(frame);
  } catch {
    // The line has just dropped.
  }
}

/** Closes a socket; one that is closed already stays so. `code`: a WebSocket close code */
export function closeQuietly(socket: WebSocket, code: number, reason?: string): void {
  try {
    socket.close(code, reason);
  } catch {
    // The socket is closed already.
  }
}

/** Marks a socket that has named the call it carries. */
export const bind = (socket: WebSocket): void => socket.serializeAttachment({ is_bound: true });

/** Whether a socket has named the call it carries, and it is this one. */
export function isBound(socket: WebSocket): boolean {
  const attached: unknown = socket.deserializeAttachment();
  return typeof attached === "object" && attached !== null && "is_bound" in attached;
}
