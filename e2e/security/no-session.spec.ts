import type { TestConsole } from '@/lib/testing/harness'
import { apiHeaders } from '@/lib/web/headers'
import { expect, test } from '../fixtures'
import { encodeFirst, headerSets, listPaths, openPaths, spellings, type Spelling } from './paths'
import { forEachOf, RawClient } from './raw'
import { copyBuildWithoutProxy } from './without-proxy'

/** Texts that only a signed-in person may read: ids, titles, authors, sites, and the names of the admins. */
async function listData({ db }: TestConsole): Promise<string[]> {
  const { rows } = await db.query<Record<string, string | null>>(
    'select audit_id, title, author_name, document_no from inspections order by modified_at desc limit 60',
  )
  const people = await db.query<Record<string, string>>('select email, user_id from users')
  const texts = [...rows, ...people.rows].flatMap((row) => Object.values(row))
  return [...new Set(texts.filter((text): text is string => text !== null && text.length >= 6))]
}

async function findMedia({ standin, db }: TestConsole): Promise<{ auditId: string; mediaId: string }> {
  const { rows } = await db.query<{ audit_id: string; document: string }>(
    `select i.audit_id, document from inspections i join inspection_documents d using (audit_id)
      where media_count > 0 order by i.modified_at desc limit 1`,
  )
  const mediaId = /"media_id":\s*"([^"]+)"/.exec(rows[0]?.document ?? '')?.[1]
  if (rows[0] === undefined || mediaId === undefined) throw new Error(`no media at ${standin.baseUrl}`)
  return { auditId: rows[0].audit_id, mediaId }
}

interface Case {
  path: string
  headers: (typeof headerSets)[number]
  plain: string
}

/** `SPELLINGS=all` tests each path in each spelling with each set of headers, which takes more than 20 minutes. */
const isWhole = process.env['SPELLINGS'] === 'all'
const spellingsEach = 12

/**
 * The same code decides for all pages and all handlers (lib/testing/routes.test.ts), and the router matches a path by
 * its shape. So one path of each shape is tested with all spellings and headers. Every other path is tested unchanged
 * and with some of the spellings and headers, in turn.
 */
function listCases(paths: readonly string[], { auditId, mediaId }: { auditId: string; mediaId: string }): Case[] {
  const shapes = [
    '/',
    '/inspections',
    `/inspections/${auditId}`,
    '/api/inspections',
    `/api/media/${auditId}/${mediaId}`,
    '/api/service/audits/search',
  ]
  expect(paths).toEqual(expect.arrayContaining(shapes))
  let turn = 0
  return paths.flatMap((plain): Case[] => {
    const inEveryWay = spellings.flatMap((spell) =>
      headerSets.map((headers) => ({ path: spell(plain), headers, plain })),
    )
    if (isWhole || shapes.includes(plain)) return inEveryWay
    const inTurn = Array.from({ length: spellingsEach }, () => inEveryWay[(turn++ * 7) % inEveryWay.length])
    return [{ path: plain, headers: {}, plain }, ...inTurn.flatMap((one) => one ?? [])]
  })
}

/**
 * One spelling for each kind of trick: the one that a check before the router most likely reads differently from the
 * router.
 */
const fewSpellings: readonly Spelling[] = [
  (path) => path,
  (path) => `/${path}`,
  (path) => `/sign-in/..${path}`,
  (path) => encodeFirst(path),
  (path) => `${path === '/' ? '/index' : path}.rsc`,
  (path) => `${path === '/' ? '/index' : path}.segments/_tree.segment.rsc`,
]

/** Every path in a few spellings, each with the next set of headers. */
function listFewCases(paths: readonly string[]): Case[] {
  let turn = 0
  return paths.flatMap((plain) =>
    fewSpellings.map((spell, at): Case => {
      const headers = at === 0 ? {} : headerSets[turn++ % headerSets.length]
      return { path: spell(plain), headers: headers ?? {}, plain }
    }),
  )
}

/**
 * Requests everything without a session, with every spelling and header that a check might read differently from the
 * router. No response may contain anything that only a signed-in person may read.
 */
