/** How soon the end of the parent is noticed. */
const lookEveryMs = 300
/** A hang-up goes to all of a group at once; npm is gone by the next look. */
const hangUpMs = 5_000

// Read when this module loads, before anything that takes time.
const parentAtStart = process.ppid

/** Whether npm runs this very script: then it waits for us, and when it is gone somebody has ended it. */
export function isRunByNpm(env: Readonly<Record<string, string | undefined>>): boolean {
  return env['npm_lifecycle_script']?.includes('lib/launch/main.ts') === true
}

export interface ParentWatch {
  /** A hang-up has come that does not end us: a parent that goes with it is no reason to stop. */
  noteHangUp: () => void
  stop: () => void
}

/**
 * Calls `onGone` once npm, which started us, is gone: npm does not pass every signal on, and `kill -9` leaves it no time to.
 * Whoever starts the launcher by other means (systemd, a shell) may go as they like.
 */
export function watchParent({
  env,
  onGone,
  readParent = () => process.ppid,
  now = () => performance.now(),
}: {
  env: Readonly<Record<string, string | undefined>>
  onGone: () => void
  readParent?: () => number
  now?: () => number
}): ParentWatch & { look: () => void } {
  let hungUpAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  const stop = () => clearInterval(timer)
  const look = () => {
    if (readParent() === parentAtStart) return
    stop()
    if (now() - hungUpAt > hangUpMs) onGone()
  }
  if (isRunByNpm(env)) timer = setInterval(look, lookEveryMs).unref()
  return {
    look,
    stop,
    noteHangUp: () => {
      hungUpAt = now()
    },
  }
}
