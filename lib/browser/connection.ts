/** Whether the console responds to this page, and when it last did. Every call of `/api` reports here. */

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

/** Call it when a response arrived, regardless of its content. */
export function noteAnswer(): void {
  // Listeners are not notified, because the time is not shown while responses arrive.
  connection = { ...connection, lastAnswerAt: Date.now() }
  change(false)
}

/** Call it when no response arrived, or when the browser says that none can. */
export function noteNoAnswer(): void {
  change(true)
}

export function readConnection(): Connection {
  return connection
}

export function subscribeConnection(listener: () => void): () => void {
  // The browser knows at once that it is offline, while a call would notice at the next poll. Only a response shows
  // that the browser is online again.
  window.addEventListener('offline', noteNoAnswer)
  listeners.add(listener)
  return () => {
    window.removeEventListener('offline', noteNoAnswer)
    listeners.delete(listener)
  }
}
