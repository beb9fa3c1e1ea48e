import 'server-only'
import { encode } from 'next-auth/jwt'
import type { Clock } from '@/lib/clock'
import { parseSettings } from '@/lib/env'
import { setEventSink } from '@/lib/web/report-failure'
import { processWide } from '@/lib/process-wide'
import { installAuth, type AuthContext } from './context'
import { cookieNames } from './cookies'
import { LoginThrottle } from './login-throttle'
import type { Role } from '@/lib/access/permissions'
import { createCookieDecoder } from './session'
import { SessionStore } from './session-store'

/** Sign-in for tests: writes people, sessions and cookies directly, in the form that next-auth would write. */

const secret = 'a secret of the tests, 32 bytes or more'

/** A clock that only moves on demand. */
export class HandClock implements Clock {
  #now: number
  constructor(now = Date.UTC(2026, 10, 20, 9)) {
    this.#now = now
  }
  now(): number {
    return this.#now
  }
  advance(ms: number): void {
    this.#now += ms
  }
  sleep(ms: number): Promise<void> {
    this.#now += ms
    return Promise.resolve()
  }
}

/** A hash that matches no password, so that adding a person does not have to run scrypt. */
const noPassword = 'scrypt$15$8$1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

let people = 0

export interface TestAuth extends AuthContext {
  addPerson: (role: Role) => Promise<{ userId: string; email: string }>
  /** Starts a session and returns its Cookie header. */
  signInAs: (userId: string) => Promise<{ cookie: string; sid: string }>
  /** Headers that an unsafe request must have to be accepted. */
  honest: (cookie?: string) => Record<string, string>
  origin: string
  /** Log messages since the installation. */
  events: Array<{ level: string; fields: Record<string, unknown>; message: string }>
}

/** Installs sign-in with `db` for this process, with settings of the demo. */
export function installTestAuth(db: AuthContext['db'], clock: Clock): TestAuth {
  const { publicUrl } = processWide('settings', () => parseSettings({ NEXTAUTH_SECRET: secret, NODE_ENV: 'test' }))
  const events: TestAuth['events'] = []
  setEventSink((level, fields, message) => events.push({ level, fields, message }))
  const context: AuthContext = {
    db,
    clock,
    secret,
    sessions: new SessionStore({ db, clock, decode: createCookieDecoder(secret) }),
    loginThrottle: new LoginThrottle({ db, clock, secret }),
  }
  installAuth(context)
  return {
    ...context,
    origin: publicUrl,
    events,
    async addPerson(role) {
      people += 1
      const email = `person-${people}@example.com`
      const { rows } = await db.query<{ user_id: string }>(
        'insert into users (email, name, role, password_hash) values ($1, $2, $3, $4) returning user_id',
        [email, `Person ${people}`, role, noPassword],
      )
      return { userId: rows[0]?.user_id ?? '', email }
    },
    async signInAs(userId) {
      const sid = await context.sessions.create(userId, { address: '192.0.2.1', agent: 'test' })
      const token = await encode({ token: { sub: userId, sid }, secret, maxAge: 12 * 60 * 60 })
      return { cookie: `${cookieNames.session}=${token}`, sid }
    },
    honest: (cookie) => ({
      origin: publicUrl,
      'sec-fetch-site': 'same-origin',
      'x-requested-with': 'sightline',
      'content-type': 'application/json',
      ...(cookie === undefined ? {} : { cookie }),
    }),
  }
}
