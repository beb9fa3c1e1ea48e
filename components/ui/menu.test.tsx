// @vitest-environment jsdom
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Dialog } from './dialog'
import { Menu, MenuItem } from './menu'
import { TooltipProvider } from './tooltip'

let root: Root

const menu = (
  <Menu trigger={<button type="button">More</button>}>
    <MenuItem onSelect={() => {}}>Rename</MenuItem>
  </Menu>
)

async function open(children: ReactNode) {
  const holder = document.createElement('div')
  document.body.append(holder)
  root = createRoot(holder)
  await act(async () => root.render(<TooltipProvider>{children}</TooltipProvider>))
  await act(async () =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'More')?.click(),
  )
  return document.querySelector('[role=menu]')
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
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

describe('a menu', () => {
  it('is placed in the main landmark, even if it opens elsewhere on the page', async () => {
    const opened = await open(
      <>
        <header>{menu}</header>
        <main>
          <p>Rows</p>
        </main>
      </>,
    )
    expect(opened?.textContent).toBe('Rename')
    expect(opened?.closest('main')).not.toBeNull()
  })

  it('stays in the dialog from which it opens, and works without a main landmark', { tags: ['full'] }, async () => {
    const opened = await open(
      <>
        <main>
          <p>Rows</p>
        </main>
        <Dialog open onOpenChange={() => {}} title="Import">
          {menu}
        </Dialog>
      </>,
    )
    expect(opened).not.toBeNull()
    expect(opened?.closest('main')).toBeNull()
    await act(async () => root.unmount())
    document.body.replaceChildren()
    expect((await open(menu))?.textContent).toBe('Rename')
  })
})
