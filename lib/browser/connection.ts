/** Whether the console answers this page, and when it last did. Every call of `/api` reports here. */

export interface Connection {
  isOffline: boolean
  /** Milliseconds since the epoch. What is on screen was correct at this time. */
  lastAnswerAt: number
}

let connection: Connection = { isOffline: false, lastAnswerAt: Date.now() }
const listeners = new Set<() => void>()

function change(isOffline: boolean): void {
  if (isOffline === connection.isOffline) return
  connection = { ...connection, isOffline }
  for (const listener of listeners) listener()
}

/** An answer arrived, whatever its content. */
export function noteAnswer(): void {
  // Replaced without a notification, because the time is not shown while answers arrive.
  connection = { ...connection, lastAnswerAt: Date.now() }
  change(false)
}

/** No response arrived, or the browser says that none can. */
export function noteNoAnswer(): void {
  change(true)
}

export function readConnection(): Connection {
  return connection
}

export function subscribeConnection(listener: () => void): () => void {
  // The browser knows at once that it is offline; a call would notice at its next poll. Only an answer shows that it is
  // back.
  window.addEventListener('offline', noteNoAnswer)
  listeners.add(listener)
  return () => {
    window.removeEventListener('offline', noteNoAnswer)
    listeners.delete(listener)
  }
}
