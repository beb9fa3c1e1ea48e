import 'server-only'
import type { Clock } from '@/lib/clock'
import type { Database } from '@/lib/db/types'
import type { LoginThrottle } from './login-throttle'
import type { SessionStore } from './session-store'

/** The dependencies of sign-in and sessions. There is one context per process; tests install their own. */
export interface AuthContext {
  db: Pick<Database, 'query' | 'transaction'>
  clock: Clock
  secret: string
  sessions: SessionStore
  loginThrottle: LoginThrottle
}

const key = Symbol.for('sightline.auth')
const shared = globalThis as unknown as Record<symbol, AuthContext | undefined>

/** Sets the context of this process: once at the first use, or by a test. */
export function installAuth(context: AuthContext): void {
  shared[key] = context
}

/** The context of this process, if it is set. */
export function installedAuth(): AuthContext | undefined {
  return shared[key]
}
