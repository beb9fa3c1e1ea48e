// @vitest-environment jsdom
import { act } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ToastProvider, useToast } from './toast'
import { TooltipProvider } from './tooltip'

let root: Root

function Raise() {
  const toast = useToast()
  return (
    <>
      <button type="button" onClick={() => toast.show({ tone: 'bad', title: 'It failed', description: 'Disk full' })}>
        Fail
      </button>
      <button
        type="button"
        onClick={() => toast.show({ title: 'Deleted', action: { label: 'Undo', onClick: () => {} } })}
      >
        Delete
      </button>
    </>
  )
}

const press = (name: string) =>
  act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click())
const holding = (text: string) =>
  [...document.querySelectorAll('*')].filter((each) => each.children.length === 0 && each.textContent === text)

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const holder = document.createElement('div')
  document.body.append(holder)
  root = createRoot(holder)
  await act(async () =>
    root.render(
      <TooltipProvider>
        <ToastProvider>
          <Raise />
        </ToastProvider>
      </TooltipProvider>,
    ),
  )
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

describe('a toast', () => {
  it.each(['Fail', 'Delete'])('hides no element that can be reached by keyboard: %s', async (name) => {
    await press(name)
    expect(document.querySelectorAll('[data-toasts] button').length).toBeGreaterThan(0)
    const focusable = [...document.querySelectorAll('button,[tabindex="0"]')]
    expect(focusable.filter((each) => each.closest('[aria-hidden=true]') !== null)).toEqual([])
  })

  it('is announced once, as an alert and not as a status of its region, if it shows an error', async () => {
    await press('Fail')
    const live = holding('It failed').map((each) => each.closest('[role=alert],[role=alertdialog],[aria-live]'))
    expect(live).toHaveLength(2)
    expect(live.filter((region) => region?.getAttribute('role') === 'alert')).toHaveLength(1)
    expect(live.filter((region) => region?.getAttribute('aria-live') === 'off')).toHaveLength(1)
  })

  it('is announced once, as a status of its region, if it shows anything else', async () => {
    await press('Delete')
    const live = holding('Deleted').map((each) => each.closest('[role=alert],[role=alertdialog],[aria-live]'))
    expect(live.map((region) => region?.getAttribute('aria-live'))).toEqual(['polite'])
  })
})
