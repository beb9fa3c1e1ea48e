import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '@/lib/auth/accounts'
import { hashPassword } from '@/lib/auth/password'
import { installTestAuth, HandClock } from '@/lib/auth/testing'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { parseSettings } from '@/lib/env'
import { findFirstAdminState, greet } from './greeting'

const admin = { email: 'admin@sightline.example', password: 'walnut-cobalt-fern-orbit' }
let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
  installTestAuth(db, new HandClock())
})
afterAll(() => db.close())

const settings = parseSettings({
  NEXTAUTH_SECRET: 'a secret of the tests, 32 bytes or more',
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
})
const demo = { settings, env: {}, login: admin }
const real = { ...demo, login: null }

describe('the greeting at the start', () => {
  it('shows the sign-in of the demo only while that sign-in works', { tags: ['full'] }, async () => {
    expect(await findFirstAdminState(db, admin)).toBe('nobody')
    await createUser(db, { ...admin, email: 'other@sightline.example', name: 'Other', role: 'admin' })
    expect(await findFirstAdminState(db, admin)).toBe('changed')
    const userId = await createUser(db, { ...admin, name: 'Admin', role: 'admin' })
    expect(await findFirstAdminState(db, admin)).toBe('as-set')
    for (const [change, back] of [
      ['disabled_at = now()', 'disabled_at = null'],
      [`role = 'viewer'`, `role = 'admin'`],
      [`email = 'x@y.example'`, `email = '${admin.email}'`],
      [`password_hash = '${await hashPassword('another one')}'`, 'password_hash = null'],
    ] as const) {
      await db.query(`update users set ${change} where user_id = $1`, [userId])
      expect(await findFirstAdminState(db, admin)).toBe('changed')
      await db.query(`update users set ${back} where user_id = $1`, [userId])
    }
    expect(greet(demo, 'as-set')).toContain(`Password  ${admin.password}`)
    expect(greet(demo, 'unknown')).toContain(`Password  ${admin.password}`)
    expect(greet(demo, 'changed')).not.toContain(admin.password)
    expect(greet(demo, 'changed')).toContain('npm run admin')
    expect(greet(demo, 'nobody')).not.toContain(admin.password)
    expect(await findFirstAdminState(db, null)).toBe('unknown')
  })

  it('says whether ADMIN_EMAIL and ADMIN_PASSWORD of a real console work, and never shows them', () => {
    expect(greet(real, 'as-set')).toContain('Sign in as ADMIN_EMAIL')
    expect(greet(real, 'changed')).toContain('are not used')
    expect(greet(real, 'unknown')).not.toContain('ADMIN_EMAIL')
    for (const state of ['as-set', 'changed', 'unknown'] as const)
      expect(greet(real, state)).not.toContain(admin.password)
  })
})
