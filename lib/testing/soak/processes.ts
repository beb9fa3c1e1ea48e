import { fork, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import type {
  ConsoleOrder,
  ConsoleSettings,
  ConsoleWord,
  PartnerSettings,
  PartnerWord,
  ServiceOrder,
  ServiceWord,
} from './protocol'

/** A process of the soak at the other end of a channel. */
export interface Fellow<Order, Word extends { kind: string }> {
  pid: number
  /** Resolves with the next message of this kind. Rejects when the process ends before, or reports a failure. */
  hear<Kind extends Word['kind']>(kind: Kind, timeoutMs?: number): Promise<Extract<Word, { kind: Kind }>>
  send(order: Order): void
  /** Kills the process with SIGKILL, and resolves when it has ended. */
  kill(): Promise<void>
  readonly hasEnded: boolean
  /** The end of what it wrote to standard error. */
  readonly errors: string
}

const alive = new Set<ChildProcess>()

function start<Order, Word extends { kind: string }>(
  file: string,
  words: readonly string[],
  onWord: (word: Word) => void,
): Fellow<Order, Word> {
  const child = fork(path.resolve('lib/testing/soak', file), words, {
    execArgv: ['--conditions=react-server', '--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  alive.add(child)
  const listeners = new Set<(word: Word | null) => void>()
  let errors = ''
  let hasEnded = false
  child.stderr?.on('data', (bytes: Buffer) => {
    errors = (errors + bytes.toString()).slice(-4_000)
  })
  child.on('message', (word) => {
    onWord(word as Word)
    for (const listener of listeners) listener(word as Word)
  })
  const gone = new Promise<void>((resolve) => {
    child.once('close', () => {
      hasEnded = true
      alive.delete(child)
      for (const listener of listeners) listener(null)
      resolve()
    })
  })
  return {
    pid: child.pid ?? 0,
    hear: <Kind extends Word['kind']>(kind: Kind, timeoutMs = 120_000) =>
      new Promise<Extract<Word, { kind: Kind }>>((resolve, reject) => {
        const end = (reason: string) => {
          clearTimeout(timer)
          listeners.delete(listener)
          reject(new Error(`${file}: ${reason} before it said "${kind}"\n${errors}`))
        }
        const listener = (word: Word | null) => {
          if (word === null) return end('it ended')
          if (word.kind === 'failed' && 'reason' in word) return end(`it failed (${String(word.reason)})`)
          if (word.kind !== kind) return undefined
          clearTimeout(timer)
          listeners.delete(listener)
          return resolve(word as Extract<Word, { kind: Kind }>)
        }
        const timer = setTimeout(() => end(`${timeoutMs / 1_000} s passed`), timeoutMs)
        if (hasEnded) end('it had ended')
        else listeners.add(listener)
      }),
    send: (order) => {
      if (child.connected) child.send(order as object)
    },
    kill: async () => {
      child.kill('SIGKILL')
      await gone
    },
    get hasEnded() {
      return hasEnded
    },
    get errors() {
      return errors
    },
  }
}

/** The stand-in with its writers. It runs for the whole soak. */
export function startService(seed: number, tiesMax: number): Fellow<ServiceOrder, ServiceWord> {
  return start('service-process.ts', ['--seed', String(seed), '--ties', String(tiesMax)], () => undefined)
}

export type SoakConsole = Fellow<ConsoleOrder, ConsoleWord>

/** A console on the database of the previous one. */
export function startConsole(settings: ConsoleSettings, onWord: (word: ConsoleWord) => void): SoakConsole {
  return start('console-process.ts', [JSON.stringify(settings)], onWord)
}

/** A second console on the database of a running one. It takes no orders. */
export function startPartner(settings: PartnerSettings): Fellow<never, PartnerWord> {
  return start('partner-process.ts', [JSON.stringify(settings)], () => undefined)
}

/** Ends all running processes, for example when the driver itself is stopped. */
export function killAll(): void {
  for (const child of alive) child.kill('SIGKILL')
}
