import { afterAll, beforeAll, beforeEach } from 'vitest'
import { systemClock } from '@/lib/clock'
import { createUser } from '@/lib/auth/accounts'
import { installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { renderText } from '@/lib/server-text'
import { type HandIssuer, startHandIssuer } from './hand-issuer'
import { openTestBrowser, setTestSettings } from './sign-in-browser'

/** Single sign-on for tests: a console, a controllable issuer, and Ann. */

export const client = { id: 'sightline', secret: 'the-secret-of-the-client' }

/** Set before each test. */
export const world = {} as { db: TestDatabase; issuer: HandIssuer; auth: TestAuth }

/** Starts the world for the tests of a file, and clears it before each. */
export function useSingleSignOnWorld(): void {
  beforeAll(async () => {
    world.db = await openTestDatabase()
    Reflect.set(globalThis, Symbol.for('sightline.database'), { opening: Promise.resolve(world.db) })
    world.issuer = await startHandIssuer(client)
  })
  afterAll(async () => {
    await world.issuer.stop()
    await world.db.close()
  })
  beforeEach(async () => {
    await world.db.query('truncate activity, users, invitations, sign_in_steps cascade')
    configure({})
    world.issuer.reset()
    world.auth = installTestAuth(world.db, systemClock)
  })
}

/** Adds settings of the console to those of the issuer. Clears the cached discovery document. */
export function configure(variables: Record<string, string>): void {
  Reflect.deleteProperty(globalThis, Symbol.for('sightline.oidc-issuers'))
  setTestSettings({
    OIDC_ISSUER: world.issuer.url,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret,
    OIDC_NAME: 'Example ID',
    ...variables,
  })
}

export const addAnn = () =>
  createUser(world.db, { email: 'Ann@example.com', name: 'Ann', role: 'viewer', password: 'correct horse' })

/** The address, with its parameters, to which the issuer sends the browser back. */
export async function authorize(location: string): Promise<string> {
  const response = await fetch(location, { redirect: 'manual' })
  return response.headers.get('location') ?? ''
}

export async function signIn(next?: string) {
  const browser = openTestBrowser(world.auth)
  const answer = await browser.comeBack(await authorize(await browser.start({ next })))
  return { browser, answer }
}

export async function count(): Promise<Record<string, number>> {
  const { rows } = await world.db.query<Record<string, number>>(
    `select (select count(*) from users) as users, (select count(*) from identities) as identities,
            (select count(*) from sessions) as sessions`,
  )
  return rows[0] ?? {}
}

export async function readJournal(): Promise<string[]> {
  const { rows } = await world.db.query<{ line: string }>(
    `select concat_ws(' | ', action, outcome, actor_name, object_name, outcome_note) as line from activity order by at`,
  )
  return rows.map(({ line }) => renderText(line))
}
