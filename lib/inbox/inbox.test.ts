import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GET as getChoices, PUT as putChoice } from '@/app/api/inbox/choices/route'
import { GET as getCount } from '@/app/api/inbox/count/route'
import { POST as postMarks } from '@/app/api/inbox/marks/route'
import { GET as getInbox } from '@/app/api/inbox/route'
import type { Role } from '@/lib/access/permissions'
import { defaultPreferences } from '@/lib/account/model'
import { changePreferences } from '@/lib/account/mutations'
import { HandClock, installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import { eventSinks } from '@/lib/events/publish'
import type { RouteHandler } from '@/lib/http/route'
import { setMailer } from '@/lib/mail/instance'
import type { Mail } from '@/lib/mail/types'
import { installServerTexts } from '@/lib/messages/server-catalogs'
import { processWide } from '@/lib/process-wide'
import { serverText } from '@/lib/server-text'
import { readBell } from './data'
import { sendNext } from './email-worker'
import { setQuietHours } from './mutations'
import { inboxCount, inboxPage, noticeChoices, noticesMarked, type NoticeKind } from './schema'
import { addNotices, removeNotices, removeOldNotices } from './store'

let db: TestDatabase
let auth: TestAuth
const told: Array<readonly [string, readonly string[] | undefined]> = []

beforeAll(async () => {
  db = await openTestDatabase()
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  auth = installTestAuth(db, new HandClock())
  eventSinks().publishChange = (kind, ids) => void told.push([kind, ids])
})
afterAll(async () => {
  setMailer(null)
  await db.close()
})

async function person(role: Role = 'editor') {
  const { userId } = await auth.addPerson(role)
  const { cookie } = await auth.signInAs(userId)
  const ask = async (
    handler: RouteHandler,
    method = 'GET',
    { query = '', body }: { query?: string; body?: unknown } = {},
  ) => {
    const response = await handler(
      new Request(`${auth.origin}/api/inbox${query}`, {
        method,
        headers: {
          ...(method === 'GET' ? { cookie } : auth.honest(cookie)),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
      { params: Promise.resolve({}) },
    )
    expect([response.status, response.status === 200 ? '' : await response.clone().text()]).toEqual([200, ''])
    return (await response.json()) as unknown
  }
  return {
    userId,
    list: async (query = '') => inboxPage.parse(await ask(getInbox, 'GET', { query })),
    count: async () => inboxCount.parse(await ask(getCount)),
    mark: async (body: object) => noticesMarked.parse(await ask(postMarks, 'POST', { body })).noticeIds,
    choices: async () => noticeChoices.parse(await ask(getChoices)),
    choose: async (kind: NoticeKind, inInbox: boolean, email: string) =>
      noticeChoices.parse(await ask(putChoice, 'PUT', { body: { kind, inInbox, email } })),
  }
}

const notice = (userIds: readonly string[], cause: string, kind: NoticeKind = 'due') => ({
  userIds,
  kind,
  cause,
  text: serverText('inbox.notices.due', { title: cause }),
  target: { kind: 'inspection' as const, id: 'audit_1' },
})

const email = (userIds: readonly string[], cause: string) => ({ ...notice(userIds, cause), email: true })

describe('the inbox', () => {
  it('has one notice for a cause, however often and by however many consoles the cause is reported', async () => {
    const [ada, bob] = [await person(), await person()]
    const reports = Array.from({ length: 8 }, () =>
      db.transaction((tx) => addNotices(tx, [notice([ada.userId, bob.userId, ada.userId], 'one')])),
    )
    const added = await Promise.all(reports)
    expect(added.reduce((sum, n) => sum + n, 0)).toBe(2)
    expect((await ada.list()).notices).toMatchObject([
      {
        kind: 'due',
        text: 'A follow-up of yours is due: one',
        target: { kind: 'inspection', id: 'audit_1' },
        isRead: false,
      },
    ])
    expect(told.at(-1)?.[0]).toBe('inbox')
    expect(await bob.count()).toMatchObject({ unread: 1 })
    // An archived notice does not come back either.
    await ada.mark({ noticeIds: (await ada.list()).notices.map(({ noticeId }) => noticeId), state: 'archived' })
    expect(await addNotices(db, [notice([ada.userId], 'one')])).toBe(0)
    expect((await ada.list()).notices).toEqual([])
  })

  it("marks only the person's own notices, and returns the changed ones, so that an undo changes no others", async () => {
    const [ada, bob] = [await person(), await person()]
    for (const cause of ['a', 'b', 'c']) await addNotices(db, [notice([ada.userId, bob.userId], cause)])
    const [newest, middle, oldest] = (await ada.list()).notices
    if (newest === undefined || middle === undefined || oldest === undefined) throw new Error('three notices')
    expect(await ada.mark({ noticeIds: [middle.noticeId], state: 'read' })).toEqual([middle.noticeId])
    const changed = await ada.mark({ until: newest.at, state: 'read' })
    expect(changed.toSorted()).toEqual([newest.noticeId, oldest.noticeId].toSorted())
    expect(await ada.count()).toMatchObject({ unread: 0 })
    expect(await ada.mark({ noticeIds: changed, state: 'unread' })).toHaveLength(2)
    expect((await ada.list('?list=unread')).notices.map(({ noticeId }) => noticeId)).toEqual([
      newest.noticeId,
      oldest.noticeId,
    ])
    expect(await ada.mark({ noticeIds: [newest.noticeId], state: 'archived' })).toHaveLength(1)
    expect((await ada.list('?list=archived')).notices).toMatchObject([{ noticeId: newest.noticeId, isRead: true }])
    expect(await ada.mark({ noticeIds: [newest.noticeId], state: 'listed' })).toHaveLength(1)
    // The notices of another person cannot be changed.
    const [other] = (await bob.list()).notices
    expect(await ada.mark({ noticeIds: [other?.noticeId], state: 'archived' })).toEqual([])
    expect(await bob.count()).toMatchObject({ unread: 3 })
  })

  it('is listed page by page, each notice once', async () => {
    const ada = await person()
    const causes = Array.from({ length: 120 }, (_, at) => `page ${at}`)
    await addNotices(
      db,
      causes.map((cause) => notice([ada.userId], cause)),
    )
    const seen: string[] = []
    for (let after: string | null = ''; after !== null;) {
      const page = await ada.list(after === '' ? '' : `?after=${after}`)
      expect(page.notices.length).toBeLessThanOrEqual(50)
      seen.push(...page.notices.map(({ text }) => text))
      ;({ after } = page)
    }
    expect(new Set(seen).size).toBe(120)
    expect(seen).toHaveLength(120)
  })

  it('has no notices for accounts that cannot sign in, and drops unread notices whose cause was taken back', async () => {
    const [ada, gone] = [await person(), await person()]
    await db.query('update users set disabled_at = now() where user_id = $1', [gone.userId])
    expect(await addNotices(db, [notice([ada.userId, gone.userId], 'back'), notice([ada.userId], 'kept')])).toBe(2)
    const kept = (await ada.list()).notices.find(({ text }) => text.endsWith('kept'))
    await ada.mark({ noticeIds: [kept?.noticeId], state: 'read' })
    await removeNotices(db, ['back', 'kept'])
    expect((await ada.list()).notices).toMatchObject([{ noticeId: kept?.noticeId }])
    await db.query(`update notices set at = now() - interval '179 days' where user_id = $1`, [ada.userId])
    expect(await removeOldNotices(db)).toBe(0)
    await db.query(`update notices set at = now() - interval '181 days' where user_id = $1`, [ada.userId])
    expect(await removeOldNotices(db)).toBe(1)
  })
})

describe('the choices of a person', () => {
  it('decide for each kind whether later notices are listed and emailed', async () => {
    const [editor, admin] = [await person(), await person('admin')]
    expect((await editor.choices()).choices.map(({ kind }) => kind)).not.toContain('trouble')
    expect((await admin.choices()).choices.map(({ kind }) => kind)).toContain('trouble')
    await editor.choose('due', false, 'off')
    expect(await addNotices(db, [notice([editor.userId], 'unwanted')])).toBe(0)
    await editor.choose('due', false, 'now')
    await addNotices(db, [notice([editor.userId], 'mail only')])
    expect((await editor.list()).notices).toEqual([])
    await db.query(`update users set preferences = '{"zone": "Asia/Tokyo"}' where user_id = $1`, [editor.userId])
    await editor.choose('due', true, 'daily')
    await addNotices(db, [notice([editor.userId], 'digest')])
    const { rows } = await db.query<{ cause: string; is_listed: boolean; hour: number; is_later: boolean }>(
      `select cause, is_listed, extract(hour from email_at at time zone 'Asia/Tokyo')::int as hour, email_at > now() as is_later
       from notices where user_id = $1 order by at`,
      [editor.userId],
    )
    expect(rows).toEqual([
      { cause: 'mail only', is_listed: false, hour: expect.any(Number), is_later: false },
      { cause: 'digest', is_listed: true, hour: 7, is_later: true },
    ])
  })
})

describe('the emails', () => {
  it('are sent once, combine several notices, and leave out notices that were read', async () => {
    const [ada, bob] = [await person(), await person()]
    await db.query(`delete from notices`)
    const sent: Mail[] = []
    let isDown = true
    const mailer = {
      send: (mail: Mail) => {
        if (isDown) return Promise.reject(new Error('down'))
        sent.push(mail)
        return Promise.resolve()
      },
      close: () => undefined,
    }
    await addNotices(db, [email([ada.userId], 'first'), email([ada.userId], 'second'), email([bob.userId], 'seen')])
    await bob.mark({ noticeIds: (await bob.list()).notices.map(({ noticeId }) => noticeId), state: 'read' })
    await addNotices(db, [email([bob.userId], 'old')])
    await db.query(`update notices set email_due = now() - interval '4 days' where cause = 'old'`)
    const consoles = async () =>
      Promise.allSettled([0, 1].map(async () => sendNext(db, mailer, { publicUrl: 'https://console.example' })))
    expect((await consoles()).some(({ status }) => status === 'rejected')).toBe(true)
    isDown = false
    // Another console may hold the lease, so it must end first.
    await consoles()
    expect(sent).toEqual([])
    await db.query(`update notices set email_at = now() - interval '1 second' where emailed_at is null`)
    await consoles()
    expect(sent).toHaveLength(1)
    const [mail] = sent
    expect(mail?.subject).toBe('2 notices from Sightline')
    expect(mail?.text).toContain('A follow-up of yours is due: first')
    expect(mail?.text).toContain('https://console.example/inbox')
    const { rows } = await db.query(`select cause from notices where email_at is not null and emailed_at is null`)
    expect(rows).toEqual([{ cause: 'old' }])
  })
})

it('the bell shows quiet hours in the zone of its person', async () => {
  const ada = await person()
  const at = (hour: number) => readBell(ada, Date.UTC(2026, 10, 25, hour), db)
  expect((await at(3)).isQuiet).toBe(false)
  await setQuietHours({ userId: ada.userId, role: 'editor' }, { from: 0, to: 8 * 60, days: [0, 1, 2, 3, 4, 5, 6] }, db)
  await db.query(`update users set preferences = '{"zone": "America/New_York"}' where user_id = $1`, [ada.userId])
  expect([(await at(3)).isQuiet, (await at(6)).isQuiet, (await at(14)).isQuiet]).toEqual([false, true, false])
})

it('times and emails of a person who chose neither zone nor language are those of their browser', async () => {
  await installServerTexts(['en', 'de'])
  const ada = await person()
  const actor = { userId: ada.userId, name: 'Ada', email: '', role: 'editor' as const }
  await changePreferences(actor, { ...defaultPreferences, browserZone: 'Asia/Tokyo', browserLanguage: 'de' })
  expect((await ada.choices()).zone).toBe('Asia/Tokyo')
  await db.query('delete from notices')
  await addNotices(db, [email([ada.userId], 'Prüfung')])
  const sent: Mail[] = []
  const mailer = { send: (mail: Mail) => Promise.resolve(void sent.push(mail)), close: () => undefined }
  await sendNext(db, mailer, { publicUrl: 'https://console.example' })
  expect(sent[0]?.text).toContain('In Sightline öffnen')
  await changePreferences(actor, { zone: 'UTC' })
  expect((await ada.choices()).zone).toBe('UTC')
})
