import { describe, expect, it } from 'vitest'
import { createUser } from '@/lib/auth/accounts'
import { configure, count, readJournal, signIn, useSingleSignOnWorld, world } from '@/lib/testing/oidc/world'

useSingleSignOnWorld()

const invite = (how: { role?: string; expires?: string; revoked?: boolean }) =>
  world.db.query(
    `insert into invitations (email, role, token_hash, invited_by_name, expires_at, revoked_at)
     values ('Ann@Example.com', $1, '\\x01', 'Admin', now() + $2::interval, case when $3 then now() end)`,
    [how.role ?? 'editor', how.expires ?? '1 day', how.revoked ?? false],
  )

describe('single sign-on', { tags: ['S35'] }, () => {
  it('creates an account for an invited person with the role of the invitation, which is then used up', async () => {
    await invite({})
    const { browser } = await signIn()
    expect(await browser.actor()).toMatchObject({ email: 'ann@example.com', name: 'Ann', role: 'editor' })
    const { rows } = await world.db.query('select accepted_at is not null as used, accepted_by from invitations')
    expect(rows).toEqual([{ used: true, accepted_by: (await browser.actor())?.userId }])
    expect((await readJournal())[0]).toBe('invitation.accept | done | Ann | ann@example.com | By single sign-on.')
  })

  it.each([{ expires: '-1 second' }, { revoked: true }])(
    'creates no account for a person whose invitation has ended: %o',
    async (how) => {
      await invite(how)
      expect((await signIn()).answer).toBe('303 /sign-in?problem=not-invited')
      expect(await count()).toEqual({ users: 0, identities: 0, sessions: 0 })
    },
  )

  it('creates accounts for everyone if this is configured, and only one account for simultaneous sign-ins', async () => {
    configure({ OIDC_PROVISION: 'automatic' })
    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn()))
    expect(answers.map(({ answer }) => answer)).toEqual(Array.from({ length: 5 }, () => '303 /'))
    expect(await answers[0]?.browser.actor()).toMatchObject({ role: 'viewer' })
    expect(await count()).toEqual({ users: 1, identities: 1, sessions: 5 })
    configure({ OIDC_PROVISION: 'automatic', OIDC_DEFAULT_ROLE: 'editor' })
    world.issuer.claims = { sub: 'bob', email: 'bob.miller@example.com', email_verified: true }
    expect(await (await signIn()).browser.actor()).toMatchObject({ name: 'Bob Miller', role: 'editor' })
  })
})

const give = (...roles: string[]) => (world.issuer.claims['realm_access'] = { roles })

describe('the role from the issuer', { tags: ['S35'] }, () => {
  const map = {
    OIDC_ROLE_CLAIM: 'realm_access.roles',
    OIDC_ROLE_MAP: 'admins=admin,editors=editor,staff=viewer',
    OIDC_PROVISION: 'automatic',
  }

  it('applies from the next sign-in, whether higher or lower, and ends earlier sessions', async () => {
    configure(map)
    await createUser(world.db, { email: 'root@example.com', name: 'Root', role: 'admin', password: 'correct horse' })
    give('staff')
    const before = (await signIn()).browser
    expect(await before.actor()).toMatchObject({ role: 'viewer' })
    give('staff', 'admins', 'unknown')
    const after = (await signIn()).browser
    expect(await after.actor()).toMatchObject({ role: 'admin' })
    expect(await before.actor()).toBeNull()
    give('editors')
    expect(await (await signIn()).browser.actor()).toMatchObject({ role: 'editor' })
    expect(await after.actor()).toBeNull()
    expect((await readJournal()).filter((line) => line.startsWith('account.change-role'))).toEqual([
      'account.change-role | done | The console | Ann | Role from OIDC_ROLE_MAP, at sign-in.',
      'account.change-role | done | The console | Ann | Role from OIDC_ROLE_MAP, at sign-in.',
    ])
  })

  it('is not applied to the last admin who can sign in, and the log says so', async () => {
    configure(map)
    give('admins')
    await signIn()
    give('staff')
    const { browser, answer } = await signIn()
    expect([answer, (await browser.actor())?.role]).toEqual(['303 /', 'admin'])
    expect(await readJournal()).toContainEqual(
      expect.stringMatching(/^account.change-role \| failed .* last admin who can sign in/),
    )
  })

  it('is required, even for existing people, unless there is a default', async () => {
    configure(map)
    give('staff')
    await signIn()
    give()
    expect((await signIn()).answer).toBe('303 /sign-in?problem=no-role')
    configure({ ...map, OIDC_DEFAULT_ROLE: 'viewer' })
    expect((await signIn()).answer).toBe('303 /')
  })
})
