// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRoot, type Root } from '@/components/testing-root'
import { click, until } from '@/components/inspections/testing-list'
import { ZonePicker } from './zone-picker'

let root: Root
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('lists the offsets of all zones only when it is opened', async () => {
  const list = vi.spyOn(Intl, 'supportedValuesOf')
  await act(async () => root.render(<ZonePicker />))
  expect(list).not.toHaveBeenCalled()
  await click(document.querySelector('button'))
  await until(() => expect(document.querySelector('[role=listbox]')?.textContent).toContain('Asia/TokyoUTC+9'))
})
