// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRoot, type Root } from '@/components/testing-root'
import { TooltipProvider } from '@/components/ui/tooltip'
import { ActorContext } from '@/lib/browser/sign-in/actor'
import type { Actor } from '@/lib/access/actor'
import { AverageScore } from './average-score'
import { Score } from './score'
import { ScoreThresholdsProvider } from './score-thresholds'

let root: Root
let host: HTMLElement
let sent: Array<{ url: string; body: unknown }>
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  sent = []
  vi.stubGlobal('fetch', async (url: string, { body = '' }: { body?: string } = {}) => {
    sent.push({ url, body: JSON.parse(body) as unknown })
    return Response.json({
      templates: [{ templateId: 'template_1', thresholds: { attentionFrom: 90, goodFrom: 95 } }],
    })
  })
  host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const strict = { templates: [{ templateId: 'strict', thresholds: { attentionFrom: 90, goodFrom: 100 } }] }
const admin: Actor = { userId: '6f1b2a52-1111-4222-8333-444455556666', name: 'Ann', email: 'a@b.test', role: 'admin' }

const show = (children: React.ReactNode, actor: Actor = admin) =>
  act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <ActorContext value={actor}>
          <TooltipProvider>
            <ScoreThresholdsProvider initial={strict}>{children}</ScoreThresholdsProvider>
          </TooltipProvider>
        </ActorContext>
      </QueryClientProvider>,
    ),
  )
const ringName = () => host.querySelector('svg[role=img]')?.getAttribute('aria-label')

it.each([
  ['other', 88, true, 'Score: 88%, good'],
  ['other', 61, true, 'Score: 61%, needs attention'],
  ['other', 13, true, 'Score: 13%, bad'],
  ['strict', 88, true, 'Score: 88%, bad'],
  [null, 88, true, 'Score: 88%, good'],
  ['other', 13, false, 'Score: 13%'],
  ['other', 0, false, 'Score: none'],
  ['other', 0, true, 'Score: 0%, bad'],
  ['other', null, true, 'Score: none'],
] as const)(
  'the score of template %s at %s, completed %s, is named "%s"',
  async (templateId, percentage, isCompleted, name) => {
    await show(<Score look="ring" templateId={templateId} percentage={percentage} isCompleted={isCompleted} />)
    expect(ringName()).toBe(name)
  },
)

it('a score in a table has a mark beside its color, and none while it is neutral', async () => {
  await show(<Score look="bar" templateId={null} percentage={13} isCompleted />)
  expect(host.textContent).toBe('bad 13%')
  expect(host.querySelectorAll('svg')).toHaveLength(2)
  await show(<Score look="bar" templateId={null} percentage={13} isCompleted={false} />)
  expect(host.textContent).toBe('13%')
  expect(host.querySelectorAll('svg')).toHaveLength(1)
})

const row = {
  templateId: 'template_1',
  name: 'Forklift',
  isListed: true,
  createdAt: null,
  modifiedAt: null,
  inspections: 3,
  completed: 3,
  failed: 1,
  scorePercentage: 85,
  lastInspectionAt: null,
}
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(
    (each) => (each.getAttribute('aria-label') ?? each.textContent) === name,
  )
const type = (label: string, value: string) =>
  act(async () => {
    const id = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label)?.htmlFor
    const input = document.querySelector<HTMLInputElement>(`[id="${id}"]`)
    if (input === null) throw new Error(`no field ${label}`)
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
const click = (name: string) => act(async () => button(name)?.click())

it('an admin sets the thresholds of a template, and its score is rated by them at once', async () => {
  await show(<AverageScore row={row} />)
  expect(host.textContent).toContain('good 85%')
  await click('Score thresholds of Forklift')
  await type('Good from (%)', '95')
  await type('Needs attention from (%)', '96')
  expect(document.body.textContent).toContain('Must not be below “needs attention”')
  expect(button('Save thresholds')?.disabled).toBe(true)
  await type('Needs attention from (%)', '90')
  await click('Save thresholds')
  expect(sent).toEqual([
    { url: '/api/templates/template_1/thresholds', body: { thresholds: { attentionFrom: 90, goodFrom: 95 } } },
  ])
  expect(host.textContent).toContain('bad 85%')
})

it('sends the defaults as no thresholds, and shows the button only to admins', async () => {
  await show(<AverageScore row={{ ...row, templateId: 'strict' }} />)
  await click('Score thresholds of Forklift')
  await click('Use defaults (50, 80)')
  await click('Save thresholds')
  expect(sent[0]?.body).toEqual({ thresholds: null })
  await show(<AverageScore row={row} />, { ...admin, role: 'editor' })
  expect(button('Score thresholds of Forklift')).toBeUndefined()
})
