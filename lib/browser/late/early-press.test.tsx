// @vitest-environment jsdom
import { useState } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { earlyPressScript } from './early-press'

let pressed: string[]
let root: Root | undefined

const note = (name: string) => () => pressed.push(name)

function Buttons() {
  const [isOpen, setOpen] = useState(false)
  return (
    <main>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => {
          pressed.push('menu')
          setOpen(!isOpen)
        }}
      >
        <span>Menu</span>
      </button>
      <button type="button" onClick={note('other')}>
        Other
      </button>
      <form onSubmit={(event) => event.preventDefault()}>
        <button type="submit" onClick={note('submit')}>
          Send
        </button>
      </form>
    </main>
  )
}

const button = (at: number) => () => document.querySelectorAll('button')[at] as HTMLElement
const menu = button(0)
const other = button(1)
const submit = button(2)
const start = () => (root = hydrateRoot(document.querySelector('#host') as Element, <Buttons />))
/** Waits longer than the script does after React has attached itself. */
const settle = async () => {
  await vi.waitFor(() => expect(Object.keys(menu()).join()).toContain('__reactProps'))
  for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame)
}

beforeAll(() => {
  // oxlint-disable-next-line no-implied-eval -- as a page runs it
  new Function(earlyPressScript)()
})
beforeEach(() => {
  pressed = []
  const host = document.createElement('div')
  host.id = 'host'
  host.innerHTML = renderToString(<Buttons />)
  document.body.replaceChildren(host)
})
afterEach(() => {
  root?.unmount()
  vi.restoreAllMocks()
})

/** A press as a person makes it, whose target is the text of the button. */
const press = (target: HTMLElement) => (target.querySelector('span') ?? target).click()
/** A press before React starts, and the task after it, in which the script remembers it. */
async function pressEarly(target: HTMLElement): Promise<void> {
  press(target)
  await new Promise((resolve) => setTimeout(resolve))
}

it('repeats a press of a button once when React handles the button', async () => {
  press(menu())
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(pressed).toEqual([])
  start()
  await settle()
  expect(pressed).toEqual(['menu'])
  expect(menu().getAttribute('aria-expanded')).toBe('true')
})

it('does not repeat a press that React handles itself', async () => {
  start()
  press(menu())
  await settle()
  expect(pressed).toEqual(['menu'])
  press(menu())
  await settle()
  expect(pressed).toEqual(['menu', 'menu'])
})

it('repeats only the last of several presses', async () => {
  press(menu())
  press(menu())
  await pressEarly(other())
  start()
  await settle()
  expect(pressed).toEqual(['other'])
})

it('forgets a press when another button was pressed that React handles', async () => {
  await pressEarly(menu())
  start()
  // React handles the page in this press.
  press(other())
  await settle()
  expect(pressed).toEqual(['other'])
})

it('does not repeat a press that submits a form, because the browser does that without React', async () => {
  submit().parentElement?.addEventListener('submit', (event) => event.preventDefault(), { once: true })
  await pressEarly(submit())
  start()
  await settle()
  expect(pressed).toEqual([])
})

it('does not repeat a press after ten seconds', async () => {
  const now = vi.spyOn(performance, 'now')
  now.mockReturnValue(1_000)
  await pressEarly(menu())
  now.mockReturnValue(11_001)
  start()
  await settle()
  expect(pressed).toEqual([])
})

it('does not repeat a press when the address has changed', async () => {
  await pressEarly(menu())
  history.pushState(null, '', '/elsewhere')
  start()
  await settle()
  expect(pressed).toEqual([])
})

it('presses the button that has replaced the pressed one at its place, if it has the same name', async () => {
  await pressEarly(menu())
  const copy = menu().cloneNode(true)
  menu().replaceWith(copy)
  document.elementFromPoint = () => menu()
  start()
  await settle()
  expect(pressed).toEqual(['menu'])
})

it('does not press a button of another name at its place', async () => {
  await pressEarly(menu())
  menu().replaceWith(menu().cloneNode(true))
  document.elementFromPoint = () => other()
  start()
  await settle()
  expect(pressed).toEqual([])
})
