'use client'

import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/**
 * The only registry of shortcuts: it handles key presses, fills the `?` sheet and gives the palette its commands.
 * Single keys never act inside fields, menus and dialogs, and can be switched off completely.
 */
export interface Shortcut {
  id: string
  /**
   * Alternatives such as `mod+k`, `?`, `j`, `arrowdown`, or `g o` (one after another). If empty, the shortcut is only a
   * command of the palette.
   */
  keys: readonly string[]
  label: string
  group: string
  run: () => void
  /** The shortcut acts only while the focus is inside this element. */
  within?: () => Element | null
  /** Whether it acts inside dialogs as well, for shortcuts that a dialog registers. */
  inDialogs?: boolean
  /** Whether it repeats while the key is held down. */
  repeats?: boolean
  /** Whether it is listed in the palette. */
  inPalette?: boolean
}

export interface KeyPress {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

/** The name of one key press in the registry: `mod+k`, `shift+arrowdown`, `?`, `j`. Null for modifiers alone. */
export function describePress(press: KeyPress): string | null {
  let key = press.key.toLowerCase()
  if (['control', 'meta', 'alt', 'shift', 'altgraph', 'dead', 'process', 'unidentified'].includes(key)) return null
  // On a layout without Latin letters (Cyrillic, Greek), the position of the key decides.
  const letter = /^Key([A-Z])$/.exec(press.code)?.[1]
  if (key.length === 1 && key > '\u007f' && letter !== undefined) key = letter.toLowerCase()
  if (key === ' ') key = 'space'
  const isSign = key.length === 1 && !/[a-z0-9]/.test(key)
  const names = []
  if (press.ctrlKey || press.metaKey) names.push('mod')
  if (press.altKey) names.push('alt')
  // A character already implies its shift: "?" is shift and "/" on one layout, shift and "ß" on another.
  if (press.shiftKey && !isSign) names.push('shift')
  return [...names, key].join('+')
}

/** Whether a press may be a single-key shortcut: no Ctrl, Cmd or Alt in it. */
export function isSingleKey(press: string): boolean {
  return !/^(mod|alt)\+/.test(press)
}

const sequenceMs = 1000

/**
 * Finds what `press` completes after the presses shortly before it.
 * @returns the shortcuts in the order of registration, and the pending part of a sequence
 */
export function matchPress(
  shortcuts: readonly Shortcut[],
  pending: string,
  press: string,
): { hits: Shortcut[]; pending: string } {
  const sequence = pending === '' ? press : `${pending} ${press}`
  const find = (text: string) => shortcuts.filter(({ keys }) => keys.includes(text))
  const starts = (text: string) => shortcuts.some(({ keys }) => keys.some((key) => key.startsWith(`${text} `)))
  const whole = find(sequence)
  if (whole.length > 0) return { hits: whole, pending: '' }
  if (starts(sequence)) return { hits: [], pending: sequence }
  return { hits: find(press), pending: starts(press) ? press : '' }
}

function isTyping(target: Element): boolean {
  return (
    target.closest('input:not([type=checkbox],[type=radio],[type=button]),textarea,select,[contenteditable]') !== null
  )
}

let registered: readonly Shortcut[] = []
let singleKeysOn = true
let pending = ''
let pendingUntil = 0
const listeners = new Set<() => void>()

function change(next: readonly Shortcut[]) {
  if (registered.length === 0 && next.length > 0) document.addEventListener('keydown', onKeyDown)
  if (registered.length > 0 && next.length === 0) document.removeEventListener('keydown', onKeyDown)
  registered = next
  for (const listener of listeners) listener()
}

// A notice in the corner has the role of a dialog, but does not block the page.
const dialogs = '[role=dialog]:not([aria-modal=false]),[role=alertdialog]:not([aria-modal=false])'

function mayAct(shortcut: Shortcut, press: string, target: Element): boolean {
  if (shortcut.within !== undefined && shortcut.within()?.contains(target) !== true) return false
  if (!isSingleKey(press)) return true
  // Arrows, Enter and the like are not typed by accident, so the switch does not affect them.
  if (!singleKeysOn && press.length === 1) return false
  if (target.closest('[role=menu],[role=listbox]') !== null) return false
  return shortcut.inDialogs === true || document.querySelector(dialogs) === null
}

function onKeyDown(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing) return
  const press = describePress(event)
  const target = event.target instanceof Element ? event.target : document.body
  if (press === null) return
  if (isSingleKey(press) && isTyping(target)) return
  const match = matchPress(registered, event.timeStamp < pendingUntil ? pending : '', press)
  pending = match.pending
  pendingUntil = event.timeStamp + sequenceMs
  // The latest registration belongs to the innermost part of the screen.
  const hit = match.hits.findLast((shortcut) => mayAct(shortcut, press, target))
  if (hit === undefined || (event.repeat && hit.repeats !== true)) return
  event.preventDefault()
  hit.run()
}

/** Switches single-letter shortcuts on or off; combinations with Ctrl or Cmd are not affected. */
export function switchSingleKeys(on: boolean): void {
  singleKeysOn = on
}

/** Adds shortcuts until the returned function is called. */
export function registerShortcuts(shortcuts: readonly Shortcut[]): () => void {
  change([...registered, ...shortcuts])
  return () => change(registered.filter((shortcut) => !shortcuts.includes(shortcut)))
}

type Description = Omit<Shortcut, 'run' | 'within'> & { isWithin: boolean }

/**
 * Registers shortcuts while the component is mounted. They run with the props of its latest render, and are registered
 * again only when their description (id, keys, label) changes.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const find = useEffectEvent((id: string) => shortcuts.find((shortcut) => shortcut.id === id))
  const described = JSON.stringify(
    shortcuts.map(({ run: _run, within, ...rest }) => Object.assign(rest, { isWithin: within !== undefined })),
  )
  useEffect(() => {
    const descriptions = JSON.parse(described) as Description[]
    return registerShortcuts(
      descriptions.map(({ isWithin, ...rest }) =>
        Object.assign(
          rest,
          { run: () => find(rest.id)?.run() },
          isWithin && { within: () => find(rest.id)?.within?.() ?? null },
        ),
      ),
    )
  }, [described])
}

const none: readonly Shortcut[] = []

/** Every registered shortcut. */
export function useRegisteredShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => registered,
    () => none,
  )
}
