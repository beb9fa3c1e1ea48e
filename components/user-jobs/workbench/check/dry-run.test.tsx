// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeRow } from '@/components/user-jobs/jobs/testing-jobs'
import {
  activeCell,
  BenchPage,
  bringIn,
  button,
  cellAt,
  editor,
  eventually,
  grid,
  key,
  MemoryDrafts,
  press,
} from '@/components/user-jobs/workbench/testing-workbench'
import type { RowIssue } from '@/lib/user-jobs/schema'

const drafts = vi.hoisted(() => ({ store: null as unknown }))
vi.mock('@/components/user-jobs/workbench/drafts/draft-store', () => ({ createDraftStore: () => drafts.store }))

const emailOf = (line: number) => `p${line}@x.test`
const makeTable = (rows: number) =>
  [
    'E-mail\tFirst name\tLast name\tSites',
    ...Array.from({ length: rows }, (_, at) => `${emailOf(at + 1)}\tAnn\tLee\tLeeds Depot`),
  ].join('\n')
const noSite: RowIssue = {
  reason: 'REASON_SITE_NOT_FOUND',
  level: 'error',
  field: 'FIELD_SITES',
  value: 'Leeds Depot',
  message: 'Site was not found',
  choices: [],
}

let page: BenchPage
beforeEach(() => {
  drafts.store = new MemoryDrafts()
  page = new BenchPage()
})
afterEach(() => page.close())

const bodyText = () => document.body.textContent
const isPrimary = (name: string) => button(name).className.includes('bg-accent ')
/** A dry run of these rows, with errors in some of them. */
async function test(rows: number, bad: readonly number[]) {
  page.rows = Array.from({ length: rows }, (_, at) =>
    makeRow(at, {
      username: emailOf(at + 1),
      ...(bad.includes(at + 1) ? { state: 'warned' as const, issues: [noSite] } : {}),
    }),
  )
  await page.show()
  await bringIn(makeTable(rows))
  await press(`Test ${rows} rows`)
}

describe('a dry run that finds errors', () => {
  it(
    'shows only rows with errors, focuses the first invalid cell, and leads to the next error',
    { tags: ['full'] },
    async () => {
      await test(300, [250, 300])
      await eventually(() => expect(bodyText()).toContain('2 of 300 rows have errors'))
      expect(bodyText()).toContain('300 rows tested: 298 OK, 2 with errors.')
      expect(button(/^Rows with errors/).textContent).toBe('Rows with errors (2)')
      expect(grid().getAttribute('aria-rowcount')).toBe('3')
      expect(activeCell()).toBe(cellAt(250, 3))
      expect(document.activeElement).toBe(grid())
      expect(isPrimary('Next error (2)')).toBe(true)
      expect(isPrimary('Continue without 2 rows')).toBe(false)

      await press('Next error (2)')
      expect(activeCell()).toBe(cellAt(300, 3))
      expect(document.activeElement).toBe(grid())
      await key('Delete')
      await eventually(() => expect(isPrimary('Next error (1)')).toBe(true))
      await press('Next error (1)')
      expect(activeCell()).toBe(cellAt(250, 3))
      await key('Delete')
      page.rows = [250, 300].map((line) => makeRow(line - 1, { username: emailOf(line) }))
      await eventually(() => expect(isPrimary('Test 2 rows')).toBe(true))
      await press('Test 2 rows')
      await eventually(() => expect(bodyText()).toContain('All rows are tested.'))
      expect(grid().getAttribute('aria-rowcount')).toBe('301')
      expect(isPrimary('Continue to confirm')).toBe(true)
    },
  )

  it('does not move the focus of a user who is typing in another cell', { tags: ['full'] }, async () => {
    const answer: { release?: () => void } = {}
    page.hold = new Promise((resolve) => (answer.release = resolve))
    await test(3, [3])
    await act(async () => grid().focus())
    await key('X')
    const field = editor()
    expect(field?.value).toBe('X')
    page.hold = null
    await act(async () => answer.release?.())
    await eventually(() => expect(bodyText()).toContain('1 with errors'))
    expect(document.activeElement).toBe(field)
    expect(grid().getAttribute('aria-rowcount')).toBe('4')
    await key('Escape', {}, field ?? grid())
    await press('Next error (1)')
    expect(activeCell()).toBe(cellAt(3, 3))
    expect(button(/^Rows with errors/).textContent).toBe('Rows with errors (1)')
  })

  it('leads to the field of the cell when rows are shown as cards', { tags: ['full'] }, async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
    HTMLElement.prototype.scrollIntoView = () => {}
    await test(80, [40, 70])
    await eventually(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Sites, .*40$/))
    expect(document.querySelectorAll('[data-card]')).toHaveLength(2)
    await press('Next error (2)')
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Sites, .*70$/)
  })
})
