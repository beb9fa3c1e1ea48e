// @ts-check

/** How soon the end of the parent is noticed. */
const checkEveryMs = 300
/** A hang-up reaches all processes of a group at once. By the next check, npm has ended. */
const hangUpMs = 5_000

// The parent is read when this module loads, before anything that takes time.
const parentAtStart = process.ppid

/**
 * Whether npm runs this script. npm waits for this process, so if npm is no longer there, something has ended it.
 * @param {Readonly<Record<string, string | undefined>>} env
 */
export function isRunByNpm(env) {
  return env['npm_lifecycle_script']?.includes('lib/launch/main.mjs') === true
}

/**
 * Calls `onExit` once npm has ended, if npm started this process. npm does not pass on every signal, and cannot after
 * `kill -9`. Other parents (systemd, a shell) may end without ending this process. After `noteHangUp`, the end of the
 * parent is ignored, because the same hang-up ends the parent but must not end this process.
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
