import { useSyncExternalStore } from 'react'
import { addressOf } from '@/lib/base-path'
import { memoryKey } from '@/lib/browser/memory'

/** Notifications that this browser shows outside its window. The choice is stored per browser, as the permission is. */

const key = memoryKey('system-notices')
const listeners = new Set<() => void>()
const tell = () => listeners.forEach((listener) => listener())

/** `blocked`: the person refused the permission and can only grant it again in the browser's settings. */
export type SystemNotices = 'unsupported' | 'blocked' | 'off' | 'on'

function isChosen(): boolean {
  try {
    return localStorage.getItem(key) === 'on'
  } catch {
    // Storage can be switched off.
    return false
  }
}

function choose(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(key, 'on')
    else localStorage.removeItem(key)
  } catch {
    // Then the choice cannot be kept, and stays off.
  }
  tell()
}

export function readSystemNotices(): SystemNotices {
  if (typeof Notification === 'undefined') return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return Notification.permission === 'granted' && isChosen() ? 'on' : 'off'
}

/** Another tab may change the choice. */
function watchSystemNotices(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Whether this browser shows notifications; `unsupported` on the server. */
export const useSystemNoticesChoice = (): SystemNotices =>
  useSyncExternalStore(watchSystemNotices, readSystemNotices, () => 'unsupported' as const)

/** Asks for the permission if there is none. Browsers accept that only during a click. */
export async function turnOnSystemNotices(): Promise<void> {
  if (Notification.permission !== 'granted') await Notification.requestPermission()
  choose(Notification.permission === 'granted')
}

export function turnOffSystemNotices(): void {
  choose(false)
}

export interface SystemNotice {
  /** Several tabs show one notification for the same tag. */
  tag: string
  title: string
  body: string | null
  onOpen: () => void
}

export function showSystemNotice({ tag, title, body, onOpen }: SystemNotice): void {
  const shown = new Notification(title, { tag, icon: addressOf('/favicon.svg'), ...(body === null ? {} : { body }) })
  shown.addEventListener('click', () => {
    window.focus()
    shown.close()
    onOpen()
  })
}
