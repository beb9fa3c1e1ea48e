import { pino, type Bindings, type ChildLoggerOptions, type Logger } from 'pino'
import { cleanLine, redacted, redactSecrets, shortenText, spellSecret } from './log-line.mjs'
import { processWide } from './process-wide'
import { renderText } from './server-text'

/**
 * Structured log: every entry is one line of JSON, whatever the input. Secrets are removed in two ways: by the name of
 * their key, and by their value anywhere in the line.
 */
export type Log = Logger

/** The type of pino's own `child` is generic over custom levels, which we do not use. */
type Child = (this: Log, bindings: Bindings, options?: ChildLoggerOptions) => Log

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

export interface LogOptions {
  level: LogLevel
  /** Where lines are written; default: standard output. */
  write?: (line: string) => void
}

const depthMax = 6
const entriesMax = 100

// pino writes these keys itself. A second value would also be in the line, and many readers use the last one. (pino
// also looks keys up in plain objects, where a name of Object.prototype would find something unintended.)
const ownKeys = new Set(['level', 'time', 'msg'])

const secretKey =
  /^(authorization|proxy[-_]?authorization|cookie|set[-_]?cookie|.*token|.*secret|.*password|passwd|pwd|.*api[-_]?key|.*credentials?|.*private[-_]?key|session[-_]?id|sid|signature|x-safetyculture-signature|nextauth.*)$/i

/** The registered secrets in all their spellings. */
const secrets = (): Set<string> => processWide('log-secrets', () => new Set<string>())

/**
 * From now on, `value` is replaced wherever it occurs in a log line. Short values are ignored, because they would match
 * words.
 */
export function registerSecret(value: string): void {
  const known = secrets()
  for (const spelling of spellSecret(value)) known.add(spelling)
}

/** Texts in the log are in English, for every reader. */
function cleanText(given: string): string {
  return shortenText(renderText(given))
}

/** A copy that is safe to write: limited in size, and without cycles, errors of getters and values of secret keys. */
function cleanValue(value: unknown, depth: number, ancestors: readonly object[]): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value)
  if (typeof value === 'function') return '[function]'
  if (typeof value !== 'object' || value === null) return value
  if (ancestors.includes(value)) return '[circular]'
  if (depth >= depthMax) return '[deep]'
  const inside = [...ancestors, value]
  if (value instanceof Error) return cleanError(value, depth, inside)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (value instanceof URL) return cleanText(value.href)
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (Array.isArray(value)) return value.slice(0, entriesMax).map((entry) => cleanValue(entry, depth + 1, inside))
  if (value instanceof Map || value instanceof Headers) return cleanEntries([...value.entries()], depth, inside)
  if (value instanceof Set) return [...value].slice(0, entriesMax).map((entry) => cleanValue(entry, depth + 1, inside))
  return cleanEntries(Object.entries(value), depth, inside)
}

function cleanEntries(
  entries: ReadonlyArray<readonly [unknown, unknown]>,
  depth: number,
  ancestors: readonly object[],
) {
  const clean: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  for (const [key, entry] of entries.slice(0, entriesMax)) {
    const given = String(key).slice(0, 100)
    const name = given in Object.prototype || (depth === 0 && ownKeys.has(given)) ? `_${given}` : given
    clean[name] = secretKey.test(name) ? redacted : cleanValue(entry, depth + 1, ancestors)
  }
  return clean
}

function cleanError(error: Error, depth: number, ancestors: readonly object[]) {
  return {
    type: cleanText(error.name),
    message: cleanText(error.message),
    ...('code' in error ? { code: cleanValue(error.code, depth + 1, ancestors) } : {}),
    ...('details' in error ? { details: cleanValue(error.details, depth + 1, ancestors) } : {}),
    stack: cleanText(error.stack ?? ''),
    ...(error.cause === undefined ? {} : { cause: cleanValue(error.cause, depth + 1, ancestors) }),
  }
}

/** Whether the value of a key with this name is a secret. */
export function isSecretKey(name: string): boolean {
  return secretKey.test(name)
}

/** Removes every registered secret and every API token from a text, including JSON. */
export const redactText = (text: string): string => redactSecrets(text, secrets())

/** Marks a logger that is bound to its own request id. Its children inherit the mark. */
const boundRequest = Symbol('bound to a request')

const requestIdSource = () =>
  processWide<{ read: () => string | undefined }>('log-request-id', () => ({ read: () => undefined }))

/**
 * Sets the function that finds the request of a line when neither the line nor its logger names one. The function is in a
 * higher layer.
 */
export function setRequestIdSource(read: () => string | undefined): void {
  requestIdSource().read = read
}

/** Creates a separate logger. `log()` returns the one of this process. */
export function createLog({ level, write }: LogOptions): Log {
  const sink = write === undefined ? pino.destination({ dest: 1, sync: true }) : { write }
  const created: Log = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => cleanEntries(Object.entries(fields), 0, [fields]),
      },
      // Errors reach `log` above unchanged, and are cleaned there.
      serializers: { err: (error: unknown) => error },
      mixin: (_fields, _level, logger) => {
        const requestId = boundRequest in logger ? undefined : requestIdSource().read()
        return requestId === undefined ? {} : { requestId }
      },
      // pino's own merge strategy is not used, because it assigns fields and would lose one named __proto__.
      mixinMergeStrategy: (given: { requestId?: unknown }, { requestId }: { requestId?: unknown }) =>
        requestId === undefined || (given.requestId ?? null) !== null ? given : { ...given, requestId },
    },
    { write: (line: string) => sink.write(cleanLine(line, secrets())) },
  )
  // pino's formatters do not apply to the bindings of a child. Children inherit from their parent, so they inherit this
  // function too.
  const child = Reflect.get(created, 'child') as unknown as Child
  const cleanChild: Child = function cleanChild(bindings, options) {
    const made = child.call(this, { ...cleanEntries(Object.entries(bindings), 0, [bindings]) }, options)
    if (Object.hasOwn(bindings, 'requestId')) Reflect.set(made, boundRequest, true)
    return made
  }
  Reflect.set(created, 'child', cleanChild)
  return created
}

/** The log of this process. Its level is `info` until `setLogLevel` is called at boot. */
export function log(): Log {
  return processWide('log', () => createLog({ level: 'info' }))
}

/** Sets the level of the process's log. */
export function setLogLevel(level: LogLevel): void {
  log().level = level
}
