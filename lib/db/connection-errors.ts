import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'

function readCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}

/** SQLSTATE of a server error (such as '23505', unique violation), otherwise null. */
export function sqlState(error: unknown): string | null {
  const code = readCode(error)
  return /^[0-9A-Z]{5}$/.test(code) && !/^E[A-Z]{4}$/.test(code) ? code : null
}

// 08: connection exception. 57P01 to 57P03: the server shuts down or starts. 53300: too many connections.
const lostStates = /^(?:08...|57P0[1-3]|53300)$/
const lostCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])
const moreLostCodes = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'ECONNABORTED', 'EACCES', 'ENOTCONN'])
const lostMessages =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Connection ended)/
const lostQueryable = /^Client (?:was closed|is not queryable)/

/** True if the connection failed rather than the statement. */
export function isConnectionLost(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== null) return lostStates.test(state)
  const code = readCode(error)
  if (lostCodes.has(code) || moreLostCodes.has(code)) return true
  return error instanceof Error && (lostMessages.test(error.message) || lostQueryable.test(error.message))
}

/** True for a serialization failure or deadlock, because the same transaction may succeed at the next try. */
export function isTransient(error: unknown): boolean {
  const state = sqlState(error)
  return state === '40001' || state === '40P01'
}

/**
 * Translates errors for callers: an unreachable, full or read-only database becomes AppError unavailable. Other errors
 * stay unchanged.
 */
export function toAppError(error: unknown): unknown {
  if (error instanceof AppError) return error
  if (isConnectionLost(error))
    return new AppError('unavailable', serverText('db.unreachable'), {
      cause: error,
      details: { retryAfterSeconds: 2 },
    })
  const state = sqlState(error)
  if (state === '53100')
    return new AppError('unavailable', serverText('db.diskFull'), {
      cause: error,
    })
  if (state === '25006')
    return new AppError('unavailable', serverText('db.readOnly'), {
      cause: error,
      details: { retryAfterSeconds: 5 },
    })
  return error
}
