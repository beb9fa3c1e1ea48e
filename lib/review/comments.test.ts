import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GET as list, POST as add } from '@/app/api/review/[auditId]/comments/route'
import { DELETE as remove, PATCH as edit } from '@/app/api/review/comments/[commentId]/route'
import { POST as markRead } from '@/app/api/review/mentions/read/route'
import { GET as getMentions } from '@/app/api/review/mentions/route'
import type { Actor } from '@/lib/access/actor'
import type { Role } from '@/lib/access/permissions'
import { HandClock, installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import { eventSinks } from '@/lib/events/publish'
import type { RouteHandler } from '@/lib/http/route'
import { listNotices } from '@/lib/inbox/data'
import { markNotices } from '@/lib/inbox/mutations'
import { processWide } from '@/lib/process-wide'
import { findMentioned, findTypedMention, splitComment } from './comments-model'
import { commentList, mentionList, reviewComment } from './comments-schema'
import { countReviews } from './counts-data'
import { addInspections, idOf } from './testing'

let db: TestDatabase
let auth: TestAuth
const told: Array<readonly [string, readonly string[] | undefined]> = []

beforeAll(async () => {
  db = await openTestDatabase()
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  auth = installTestAuth(db, new HandClock())
  await addInspections(db, [{ title: 'Forklift 12' }, {}])
  eventSinks().publishChange = (kind, ids) => void told.push([kind, ids])
})
afterAll(() => db.close())

interface Person extends Pick<Actor, 'userId' | 'name'> {
  ask: (
    handler: RouteHandler,
    method: string,
    given?: { params?: Record<string, string>; body?: unknown },
  ) => Promise<Response>
}

async function person(role: Role, name: string): Promise<Person> {
  const { userId } = await auth.addPerson(role)
  await db.query('update users set name = $2 where user_id = $1', [userId, name])
  const { cookie } = await auth.signInAs(userId)
  return {
    userId,
    name,
    ask: (handler, method, { params = {}, body } = {}) =>
      handler(
        new Request(`${auth.origin}/api/review`, {
          method,
          headers: {
            ...(method === 'GET' ? { cookie } : auth.honest(cookie)),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
        { params: Promise.resolve(params) },
      ),
  }
}

const auditId = idOf(0)
async function say(who: Person, body: string, mentions: readonly Person[] = []) {
  const answer = await who.ask(add, 'POST', {
    params: { auditId },
    body: { body, mentions: mentions.map(({ userId }) => userId) },
  })
  expect(answer.status).toBe(200)
  return reviewComment.parse(await answer.json())
}
const read = async (who: Person) =>
  commentList.parse(await (await who.ask(list, 'GET', { params: { auditId } })).json()).comments
const mentionsOf = async (who: Person) => mentionList.parse(await (await who.ask(getMentions, 'GET')).json())

describe('comments', () => {
  it(
    'can be read by everyone, written by reviewers, edited by their author, and deleted by their author or an admin',
    { tags: ['S4'] },
    async () => {
      const [ada, bob, viewer, admin] = [
        await person('editor', 'Ada'),
        await person('editor', 'Bob'),
        await person('viewer', 'Vi'),
        await person('admin', 'Ann'),
      ]
      const first = await say(ada, 'The chain is worn')
      expect(told.at(-1)).toEqual(['review-comments', [auditId]])
      const second = await say(bob, 'I will look')
      expect((await read(viewer)).map(({ body, isMine, mayDelete }) => [body, isMine, mayDelete])).toEqual([
        ['The chain is worn', false, false],
        ['I will look', false, false],
      ])
      expect((await read(ada)).map(({ isMine, mayDelete }) => [isMine, mayDelete])).toEqual([
        [true, true],
        [false, false],
      ])
      const one = { params: { commentId: first.commentId } }
      const body = { body: 'Another text' }
      expect((await viewer.ask(add, 'POST', { params: { auditId }, body })).status).toBe(403)
      expect((await viewer.ask(edit, 'PATCH', { ...one, body })).status).toBe(403)
      expect((await viewer.ask(remove, 'DELETE', one)).status).toBe(403)
      expect((await bob.ask(edit, 'PATCH', { ...one, body })).status).toBe(403)
      expect((await bob.ask(remove, 'DELETE', one)).status).toBe(403)
      expect((await admin.ask(edit, 'PATCH', { ...one, body })).status).toBe(403)
      const edited = await ada.ask(edit, 'PATCH', { ...one, body })
      expect(reviewComment.parse(await edited.json())).toMatchObject({
        body: 'Another text',
        editedAt: expect.any(String),
      })
      expect((await ada.ask(remove, 'DELETE', one)).status).toBe(204)
      expect((await ada.ask(edit, 'PATCH', { ...one, body })).status).toBe(404)
      expect((await admin.ask(remove, 'DELETE', { params: { commentId: second.commentId } })).status).toBe(204)
      expect(await read(ada)).toEqual([])
      // The log has every text, no matter who edited or deleted it.
      const { rows } = await db.query(
        `select action, actor_name, before, after from activity where action like 'review-comment.%' order by at`,
      )
      expect(rows).toEqual([
        {
          action: 'review-comment.add',
          actor_name: expect.any(String),
          before: null,
          after: { comment: 'The chain is worn' },
        },
        {
          action: 'review-comment.add',
          actor_name: expect.any(String),
          before: null,
          after: { comment: 'I will look' },
        },
        {
          action: 'review-comment.edit',
          actor_name: expect.any(String),
          before: { comment: 'The chain is worn' },
          after: { comment: 'Another text' },
        },
        {
          action: 'review-comment.delete',
          actor_name: expect.any(String),
          before: expect.objectContaining({ comment: 'Another text' }),
          after: null,
        },
        {
          action: 'review-comment.delete',
          actor_name: expect.any(String),
          before: expect.objectContaining({ comment: 'I will look' }),
          after: null,
        },
      ])
    },
  )

  it('mention only people whose name is in the text and who have an account', async () => {
    const [ada, bob, gone] = [
      await person('editor', 'Ada Lin'),
      await person('viewer', 'Bob'),
      await person('editor', 'Gone'),
    ]
    const said = await say(ada, 'Could @Bob look?', [bob, ada])
    expect(said.mentions).toEqual([{ userId: bob.userId, name: 'Bob' }])
    await db.query('update users set disabled_at = now() where user_id = $1', [gone.userId])
    const refused = await ada.ask(add, 'POST', {
      params: { auditId },
      body: { body: '@Gone', mentions: [gone.userId] },
    })
    expect([refused.status, await refused.json()]).toMatchObject([422, { fields: { mentions: expect.any(String) } }])
    // A person who has been disabled stays mentioned when the rest of the text is edited.
    await db.query('update users set disabled_at = now() where user_id = $1', [bob.userId])
    const edited = await ada.ask(edit, 'PATCH', {
      params: { commentId: said.commentId },
      body: { body: '@Bob, please', mentions: [bob.userId] },
    })
    expect(reviewComment.parse(await edited.json()).mentions).toHaveLength(1)
  })

  it('that are empty, too long or without an inspection are refused', async () => {
    const ada = await person('editor', 'Ada')
    for (const body of [' \n', 'x'.repeat(4_001), 'a\u0000b'])
      expect((await ada.ask(add, 'POST', { params: { auditId }, body: { body } })).status).toBe(422)
    expect((await ada.ask(add, 'POST', { params: { auditId: idOf(99) }, body: { body: 'x' } })).status).toBe(404)
    expect((await ada.ask(list, 'GET', { params: { auditId: idOf(99) } })).status).toBe(404)
  })
})

describe('mentions', () => {
  it('are listed only for the mentioned person, are new until they are seen, and are removed with the comment', async () => {
    const [ada, bob, eve] = [await person('editor', 'Ada'), await person('viewer', 'Bo'), await person('editor', 'Eve')]
    const first = await say(ada, '@Bo first', [bob])
    const second = await say(eve, '@Bo second, @Eve', [bob, eve])
    expect(await mentionsOf(eve)).toMatchObject({ mentions: [], unread: 0 })
    const page = await mentionsOf(bob)
    expect(page).toMatchObject({
      unread: 2,
      mentions: [
        { commentId: second.commentId, title: 'Forklift 12', auditId, isNew: true },
        { commentId: first.commentId, isNew: true },
      ],
    })
    const readUntil = (until: string | undefined) => bob.ask(markRead, 'POST', { body: { until } })
    expect((await readUntil(page.mentions[1]?.at)).status).toBe(204)
    expect(await mentionsOf(bob)).toMatchObject({ unread: 1, mentions: [{ isNew: true }, { isNew: false }] })
    // The time never moves back, and future mentions stay unseen.
    await readUntil('2001-01-01T00:00:00Z')
    expect((await mentionsOf(bob)).unread).toBe(1)
    await readUntil('2100-01-01T00:00:00Z')
    expect((await mentionsOf(bob)).unread).toBe(0)
    await say(ada, '@Bo third', [bob])
    expect((await mentionsOf(bob)).unread).toBe(1)
    expect((await countReviews(bob, db)).newMentions).toBe(1)
    await ada.ask(remove, 'DELETE', { params: { commentId: first.commentId } })
    expect((await mentionsOf(bob)).mentions).toHaveLength(2)
  })

  it('that are read in the inbox are not new among the mentions either, and the other way round', async () => {
    const [ada, bob] = [await person('editor', 'Ada'), await person('editor', 'Bob')]
    await say(ada, '@Bob one', [bob])
    const { commentId } = await say(ada, '@Bob two', [bob])
    const unread = async () => [(await mentionsOf(bob)).unread, (await listNotices(bob, { list: 'inbox' }, db)).unread]
    const [newest] = (await listNotices(bob, { list: 'inbox' }, db)).notices
    await markNotices(bob, { noticeIds: [newest?.noticeId ?? ''], state: 'read' }, db)
    expect(await unread()).toEqual([1, 1])
    const body = { body: '@Bob two, again', mentions: [bob.userId] }
    await ada.ask(edit, 'PATCH', { params: { commentId }, body })
    expect(await unread()).toEqual([2, 1])
    await bob.ask(markRead, 'POST', { body: { until: '2100-01-01T00:00:00Z' } })
    expect(await unread()).toEqual([0, 0])
  })

  it('are recognized in a text by the longest matching name and only as whole words', () => {
    const ann = { userId: '1', name: 'Ann' }
    const lee = { userId: '2', name: 'Ann Lee (QA)' }
    const text = 'Hi @Ann, ask @Ann Lee (QA) not @Anna or x@Ann. @Bob'
    const parts = splitComment(text, [ann, lee])
    expect(parts.flatMap((part) => (part.kind === 'mention' ? [[part.text, part.userId]] : []))).toEqual([
      ['@Ann', '1'],
      ['@Ann Lee (QA)', '2'],
    ])
    expect(parts.map((part) => part.text).join('')).toBe(text)
    expect(findMentioned('@Ann Lee (QA)', [ann, lee])).toEqual([lee])
    expect(findMentioned('nobody', [ann, lee])).toEqual([])
  })

  it.each([
    ['@', 1, { at: 0, query: '' }],
    ['Hi @an', 6, { at: 3, query: 'an' }],
    ['Hi @an lee', 10, { at: 3, query: 'an lee' }],
    ['a@b', 3, null],
    ['Hi @an and more', 15, null],
    ['(@Zoë', 5, { at: 1, query: 'Zoë' }],
  ] as const)('are recognized while %j is typed', (text, caret, found) => {
    expect(findTypedMention(text, caret)).toEqual(found)
  })
})
