/** How soon the end of the parent is noticed. */
const lookEveryMs = 300
/** A hang-up goes to all processes of a group at once; npm is gone by the next check. */
const hangUpMs = 5_000

// Read when this module loads, before anything that takes time.
const parentAtStart = process.ppid

/** Whether npm runs this script: npm waits for us, so when it is gone, it was ended. */
export function isRunByNpm(env: Readonly<Record<string, string | undefined>>): boolean {
  return env['npm_lifecycle_script']?.includes('lib/launch/main.ts') === true
}

export interface ParentWatch {
  /** Ignores the end of the parent after a hang-up that does not end us, because the parent ends with it. */
  noteHangUp: () => void
  stop: () => void
}

/**
 * Calls `onGone` once npm, which started us, is gone. npm does not pass every signal on, and cannot after `kill -9`. Other
 * parents (systemd, a shell) may end without ending us.
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
