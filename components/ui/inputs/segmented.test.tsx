// @vitest-environment jsdom
import { act, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { Segmented } from './segmented'

const options = [
  { value: 'all', label: 'All' },
  { value: 'failed', label: 'Failed' },
] as const

function Choice() {
  const [value, setValue] = useState<'all' | 'failed'>('all')
  return (
    <>
      <Segmented label="Show" value={value} options={options} onChange={setValue} />
      <output>{value}</output>
    </>
  )
}

afterEach(() => {
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

it.each([
  ['a choice made before the page is hydrated counts', 'failed'],
  ['without one, the choice of the page stays', 'all'],
] as const)('%s', async (_, early) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const host = document.body.appendChild(document.createElement('div'))
  host.innerHTML = renderToString(<Choice />)
  host.querySelector<HTMLInputElement>(`input[value=${early}]`)?.click()
  const root = await act(async () => hydrateRoot(host, <Choice />))
  expect(host.querySelector('output')?.textContent).toBe(early)
  expect(host.querySelector<HTMLInputElement>('input:checked')?.value).toBe(early)
  await act(async () => root.unmount())
})
