// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { createRoot } from '@/components/testing-root'
import { TooltipProvider } from '@/components/ui/tooltip'
import { forgetRuns, noteRun, takeReplay } from './history'
import { RunHistory } from './run-history'

afterEach(() => {
  forgetRuns()
  vi.unstubAllGlobals()
})

it('a run of the open operation is shown again at once, and is not kept for the next visit of its page', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const form = { path: {}, query: {}, further: [], body: '{"name": "Dock"}' }
  const run = { at: 0, name: 'listAssets', method: 'GET', path: '/assets', search: '', form, status: 200, timeMs: 5 }
  noteRun({ ...run, bytes: 10 })
  const onReplay = vi.fn<(run: { form: unknown }) => void>()
  const container = document.createElement('div')
  const root = createRoot(container)
  await act(async () =>
    root.render(
      <TooltipProvider>
        <RunHistory open="listAssets" onReplay={onReplay} />
      </TooltipProvider>,
    ),
  )
  document.body.append(container)
  await act(async () => container.querySelector('a')?.click())
  expect(onReplay.mock.calls.map(([{ form: shown }]) => shown)).toEqual([form])
  expect(takeReplay('listAssets')).toBeNull()
  await act(async () => root.unmount())
  container.remove()
})
