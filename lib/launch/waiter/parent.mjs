// @ts-check

/** How soon the end of the parent is noticed. */
const checkEveryMs = 300
/** A hang-up reaches all processes of a group at once; npm has ended by the next check. */
const hangUpMs = 5_000

// Read when this module loads, before anything that takes time.
const parentAtStart = process.ppid

/**
 * Whether npm runs this script: npm waits for us, so if it is no longer there, it was ended.
 * @param {Readonly<Record<string, string | undefined>>} env
 */
export function isRunByNpm(env) {
  return env['npm_lifecycle_script']?.includes('lib/launch/main.mjs') === true
}

/**
 * Calls `onExit` once npm, which started us, has ended. npm does not pass every signal on, and cannot after `kill -9`.
 * Other parents (systemd, a shell) may end without ending us. After `noteHangUp`, the end of the parent is ignored: the
 * hang-up that does not end us ends the parent.
 * @param {{
 *   env: Readonly<Record<string, string | undefined>>
 *   onExit: () => void
 *   readParent?: () => number
 *   now?: () => number
 * }} options
 */
export function watchParent({ env, onExit, readParent = () => process.ppid, now = () => performance.now() }) {
  let hungUpAt = Number.NEGATIVE_INFINITY
  /** @type {NodeJS.Timeout | undefined} */
  let timer
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
