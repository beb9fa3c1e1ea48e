// @vitest-environment jsdom
import { act, useState } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Checkbox } from './checkbox'
import { Select } from './select'
import { chooseOption } from './testing-select'

let root: Root
let host: HTMLElement

function Fruits({ onChange }: { onChange: (value: string) => void }) {
  const [value, setValue] = useState('')
  return (
    <main>
      <label htmlFor="fruit">Fruit</label>
      <Select
        id="fruit"
        value={value}
        onChange={(next) => {
          setValue(next)
          onChange(next)
        }}
        options={[
          { value: '', label: 'Any fruit' },
          { value: 'apple', label: 'Apple', group: 'Trees' },
          { value: 'plum', label: 'Plum', group: 'Trees' },
          { value: 'melon', label: 'Melon', group: 'Fields' },
        ]}
      />
    </main>
  )
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('PointerEvent', MouseEvent)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
      unobserve() {}
    },
  )
  host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const trigger = () => document.querySelector<HTMLElement>('[role=combobox]')

describe('a select', () => {
  it('shows the label of its value, even of an empty value, and is named by its label', async () => {
    await act(async () => root.render(<Fruits onChange={() => {}} />))
    expect(trigger()?.textContent).toBe('Any fruit')
    expect(document.querySelector<HTMLLabelElement>('label')?.control).toBe(trigger())
  })

  it(
    'works by keyboard, lists options under the labels of their groups, and stays in the main landmark',
    { tags: ['full'] },
    async () => {
      const chosen: string[] = []
      await act(async () => root.render(<Fruits onChange={(value) => chosen.push(value)} />))
      await chooseOption('Fruit', 'Plum')
      expect(chosen).toEqual(['plum'])
      expect(trigger()?.textContent).toBe('Plum')
      await act(async () => trigger()?.click())
      expect([...document.querySelectorAll('[role=group]')].map(({ textContent }) => textContent)).toEqual([
        'Any fruit',
        'TreesApplePlum',
        'FieldsMelon',
      ])
      expect(document.querySelector('[role=listbox]')?.closest('main')).not.toBeNull()
    },
  )
})

describe('a checkbox', () => {
  it('is a native checkbox and supports the indeterminate state', async () => {
    const seen: boolean[] = []
    await act(async () =>
      root.render(
        <label>
          <Checkbox indeterminate checked={false} onChange={(event) => seen.push(event.target.checked)} /> All
        </label>,
      ),
    )
    const box = document.querySelector('input')
    expect(box?.indeterminate).toBe(true)
    await act(async () => box?.click())
    expect(seen).toEqual([true])
  })
})
