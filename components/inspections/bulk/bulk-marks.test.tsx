// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import type { Role } from '@/lib/access/permissions'
import { ActorContext } from '@/lib/browser/sign-in/actor'
import { auditId, type AuditId } from '@/lib/ids'
import type { ListParams } from '@/lib/inspections/schema'
import { inspectionSelection } from '@/components/inspections/selection/selection-store'
import { BulkMarks } from './bulk-marks'
import { allMatching, setSelected, type Selection } from '@/components/ui/data-table/selection/selection'

let root: Root
let asked: Array<{ path: string; body: unknown }>
let replies: Record<string, () => Response>
const batchId = '6f3c1d6e-3b0a-4c3e-9d0b-0c2f0d9f7a11'

async function show(
  selection: Selection<AuditId>,
  {
    total = 2_400,
    role = 'editor',
    params = { result: ['failed'] },
  }: { total?: number; role?: Role; params?: ListParams } = {},
): Promise<void> {
  const queryClient = new QueryClient()
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <TooltipProvider>
          <ToastProvider>
            <ActorContext value={{ userId: 'u', email: 'e', name: 'n', role }}>
              <BulkMarks selection={selection} params={params} total={total} />
            </ActorContext>
          </ToastProvider>
        </TooltipProvider>
      </QueryClientProvider>,
    ),
  )
}

const words = () => document.body.textContent
const find = (text: string) =>
  [...document.querySelectorAll<HTMLElement>('button, [role=menuitem]')].find((each) => each.textContent === text)

async function until(check: () => void): Promise<void> {
  await vi.waitFor(
    async () => {
      await act(() => new Promise((resolve) => setTimeout(resolve, 5)))
      check()
    },
    { timeout: 20_000 },
  )
}

async function press(text: string): Promise<void> {
  await until(() => expect(find(text)).toBeDefined())
  await act(async () => find(text)?.click())
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  asked = []
  replies = {
    '/api/review/bulk': () => Response.json({ batchId, changed: 37, unchanged: 2, unknown: 0 }),
    '/api/review/undo': () => Response.json({ restored: 36, kept: 1 }),
  }
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    asked.push({ path, body: JSON.parse(body) as unknown })
    return Promise.resolve(replies[path]?.() ?? new Response(null, { status: 500 }))
  })
  const host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
  inspectionSelection.clear()
})

afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

it(
  'marks all matching inspections by their filter, reports the counts, and undoes the whole change',
  { tags: ['full'] },
  async () => {
    const left = auditId.parse('audit_9')
    await show(setSelected(allMatching, [left], false))
    await press('Mark as…')
    await press('Reviewed')
    await until(() => expect(words()).toContain('Marked 37 inspections as reviewed'))
    expect(words()).toContain('2 already had this state.')
    expect(asked).toEqual([
      {
        path: '/api/review/bulk',
        body: { selection: { kind: 'matching', query: 'result=failed', except: [left] }, state: 'reviewed' },
      },
    ])
    await press('Undo')
    await until(() => expect(words()).toContain('Restored 36 inspections'))
    expect(words()).toContain('1 inspection was changed since and was not restored.')
    expect(asked.at(-1)).toEqual({ path: '/api/review/undo', body: { batchId } })
  },
)

it('marks for follow-up without a note when none was typed', async () => {
  const ids = ['audit_1', 'audit_2'].map((id) => auditId.parse(id))
  await show({ kind: 'ids', ids })
  await press('Mark as…')
  await press('Follow-up…')
  await until(() => expect(words()).toContain('Mark 2 inspections for follow-up'))
  await press('Mark for follow-up')
  await until(() => expect(asked).toHaveLength(1))
  expect(asked[0]?.body).toEqual({ selection: { kind: 'ids', ids }, state: 'follow-up' })
})

it('checks which of the marked inspections are still in a list that is filtered by review', async () => {
  const ids = ['audit_1', 'audit_2'].map((id) => auditId.parse(id))
  inspectionSelection.change({ kind: 'ids', ids }, 'this list')
  await show({ kind: 'ids', ids })
  await press('Mark as…')
  await press('Reviewed')
  await until(() => expect(words()).toContain('Marked 37 inspections as reviewed'))
  expect(inspectionSelection.listForeign('this list')).toEqual([])
  await show({ kind: 'ids', ids }, { params: { review: ['unreviewed'] } })
  await press('Mark as…')
  await press('Reviewed')
  await until(() => expect(inspectionSelection.listForeign('this list')).toEqual(ids))
})

it('does not offer to mark too many inspections, or to mark without the right to', async () => {
  await show(allMatching, { total: 10_001 })
  await press('Mark as…')
  await until(() => expect(words()).toContain('You can mark up to 10,000 at once. 10,001 are selected.'))
  await press('Reviewed')
  expect(asked).toEqual([])
  await act(async () => root.render(null))
  await show(allMatching, { role: 'viewer' })
  expect(find('Mark as…')).toBeUndefined()
})
