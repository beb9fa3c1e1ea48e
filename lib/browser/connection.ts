/** Whether the console answers this page, and when it did last. Every call of `/api` reports here. */

export interface Connection {
  isOffline: boolean
  /** Milliseconds since the epoch; what is on screen was correct then. */
  lastAnswerAt: number
}

let connection: Connection = { isOffline: false, lastAnswerAt: Date.now() }
const listeners = new Set<() => void>()

function change(isOffline: boolean): void {
  if (isOffline === connection.isOffline) return
  connection = { ...connection, isOffline }
  for (const listener of listeners) listener()
}

/** An answer came, whatever it says. */
export function noteAnswer(): void {
  // Replaced without a notice: nobody shows the time while answers come.
  connection = { ...connection, lastAnswerAt: Date.now() }
  change(false)
}

/** No answer came, or the browser says that none can. */
export function noteNoAnswer(): void {
  change(true)
}

export function readConnection(): Connection {
  return connection
}

export function subscribeConnection(listener: () => void): () => void {
  // The browser knows at once; a call would find it out at its next poll. That it is back, only an answer shows.
  window.addEventListener('offline', noteNoAnswer)
  listeners.add(listener)
  return () => {
    window.removeEventListener('offline', noteNoAnswer)
    listeners.delete(listener)
  }
}
