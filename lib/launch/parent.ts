/** How soon the end of the parent is noticed. */
const checkEveryMs = 300
/** A hang-up reaches all processes of a group at once; npm has ended by the next check. */
const hangUpMs = 5_000

// Read when this module loads, before anything that takes time.
const parentAtStart = process.ppid

/** Whether npm runs this script: npm waits for us, so if it is no longer there, it was ended. */
export function isRunByNpm(env: Readonly<Record<string, string | undefined>>): boolean {
  return env['npm_lifecycle_script']?.includes('lib/launch/main.ts') === true
}

export interface ParentWatch {
  /** Ignores the end of the parent after a hang-up that does not end us, because the parent ends with it. */
  noteHangUp: () => void
  stop: () => void
}

/**
 * Calls `onExit` once npm, which started us, has ended. npm does not pass every signal on, and cannot after `kill -9`.
 * Other parents (systemd, a shell) may end without ending us.
 */
export function watchParent({
  env,
  onExit,
  readParent = () => process.ppid,
  now = () => performance.now(),
}: {
  env: Readonly<Record<string, string | undefined>>
  onExit: () => void
  readParent?: () => number
  now?: () => number
}): ParentWatch & { check: () => void } {
  let hungUpAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  const stop = () => clearInterval(timer)
  const check = () => {
    if (readParent() === parentAtStart) return
    stop()
    if (now() - hungUpAt > hangUpMs) onExit()
  }
  if (isRunByNpm(env)) timer = setInterval(check, checkEveryMs).unref()
  return {
    check,
    stop,
    noteHangUp: () => {
      hungUpAt = now()
    },
  }
}
