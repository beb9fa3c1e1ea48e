// @ts-check
// The process that stays beside the console. It is plain JavaScript that imports node alone, because a loader, its
// compiler and the settings would take six times its memory for as long as the console runs. Everything before the
// console is the work of another process (lib/launch/launch.ts), which ends once the console is ready.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { isatty } from 'node:tty'
import { wrapLines } from './log-lines.mjs'
import { watchParent } from './parent.mjs'

/** @typedef {{ level: import('./log-lines.mjs').Level, secrets: readonly string[] }} OutputLog secrets in all their spellings */
/**
 * What the preparing process sends: how to start the console. `log` is for each line of its output; null prints it to
 * the terminal unchanged.
 * @typedef {{ args: readonly string[], env: NodeJS.ProcessEnv, log: OutputLog | null }} ConsoleOrder
 */
/** @typedef {{ startFailed: string }} StartFailed sent by the console before it ends: why it could not start */

/** The console normally stops in under 10 s. After this time it is assumed to hang. */
const killAfterMs = 15_000

/** @param {string | Buffer} chunk */
const write = (chunk) => void process.stdout.write(chunk)

/**
 * Prepares a console in another process, starts it, and waits until it has ended. The console gets our signals, ends
 * with npm, and notices when this process ends (see lib/launch/boot.ts). The preparing process also ends in these
 * cases.
 * @param {readonly string[]} preparation arguments for Node: the program that sends a `ConsoleOrder`
 * @returns {Promise<number>} the exit code to pass on; 0 when the console ended on request
 */
export async function runConsole(preparation) {
  // A closed terminal or a log reader that ends must not crash this process.
  process.stdout.on('error', () => {})
  const preparing = spawn(process.execPath, preparation, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  let isStopping = false
  /** @type {import('node:child_process').ChildProcess | null} */
  let child = null
  const release = obeySignals((signal) => {
    // Otherwise it could print its greeting after the console's last line.
    preparing.kill('SIGKILL')
    child?.kill(signal)
    if (!isStopping) setTimeout(() => child?.kill('SIGKILL'), killAfterMs).unref()
    isStopping = true
  })
  try {
    const order = await receiveOrder(preparing)
    if (isStopping) return 0
    if (typeof order === 'number') return order
    const started = startConsole(order)
    child = started
    let sentence = ''
    started.on('message', (/** @type {Partial<StartFailed>} */ { startFailed }) => {
      sentence = startFailed ?? sentence
    })
    // `close` comes after the last output.
    const [code, signal] = await once(started, 'close')
    preparing.kill('SIGKILL')
    if (sentence !== '') process.stderr.on('error', () => {}).write(`${sentence}\n`)
    // Next's own exit codes for our signals (130, 143) mean that it stopped as requested.
    const isExpected = isStopping && (code === 130 || code === 143 || signal === 'SIGTERM' || signal === 'SIGINT')
    return isExpected ? 0 : (code ?? 1)
  } catch {
    // Node could not start a process.
    return 1
  } finally {
    release()
  }
}

/**
 * The order of the preparing process, or its exit code when it ends without an order. It has then printed the reason.
 * @param {import('node:child_process').ChildProcess} preparing
 * @returns {Promise<ConsoleOrder | number>}
 */
function receiveOrder(preparing) {
  return new Promise((resolve, reject) => {
    preparing.once('message', (order) => resolve(/** @type {ConsoleOrder} */ (order)))
    preparing.once('error', reject)
    preparing.once('close', (code) => resolve(code ?? 1))
  })
}

/**
 * @param {ConsoleOrder} order
 * @returns {import('node:child_process').ChildProcess}
 */
function startConsole({ args, env, log }) {
  const output = log === null ? 'inherit' : 'pipe'
  /** @type {import('node:child_process').ChildProcess} */
  const child = spawn(process.execPath, args, {
    env: { ...env, SIGHTLINE_LAUNCHER_PID: String(process.pid) },
    stdio: ['ignore', output, output, 'ipc'],
  })
  if (log !== null) {
    wrapOutput(child.stdout, wrapLines('info', { ...log, write }))
    wrapOutput(child.stderr, wrapLines('error', { ...log, write }))
  }
  return child
}

/**
 * @param {import('node:stream').Readable | null} stream
 * @param {ReturnType<typeof wrapLines>} lines
 */
function wrapOutput(stream, lines) {
  stream?.on('data', lines.feed)
  stream?.once('close', lines.end)
}

/**
 * Stops the console on signals and when npm ends. Returns a function that removes the listeners.
 * @param {(signal: 'SIGTERM' | 'SIGINT') => void} stop
 */
function obeySignals(stop) {
  const parent = watchParent({ env: process.env, onExit: () => stop('SIGTERM') })
  // Accessing the streams would create them, which takes memory.
  const hasTerminal = [0, 1, 2].some(isatty)
  const listeners = {
    SIGTERM: () => stop('SIGTERM'),
    SIGINT: () => stop('SIGINT'),
    // The terminal was closed. Node does not keep the setting of nohup to ignore this. Without a terminal, the signal
    // is not for us.
    SIGHUP: () => (hasTerminal ? stop('SIGTERM') : parent.noteHangUp()),
  }
  for (const [name, listener] of Object.entries(listeners)) process.on(name, listener)
  return () => {
    parent.stop()
    for (const [name, listener] of Object.entries(listeners)) process.off(name, listener)
  }
}
