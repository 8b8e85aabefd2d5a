/** Sends to sockets and closes them where a socket that has just dropped is no error: its other end asks again. */

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
