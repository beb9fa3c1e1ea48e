import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GET as getChanges } from '@/app/api/inspections/[auditId]/changes/route'
import { POST as postOpened } from '@/app/api/inspections/[auditId]/opened/route'
import { GET as getVersions } from '@/app/api/inspections/[auditId]/versions/route'
import { HandClock, installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import { configureThrottle } from '@/lib/web/throttle'
import type { RouteHandler } from '@/lib/http/route'
import { auditId } from '@/lib/ids'
import { processWide } from '@/lib/process-wide'
import { changesAnswer, versionList } from '@/lib/compare/diff-schema'
import { storeDocument } from '@/lib/sync/documents/documents'
import { readDocument } from '@/lib/sync/documents/read-document'
import { startWorld } from '@/lib/testing/sync-world'
import { listVersions, readChanges, recordOpened } from './versions-data'

const id = auditId.parse('audit_00000000000000000000000000000001')
const version = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString()
const clock = new HandClock()

let db: TestDatabase
let auth: TestAuth
let person: { userId: string; cookie: string }

async function addViewer(): Promise<typeof person> {
  const { userId } = await auth.addPerson('viewer')
  return { userId, cookie: (await auth.signInAs(userId)).cookie }
}

beforeAll(async () => {
  db = await openTestDatabase()
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  auth = installTestAuth(db, clock)
  configureThrottle({ general: { burst: 1e9, perSecond: 1e9 } }, clock)
})
beforeEach(async () => {
  await db.query('delete from inspections')
  person = await addViewer()
})
afterAll(() => db.close())

/** Stores version `n`. Of its three questions, those in `failed` are answered with No. */
async function keep(n: number, failed: readonly string[] = [], note?: string): Promise<void> {
  const question = (name: string) => ({
    item_id: name,
    parent_id: 's',
    type: 'question',
    label: `Question ${name}`,
    media: failed.includes(name) ? [{ media_id: `photo-${name}`, file_ext: 'jpg' }] : [],
    responses: {
      selected: [{ id: failed.includes(name) ? 'no' : 'yes', label: failed.includes(name) ? 'No' : 'Yes' }],
      failed: failed.includes(name),
      ...(note === undefined ? {} : { text: note }),
    },
  })
  const text = JSON.stringify({
    audit_id: id,
    template_id: 'template_1',
    created_at: version(1),
    modified_at: version(n),
    audit_data: { name: 'Round' },
    items: [{ item_id: 's', type: 'section', label: 'Doors' }, ...['a', 'b', 'c'].map(question)],
  })
  const { document: _, ownId: __, isLikely: ___, ...read } = readDocument(text)
  await storeDocument(db, { ...read, auditId: id, text, bytes: null, modifiedAt: version(n) }, clock.now())
}

interface Answer {
  status: number
  body: unknown
}

async function ask(
  handler: RouteHandler,
  path: string,
  options: { body?: unknown; of?: string } = {},
): Promise<Answer> {
  const { body } = options
  const response = await handler(
    new Request(`${auth.origin}/api/inspections/x/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: body === undefined ? { cookie: person.cookie } : auth.honest(person.cookie),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
    { params: Promise.resolve({ auditId: options.of ?? id }) },
  )
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) }
}

/** Records an opening with the clock of the tests. */
const openByClock = (n: number) => recordOpened(person.userId, { auditId: id, version: version(n) }, { db, clock })
const open = (n: number) => ask(postOpened, 'opened', { body: { version: version(n) } })
const between = (from: number, to: number) => `?from=${version(from)}&to=${version(to)}`
const detailOf = ({ body }: Answer) => (body as { detail: string }).detail
const readVersions = async () => versionList.parse((await ask(getVersions, 'versions')).body)
const readDiff = async (query = '') => {
  const answer = await ask(getChanges, `changes${query}`)
  expect(answer.status).toBe(200)
  return changesAnswer.parse(answer.body)
}

describe('the stored versions', () => {
  it('are listed newest first, at most five, with those that the person has seen', async () => {
    for (const n of [1, 2, 3]) await keep(n)
    expect(await readVersions()).toMatchObject({ versionsMax: 5, opened: null, seenBefore: null })
    expect((await open(3)).status).toBe(204)
    for (const n of [4, 5, 6, 7]) await keep(n)
    const list = await readVersions()
    expect(list.versions.map(({ modifiedAt, isCurrent }) => [modifiedAt, isCurrent])).toEqual(
      [7, 6, 5, 4, 3].map((n) => [version(n), n === 7]),
    )
    expect(list.seenBefore).toMatchObject({ version: version(3), isKept: true })
    await keep(8)
    expect((await readVersions()).versions).toHaveLength(5)
    expect((await readVersions()).seenBefore).toMatchObject({ version: version(3), isKept: false })
  })

  it('contain no current version while the newest version is not read yet', async () => {
    await keep(1)
    await db.query('update inspections set modified_at = $1', [version(9)])
    expect((await readVersions()).versions).toMatchObject([{ modifiedAt: version(1), isCurrent: false }])
  })

  it('of an unknown inspection are not_found on all three routes', async () => {
    const of = 'audit_unknown'
    const answers = [
      await ask(getVersions, 'versions', { of }),
      await ask(getChanges, 'changes', { of }),
      await ask(postOpened, 'opened', { of, body: { version: version(1) } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(answers.map(detailOf)).toEqual(
      Array.from({ length: 3 }, () => expect.stringContaining('not found in Sightline')),
    )
  })
})

const readSeen = async () => {
  const { rows } = await db.query<Record<string, string | null>>(
    'select version, opened_at, previous_version, previous_opened_at from inspection_opens where user_id = $1',
    [person.userId],
  )
  return rows[0]
}

describe('opening', () => {
  it('keeps the version seen before, even if the same version is opened again or an older page reports late', async () => {
    for (const n of [1, 2, 3]) await keep(n)
    await openByClock(1)
    const first = await readSeen()
    clock.advance(60_000)
    await openByClock(3)
    expect(await readSeen()).toMatchObject({
      version: version(3),
      previous_version: version(1),
      previous_opened_at: first?.['opened_at'],
    })
    const second = await readSeen()
    clock.advance(60_000)
    await openByClock(3)
    expect(await readSeen()).toEqual({ ...second, opened_at: new Date(clock.now()).toISOString() })
    const third = await readSeen()
    clock.advance(60_000)
    await openByClock(2)
    expect(await readSeen()).toEqual(third)
  })

  it('is refused and not recorded for a version that is not stored', async () => {
    await keep(1)
    const answer = await open(2)
    expect([answer.status, detailOf(answer)]).toEqual([409, expect.stringContaining('does not keep')])
    expect((await ask(postOpened, 'opened', { body: { version: 'yesterday' } })).status).toBe(422)
    expect(await readSeen()).toBeUndefined()
  })

  it('in two tabs at once keeps the newest version and the version seen before', async () => {
    for (const n of [1, 2, 3]) await keep(n)
    await open(1)
    await Promise.all([open(3), open(2), open(3), open(2), open(3)])
    expect(await readSeen()).toMatchObject({ version: version(3) })
    expect([version(1), version(2)]).toContain((await readSeen())?.['previous_version'])
  })

  it('is recorded separately for each person', async () => {
    for (const n of [1, 2]) await keep(n)
    await open(1)
    person = await addViewer()
    expect((await readVersions()).seenBefore).toBeNull()
  })
})

describe('changes', () => {
  it('since the person opened it are the same before and after the opening is recorded', async () => {
    await keep(1, ['a'])
    await openByClock(1)
    const openedAt = new Date(clock.now()).toISOString()
    await keep(2, ['a', 'b'])
    await keep(3, ['b'])
    const before = await readDiff()
    await open(3)
    const after = await readDiff()
    expect(after).toEqual(before)
    expect(after.from).toEqual({ version: version(1), basis: 'opened', openedAt })
    expect(after.to).toEqual({ version: version(3), isCurrent: true })
    expect(after.diff.items.map(({ right, failure }) => [right?.key, failure])).toEqual([
      ['a', 'fixed'],
      ['b', 'new'],
    ])
    expect(after.diff.counts).toMatchObject({ newFailures: 1, fixed: 1, changed: 0, unchanged: 1 })
    expect(after.media.left.map(({ id: file }) => file)).toEqual(['photo-a'])
    expect(after.media.right.map(({ id: file, title }) => [file, title])).toEqual([['photo-b', 'Question b']])
  })

  it('start at the oldest stored version, and say so, if the version seen is no longer stored', async () => {
    await keep(1, ['a'])
    await open(1)
    for (const n of [2, 3, 4, 5, 6]) await keep(n, n === 6 ? ['c'] : [])
    expect((await readDiff()).from).toMatchObject({ version: version(2), basis: 'oldest-kept' })
  })

  it('start at the previous version if the person never opened the inspection', async () => {
    for (const n of [1, 2, 3]) await keep(n)
    expect((await readDiff()).from).toEqual({ version: version(2), basis: 'before', openedAt: null })
    await open(3)
    expect((await readDiff()).from).toMatchObject({ version: version(2), basis: 'before' })
  })

  it('can be read between any two stored versions in both directions', async () => {
    await keep(1, ['a'])
    await keep(2, [], 'wet')
    await keep(3, ['a'])
    expect((await readDiff(between(1, 2))).diff.counts).toMatchObject({ fixed: 1, changed: 2 })
    expect((await readDiff(between(2, 1))).diff.counts).toMatchObject({ newFailures: 1, changed: 2 })
    const none = await readDiff(between(1, 3))
    expect([none.from.basis, none.diff.items, none.diff.counts.unchanged]).toEqual(['asked', [], 3])
    expect(none.diff.header).toEqual([])
  })

  it('start at the nearest stored version, and say so, if the requested one is no longer stored', async () => {
    for (const n of [1, 2, 4, 5, 6, 7]) await keep(n, n === 2 ? ['a'] : n === 7 ? ['b'] : [])
    const sinceFirst = await readDiff(`?from=${version(1)}`)
    expect(sinceFirst.from).toEqual({ version: version(2), basis: 'not-kept', openedAt: null })
    expect(sinceFirst.diff.counts).toMatchObject({ fixed: 1, newFailures: 1 })
    // Version 3 was never read. Starting at version 2 includes all later changes.
    expect((await readDiff(`?from=${version(3)}`)).from).toMatchObject({ version: version(2), basis: 'not-kept' })
    expect((await readDiff(`?from=${version(3)}&to=${version(4)}`)).from.version).toBe(version(2))
    expect((await readDiff(`?from=${version(9)}&to=${version(4)}`)).from.version).toBe(version(2))
  })

  it('are refused with a message if a version is not stored or there is no older one', async () => {
    await keep(1)
    const single = await ask(getChanges, 'changes')
    expect([single.status, detailOf(single)]).toEqual([409, expect.stringContaining('no older version')])
    const gone = await ask(getChanges, `changes?from=${version(8)}`)
    expect([gone.status, detailOf(gone)]).toEqual([404, expect.stringContaining('keeps the last 5')])
    expect((await ask(getChanges, 'changes?from=once')).status).toBe(422)
    expect((await ask(getChanges, `changes?to=${version(8)}`)).status).toBe(404)
  })

  it('follow edits at the service, over at most five versions', async () => {
    await using world = await startWorld({ inspections: 3 })
    const { userId } = await addViewerOf(world.db)
    const [first] = world.standin.control.truth()
    const asked = auditId.parse(first?.audit_id)
    const from = { db: world.db, clock: world.clock }
    const sync = world.createSync()
    const follow = () => sync.fetchVersion(asked)
    await world.pass()
    // Fixed content, because the stand-in's own content depends on the time of a write.
    const fixed = { header_items: [], audit_data: { name: 'Round' } }
    world.standin.control.override(asked, {
      ...fixed,
      items: [{ item_id: 'q', type: 'text', label: 'Name', responses: { text: 'A' } }],
    })
    await follow()
    const [opened] = (await listVersions(userId, asked, from)).versions
    await recordOpened(userId, { auditId: asked, version: opened?.modifiedAt ?? '' }, from)
    world.standin.control.touch(asked)
    await follow()
    const touched = await readChanges(userId, { auditId: asked, from: 'opened' }, from)
    expect([touched.from.basis, touched.diff.items, touched.diff.header]).toEqual(['opened', [], []])
    world.standin.control.override(asked, {
      ...fixed,
      items: [{ item_id: 'q', type: 'text', label: 'Name', responses: { text: 'B' } }],
    })
    await follow()
    const answered = await readChanges(userId, { auditId: asked, from: 'opened' }, from)
    expect(answered.diff.items.map(({ right, changed }) => [right?.label, changed])).toEqual([['Name', ['answer']]])
    for (let round = 0; round < 5; round += 1) {
      world.standin.control.touch(asked)
      await follow()
    }
    expect((await listVersions(userId, asked, from)).versions).toHaveLength(5)
    expect((await readChanges(userId, { auditId: asked, from: 'opened' }, from)).from.basis).toBe('oldest-kept')
  })
})

async function addViewerOf(other: TestDatabase | Parameters<typeof installTestAuth>[0]): Promise<{ userId: string }> {
  const { rows } = await other.query<{ user_id: string }>(
    `insert into users (email, name, role, password_hash) values ('one@example.com', 'One', 'viewer', 'x') returning user_id`,
  )
  return { userId: rows[0]?.user_id ?? '' }
}
