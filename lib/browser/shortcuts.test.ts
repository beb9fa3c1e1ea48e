// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest'
import { describePress, matchPress, registerShortcuts, type Shortcut, switchSingleKeys } from './shortcuts'

const press = (key: string, more: Partial<KeyboardEventInit> = {}) => ({
  key,
  code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
})

const make = (id: string, keys: string[], run: () => void = () => {}, more: Partial<Shortcut> = {}): Shortcut => ({
  id,
  keys,
  label: id,
  group: 'Test',
  run,
  ...more,
})

/** Puts markup into the page and returns its marked element. */
const add = (html: string) => {
  const holder = document.createElement('div')
  holder.append(...new DOMParser().parseFromString(html, 'text/html').body.childNodes)
  document.body.append(holder)
  return holder.querySelector('[data-target]') ?? holder
}

describe('a key press', () => {
  it('has the same name on every keyboard layout', () => {
    expect(describePress(press('k', { ctrlKey: true }))).toBe('mod+k')
    expect(describePress(press('K', { metaKey: true, shiftKey: true }))).toBe('mod+shift+k')
    expect(describePress(press('?', { shiftKey: true, code: 'Minus' }))).toBe('?')
    expect(describePress(press('о', { code: 'KeyJ' }))).toBe('j')
    expect(describePress(press('é', { code: 'Digit2' }))).toBe('é')
    expect(describePress(press('ArrowDown', { shiftKey: true }))).toBe('shift+arrowdown')
    expect(describePress(press('Shift'))).toBeNull()
  })

  it('completes a sequence, and starts a new one when it does not match', () => {
    const list = [make('overview', ['g o']), make('next', ['j', 'arrowdown']), make('order', ['o'])]
    const ids = (pendingNow: string, key: string) => {
      const { hits, pending } = matchPress(list, pendingNow, key)
      return [hits.map(({ id }) => id), pending]
    }
    expect(ids('', 'g')).toEqual([[], 'g'])
    expect(ids('g', 'o')).toEqual([['overview'], ''])
    expect(ids('', 'o')).toEqual([['order'], ''])
    expect(ids('g', 'j')).toEqual([['next'], ''])
    expect(ids('g', 'g')).toEqual([[], 'g'])
  })
})

describe('the registry of shortcuts', () => {
  const cleanUps: Array<() => void> = []
  afterEach(() => {
    for (const cleanUp of cleanUps.splice(0)) cleanUp()
    document.body.replaceChildren()
    switchSingleKeys(true)
  })
  const ran: string[] = []
  const register = (...list: Shortcut[]) => cleanUps.push(registerShortcuts(list))
  const type = (target: Element, key: string, more: Partial<KeyboardEventInit> = {}) => {
    ran.length = 0
    const event = new KeyboardEvent('keydown', { ...press(key, more), bubbles: true, cancelable: true })
    target.dispatchEvent(event)
    return { ran: [...ran], prevented: event.defaultPrevented }
  }
  it('ignores single keys in fields, menus and dialogs, but not combinations', () => {
    register(
      make('next', ['j'], () => ran.push('next')),
      make('palette', ['mod+k'], () => ran.push('palette')),
    )
    const input = add('<input data-target>')
    expect(type(document.body, 'j').ran).toEqual(['next'])
    expect(type(input, 'j')).toEqual({ ran: [], prevented: false })
    expect(type(input, 'k', { ctrlKey: true })).toEqual({ ran: ['palette'], prevented: true })
    expect(type(add('<div role="menu"><a data-target></a></div>'), 'j').ran).toEqual([])
    add('<div role="dialog" aria-modal="false"></div>')
    expect(type(document.body, 'j').ran).toEqual(['next'])
    add('<div role="dialog"></div>')
    expect(type(document.body, 'j').ran).toEqual([])
  })

  it('lets a dialog have its own shortcuts', () => {
    register(
      make('next', ['j'], () => ran.push('next')),
      make('rotate', ['r'], () => ran.push('rotate'), { inDialogs: true }),
    )
    const inside = add('<div role="dialog"><p data-target></p></div>')
    expect(type(inside, 'r').ran).toEqual(['rotate'])
    expect(type(inside, 'j').ran).toEqual([])
  })

  it('can switch off single letters only', () => {
    register(
      make('next', ['j', 'arrowdown'], () => ran.push('next'), { repeats: true }),
      make('palette', ['mod+k'], () => ran.push('palette')),
    )
    switchSingleKeys(false)
    expect(type(document.body, 'j').ran).toEqual([])
    expect(type(document.body, 'ArrowDown', { code: 'ArrowDown' }).ran).toEqual(['next'])
    expect(type(document.body, 'k', { metaKey: true }).ran).toEqual(['palette'])
  })

  it('gives a key to the latest registration, and back to the earlier one when the latest ends', () => {
    register(make('list', ['j'], () => ran.push('list')))
    const leave = registerShortcuts([make('report', ['j'], () => ran.push('report'))])
    expect(type(document.body, 'j').ran).toEqual(['report'])
    leave()
    expect(type(document.body, 'j').ran).toEqual(['list'])
  })

  it('repeats only shortcuts that may repeat, and only inside their element', () => {
    const grid = add('<div data-target><button type="button"></button></div>')
    register(
      make('next', ['arrowdown'], () => ran.push('next'), { repeats: true, within: () => grid }),
      make('open', ['enter'], () => ran.push('open'), { within: () => grid }),
    )
    expect(type(grid, 'ArrowDown', { repeat: true }).ran).toEqual(['next'])
    expect(type(grid, 'Enter', { repeat: true }).ran).toEqual([])
    expect(type(document.body, 'ArrowDown')).toEqual({ ran: [], prevented: false })
  })
})
