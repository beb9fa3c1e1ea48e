// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { diffReports, isNews } from '@/lib/compare/diff'
import type { ChangesAnswer, VersionList } from '@/lib/compare/diff-schema'
import { buildReport } from '@/lib/report/model'
import { listViewerMedia } from '@/lib/report/view'
import { ChangedHint } from './changed-hint'
import { ChangesTab } from './changes-tab'
import { type Answers, button, click, ComparePage, makeDocument, shows, until, words } from './testing'

const version = (n: number) => `2026-01-0${n}T08:00:00.000Z`
const seenAt = '2026-01-04T10:30:00.000Z'
const base = '/api/inspections/audit_1'

function makeVersions(count: number, more: Partial<VersionList> = {}): VersionList {
  return {
    auditId: 'audit_1',
    versions: Array.from({ length: count }, (_, at) => ({
      modifiedAt: version(count - at),
      fetchedAt: version(count - at),
      isCurrent: at === 0,
    })),
    versionsMax: 5,
    opened: null,
    seenBefore: null,
    ...more,
  }
}

function makeChanges(
  before: [Answers, Record<string, string>?, Record<string, unknown>?],
  after: [Answers, Record<string, string>?, Record<string, unknown>?],
  basis: ChangesAnswer['from']['basis'] = 'opened',
): ChangesAnswer {
  const read = ([answers, notes, more]: typeof before) => buildReport(makeDocument(answers, more, notes))
  const [left, right] = [read(before), read(after)]
  const diff = diffReports(left, right)
  const files = (report: typeof left) => listViewerMedia(report, 'audit_1', { showHidden: true, alwaysId: null })
  return {
    auditId: 'audit_1',
    from: { version: version(1), basis, openedAt: basis === 'opened' || basis === 'oldest-kept' ? seenAt : null },
    to: { version: version(3), isCurrent: true },
    diff: { ...diff, items: diff.items.filter(isNews) },
    media: { left: files(left), right: files(right) },
  }
}

let page: ComparePage
const answerWith = (list: VersionList, changes?: ChangesAnswer) => {
  page.replies.set(`${base}/versions`, () => Response.json(list))
  if (changes !== undefined) page.replies.set(`${base}/changes`, () => Response.json(changes))
  page.replies.set(`${base}/opened`, () => new Response(null, { status: 204 }))
}
const show = (search = '') => page.show(<ChangesTab auditId="audit_1" modifiedAt={version(3)} />, search)
const rows = () => [...document.querySelectorAll<HTMLElement>('li[id^="diff="]')].map((row) => row.textContent)

beforeEach(() => {
  page = new ComparePage()
})
afterEach(() => page.close())

