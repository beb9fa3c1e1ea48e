// @vitest-environment jsdom
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import Link from 'next/link'
import { act } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { leaveFor } from '@/lib/browser/leave-guard'
import { LeaveDialog } from './leave-dialog'
import { TooltipProvider } from './tooltip'

let root: Root
let pushed: string[]
const router = { push: (href: string) => void pushed.push(href), prefetch: () => {} }

/** The event that browsers send when a person goes back. */
class Traverse extends Event {
  navigationType = 'traverse'
  destination: { url: string; key: string }
  constructor(path: string) {
    super('navigate', { cancelable: true })
    this.destination = { url: new URL(path, location.href).href, key: 'k1' }
  }
}
const traversed: string[] = []
const navigation = Object.assign(new EventTarget(), {
  traverseTo: (key: string) => {
    const event = new Traverse('/media')
    navigation.dispatchEvent(event)
    if (!event.defaultPrevented) traversed.push(key)
  },
})

async function show(isUnsaved: boolean) {
  await act(async () =>
    root.render(
      <AppRouterContext value={router as never}>
        <TooltipProvider>
          <Link href="/media?x=1">Media</Link>
          <Link href="?show=2">Here</Link>
          <a href="/media" target="_blank" rel="noopener">
            Beside
          </a>
          <LeaveDialog isUnsaved={isUnsaved}>Three changes would be lost.</LeaveDialog>
        </TooltipProvider>
      </AppRouterContext>,
    ),
  )
}

/** Clicks a link, and returns whether the browser would have followed it. */
async function click(text: string): Promise<boolean> {
  const element = [...document.querySelectorAll('a,button')].find(({ textContent }) => textContent === text)
  const event = new MouseEvent('click', { bubbles: true, cancelable: true })
  const stop = (last: Event) => {
    Object.assign(event, { wasHeld: last.defaultPrevented })
    last.preventDefault()
  }
  window.addEventListener('click', stop)
  await act(async () => element?.dispatchEvent(event))
  window.removeEventListener('click', stop)
  return (event as Event & { wasHeld?: boolean }).wasHeld === false
}
const isAsked = () => document.body.textContent.includes('Three changes would be lost.')
const unload = () => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  Object.assign(window, { navigation })
  pushed = []
  traversed.length = 0
  const holder = document.createElement('div')
  document.body.append(holder)
  root = createRoot(holder)
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

describe('leaving a page with something unsaved', () => {
  it('asks before following a link, and continues to the same address after confirmation', async () => {
    await show(true)
    expect(await click('Media')).toBe(false)
    expect([isAsked(), pushed]).toEqual([true, []])
    await click('Keep editing')
    await vi.waitFor(() => expect(isAsked()).toBe(false), 20_000)
    expect(pushed).toEqual([])
    await click('Media')
    await click('Leave without saving')
    expect(pushed).toEqual(['/media?x=1'])
  })

  it('does not ask for links within the page or to another tab', async () => {
    await show(true)
    expect([await click('Here'), await click('Beside'), isAsked()]).toEqual([true, true, false])
  })

  it('asks first when a person uses a shortcut or goes back', async () => {
    await show(true)
    await act(async () => leaveFor(() => router.push('/system')))
    expect([isAsked(), pushed]).toEqual([true, []])
    await click('Leave without saving')
    expect(pushed).toEqual(['/system'])
    await show(false)
    await show(true)
    const back = new Traverse('/media')
    await act(async () => navigation.dispatchEvent(back))
    expect([back.defaultPrevented, isAsked()]).toEqual([true, true])
    await click('Leave without saving')
    expect(traversed).toEqual(['k1'])
  })

  it('makes the browser ask before the tab is closed', async () => {
    await show(true)
    expect(unload()).toBe(true)
    await show(false)
    expect(unload()).toBe(false)
  })

  it('does not ask while everything is saved', async () => {
    await show(false)
    expect(await click('Media')).toBe(true)
    leaveFor(() => router.push('/system'))
    const back = new Traverse('/media')
    navigation.dispatchEvent(back)
    expect([pushed, back.defaultPrevented, isAsked()]).toEqual([['/system'], false, false])
  })
})