async function expectNoData(app: TestConsole, howMany: 'few' | 'many'): Promise<void> {
  await app.signIn('viewer')
  const data = await listData(app)
  const known = await findMedia(app)
  const paths = listPaths(known)
  expect(data.length).toBeGreaterThan(100)
  expect(paths.length).toBeGreaterThan(12)

  const { cookie } = await app.signIn('admin')
  const client = new RawClient(app.url)
  // With a session, the same search must find data. Otherwise it proves nothing.
  const honest = await client.send('/api/inspections', { headers: { cookie: `${cookie.name}=${cookie.value}` } })
  expect(data.filter((text) => honest.body.includes(text)).length).toBeGreaterThan(20)

  app.standin.control.resetCounts()
  app.standin.control.record(true)
  const ofStrangers = new Set<unknown>()
  const cases = howMany === 'few' ? listFewCases(paths) : listCases(paths, known)
  const leaks: string[] = []
  const failures: string[] = []
  const redirected = new Set<string>()
  await forEachOf(cases, 8, async ({ path, headers, plain }) => {
    const { status, body, headers: got } = await client.send(path, { headers })
    if (got['x-request-id'] !== undefined) ofStrangers.add(got['x-request-id'])
    // The text of a response may repeat the id from the request.
    const leaked = data.find((text) => body.includes(text) && !path.includes(text) && !plain.includes(text))
    if (leaked !== undefined) leaks.push(`${path} ${JSON.stringify(headers)} -> ${status} with "${leaked}"`)
    if (status >= 500) failures.push(`${path} ${JSON.stringify(headers)} -> ${status}`)
    if (path === plain && Object.keys(headers).length === 0 && !openPaths.test(path)) {
      const isRefused = path.startsWith('/api/') ? status === 401 || status === 405 : status === 307
      if (!isRefused) failures.push(`${path} answered ${status}`)
      else if (got.location !== undefined) redirected.add(path)
    }
  })
  client.close()
  expect(leaks.slice(0, 20)).toEqual([])
  expect(failures.slice(0, 20)).toEqual([])
  expect(redirected.size).toBeGreaterThan(2)
  // Apart from the console's own reads (the sync, and the lists of assets and users every few minutes), the service
  // received no requests for people without a session.
  const own = new Set(['searchInspections', 'getInspection', 'listAssets', 'listUsers', 'listGroups', 'listGroupUsers'])
  const asked = Object.keys(app.standin.control.counts()).filter((operation) => !own.has(operation))
  expect(asked).toEqual([])
  // The same is checked by id: each request to the service has the id of the request that caused it.
  const sent = app.standin.control.requests()
  // Responses of pages, and of routes without GET, have no id.
  expect(ofStrangers.size).toBeGreaterThan(100)
  expect(sent.filter(({ headers }) => ofStrangers.has(headers['x-request-id']))).toEqual([])
  app.standin.control.record(false)
}

test.describe('without a session', () => {
  // Several thousand requests.
  test.setTimeout(isWhole ? 3_600_000 : 1_200_000)

  test('six spellings of every path return no data', { tag: ['@smoke', '@S2'] }, async ({ console: app }) => {
    await expectNoData(app, 'few')
  })

  test('no spelling and no header returns data', { tag: ['@S2'] }, async ({ console: app }) => {
    await expectNoData(app, 'many')
  })

  test(
    'a build without proxy.ts returns no data either, because the proxy makes no decisions',
    { tag: ['@S2'] },
    async ({ console: app }) => {
      const { distDir, remove } = copyBuildWithoutProxy()
      await app.end()
      await app.startAgain({ SIGHTLINE_DIST_DIR: distDir })
      try {
        const page = await fetch(`${app.url}/sign-in`)
        // Without the proxy, the page sets no policy, so the layer in front of Next forbids everything.
        expect([page.status, page.headers.get('content-security-policy')]).toEqual([
          200,
          apiHeaders['content-security-policy'],
        ])
        await expectNoData(app, 'many')
      } finally {
        await app.end()
        await app.startAgain()
        remove()
      }
    },
  )

  test(
    'a page does not stream its content together with the redirect',
    { tag: ['@smoke', '@S2'] },
    async ({ console: app }) => {
      const client = new RawClient(app.url)
      for (const path of listPaths(await findMedia(app)).filter(
        (one) => !one.startsWith('/api/') && !openPaths.test(one),
      )) {
        const { status, body } = await client.send(path)
        expect([path, status]).toEqual([path, 307])
        // Only pages have headings. The only heading here is that of the not-found page, which every payload contains.
        const headings = [...body.matchAll(/\[\\?"\$\\?",\\?"h1\\?",.{0,200}?children\\?":\\?"([^"\\]*)/g)].map(
          ([, text]) => text,
        )
        expect(headings.filter((text) => text !== 'Page not found')).toEqual([])
      }
      client.close()
    },
  )
})