describe('the changes of an inspection', () => {
  it(
    'list new failures since the person last opened it, then fixed ones, then the rest',
    { tags: ['full'] },
    async () => {
      answerWith(
        makeVersions(3),
        makeChanges(
          [{ Lamp: 'Yes', Sign: 'No', Door: 'Yes', Hose: 'Yes' }, { Lamp: 'all bright and clean' }],
          [{ Lamp: 'Yes', Sign: 'Yes', Door: 'No', Hose: 'Yes' }, { Lamp: 'all dim and clean' }],
        ),
      )
      await show()
      await shows('1 new failure, 1 fixed, 1 other change')
      expect(words()).toContain('Since you last opened it on 4 Jan 2026 10:30')
      expect(words()).toContain('1 unchanged answer')
      expect(rows().map((text) => /Door|Sign|Lamp/.exec(text ?? '')?.[0])).toEqual(['Door', 'Sign', 'Lamp'])
      expect(document.querySelector('del')?.textContent).toBe('bright')
      expect(document.querySelector('ins')?.textContent).toBe('dim')
      expect(words()).toContain('1 added')
      expect(page.asked.map(({ path }) => path)).toContain(
        `${base}/changes?from=opened&to=${encodeURIComponent(version(3))}`,
      )
    },
  )

  it('say so when the version that the person opened is no longer kept, or when they opened none', async () => {
    answerWith(makeVersions(3), makeChanges([{ Door: 'Yes' }], [{ Door: 'No' }], 'oldest-kept'))
    await show()
    await shows('Sightline keeps the last 5 versions. The one that you opened on')
    await page.close()
    page = new ComparePage()
    answerWith(makeVersions(3), makeChanges([{ Door: 'Yes' }], [{ Door: 'No' }], 'before'))
    await show()
    await shows('You have not opened an older version')
  })

  it('say which version was requested when it is no longer stored, and which one is used instead', async () => {
    answerWith(makeVersions(3), makeChanges([{ Door: 'Yes' }], [{ Door: 'No' }], 'not-kept'))
    await show(`?from=${encodeURIComponent('2025-12-24T09:15:00.000Z')}`)
    await shows('1 new failure')
    expect(words()).toContain(
      'The version of 24 Dec 2025 09:15:00 is no longer kept, so this compares with the nearest.',
    )
    expect(words()).toContain('Version of 1 Jan 2026 08:00:00 compared with the current version of')
  })

  it('say that nothing changed except the timestamp', async () => {
    answerWith(makeVersions(2), makeChanges([{ Door: 'Yes' }], [{ Door: 'Yes' }]))
    await show()
    await shows('Nothing changed except the timestamp')
    expect(words()).toContain('1 answer is the same in both versions')
  })

  it('list the details that differ', async () => {
    answerWith(
      makeVersions(2),
      makeChanges(
        [{ Door: 'Yes' }, {}, { audit_data: { name: 'Round' } }],
        [{ Door: 'Yes' }, {}, { audit_data: { name: 'Round 7' }, archived: true }],
      ),
    )
    await show()
    await shows('Round 7')
    expect(words()).toMatch(/Archived.*No.*Yes/)
    expect(words()).toContain('No answer differs')
  })

  it('say that there is nothing to compare yet if there is only one version, and send no request', async () => {
    answerWith(makeVersions(1))
    await show()
    await shows('No earlier versions')
    expect(page.asked.some(({ path }) => path.includes('/changes'))).toBe(false)
  })

  it('compare the versions of the address, say when one is not kept, and can be reset', async () => {
    answerWith(makeVersions(3), makeChanges([{ Door: 'Yes' }], [{ Door: 'No' }]))
    const gone = `${base}/changes?from=${encodeURIComponent('2025-01-01T00:00:00Z')}&to=${encodeURIComponent(version(2))}`
    page.replies.set(gone, () =>
      Response.json({ code: 'not_found', detail: 'This version is not kept.', requestId: 'r' }, { status: 404 }),
    )
    await show(`?from=2025-01-01T00:00:00Z&to=${version(2)}`)
    await shows('This version is not kept.')
    expect(button(/^To:/).textContent).toContain('2 Jan 2026 08:00:00')
    await click('Reset')
    await shows('1 new failure')
    expect(page.url).not.toContain('from=')
  })
})

describe('the hint in the header of a report', () => {
  const hint = () => page.show(<ChangedHint auditId="audit_1" modifiedAt={version(3)} />)
  const seenBefore = { version: version(1), openedAt: seenAt, isKept: true }

  it('says how many answers changed since the person saw it, leads there, and notes that they see it now', async () => {
    answerWith(
      makeVersions(3, { seenBefore }),
      makeChanges([{ Door: 'Yes', Lamp: 'No' }], [{ Door: 'No', Lamp: 'Yes' }]),
    )
    await hint()
    await shows('2 answers changed since you last opened it on 4 Jan 2026 10:30')
    expect(page.asked.filter(({ method }) => method === 'POST')).toEqual([
      { path: `${base}/opened`, method: 'POST', body: { version: version(3) } },
    ])
    await click(/answers changed/)
    await until(() => expect(page.url).toContain('tab=changes'))
  })

  it('renders nothing for people who never saw an older version, or if nothing has changed', async () => {
    answerWith(makeVersions(3), makeChanges([{ Door: 'Yes' }], [{ Door: 'No' }]))
    await hint()
    await until(() => expect(page.asked.some(({ path }) => path.endsWith('/versions'))).toBe(true))
    await until(() => expect(page.asked.some(({ path }) => path.endsWith('/opened'))).toBe(true))
    expect(page.asked.some(({ path }) => path.includes('/changes'))).toBe(false)
    expect(words()).toBe('')
    await page.close()
    page = new ComparePage()
    answerWith(makeVersions(3, { seenBefore }), makeChanges([{ Door: 'Yes' }], [{ Door: 'Yes' }]))
    await hint()
    await until(() => expect(page.asked.some(({ path }) => path.includes('/changes'))).toBe(true))
    expect(words()).toBe('')
  })
})
