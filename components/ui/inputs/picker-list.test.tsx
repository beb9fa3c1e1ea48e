// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRoot, type Root } from '@/components/testing-root'
import { PickerList } from './picker-list'

let root: Root
const panel = document.createElement('div')
panel.setAttribute('role', 'dialog')
panel.tabIndex = -1
const elsewhere = document.createElement('button')

const show = () =>
  act(async () =>
    root.render(
      <PickerList
        placeholder="Find a person"
        options={[{ value: 'robin', label: 'Robin' }]}
        value={[]}
        onChange={() => {}}
        multiple={false}
        emptyText={undefined}
        onDone={() => {}}
      />,
    ),
  )
const field = () => panel.querySelector('input')

beforeEach(() => {
  document.body.append(elsewhere, panel)
  root = createRoot(panel)
})

afterEach(async () => {
  await act(async () => root.unmount())
  panel.remove()
  elsewhere.remove()
})

describe('the field of a list whose code arrives after its panel opened', () => {
  it('takes the focus from the panel', async () => {
    panel.focus()
    await show()
    expect(document.activeElement).toBe(field())
  })

  it('takes the focus when the panel gets it later', async () => {
    elsewhere.focus()
    await show()
    expect(document.activeElement).toBe(elsewhere)
    await act(async () => panel.focus())
    expect(document.activeElement).toBe(field())
  })
})
