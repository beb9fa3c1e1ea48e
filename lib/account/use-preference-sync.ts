'use client'

import { useEffect, useState } from 'react'
import { ApiError } from '@/lib/browser/api'
import { keepUnsent, type PagePreferences, type PreferenceName } from '@/lib/browser/preferences/preferences'
import { accountCalls } from './queries'
import type { PreferencesChange } from './schema'

const waitMs = 600
const retryMs = 20_000

export interface SenderOptions {
  send: (change: PreferencesChange) => Promise<unknown>
  /** Remembers in the browser which preferences the account does not have yet. */
  keepUnsent: (names: readonly PreferenceName[]) => void
}

/**
 * Sends changes to the account after a short wait, several together, one request at a time. Changes that cannot be sent
 * stay in this browser and are tried again. Changes that the server refuses are dropped.
 */
export class PreferenceSender {
  readonly #options: SenderOptions
  #waiting: PreferencesChange = {}
  #sending: PreferencesChange | null = null
  #first: Promise<unknown> = Promise.resolve()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: SenderOptions) {
    this.#options = options
  }

  add(change: PreferencesChange): void {
    if (Object.keys(change).length === 0) return
    this.#waiting = { ...this.#waiting, ...change }
    this.#note()
    this.#schedule(waitMs)
  }

  /** Holds changes back until `first` has settled. `first` must not reject. */
  sendAfter(first: Promise<unknown>): void {
    this.#first = first
  }

  /** Preferences that the account does not have yet. */
  get unsent(): PreferencesChange {
    return { ...this.#sending, ...this.#waiting }
  }

  /** Sends waiting changes at once. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    const batch = this.#waiting
    if (this.#sending !== null || Object.keys(batch).length === 0) return
    this.#waiting = {}
    this.#sending = batch
    let nextMs = waitMs
    try {
      await this.#first
      await this.#options.send(batch)
    } catch (error) {
      if (isLost(error)) {
        this.#waiting = { ...batch, ...this.#waiting }
        nextMs = retryMs
      }
    }
    this.#sending = null
    this.#note()
    if (Object.keys(this.#waiting).length > 0) this.#schedule(nextMs)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #note(): void {
    // The cast is safe: the keys of a change are names of preferences.
    this.#options.keepUnsent(Object.keys(this.unsent) as PreferenceName[])
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), delayMs)
  }
}

/** Whether the request may succeed later. Changes of a signed-out person wait for their next visit. */
function isLost(error: unknown): boolean {
  return !(error instanceof ApiError) || !['invalid', 'forbidden', 'not_found'].includes(error.code)
}

/**
 * Sends changes of the signed-in person, also when the connection returns and before the page is left. Null when nobody
 * is signed in.
 */
export function usePreferenceSender(account: PagePreferences['account']): PreferenceSender | null {
  const [sender] = useState(() =>
    account === null
      ? null
      : new PreferenceSender({
          send: accountCalls.changePreferences,
          keepUnsent: (names) => keepUnsent(account.userId, names),
        }),
  )
  useEffect(() => {
    if (sender === null) return undefined
    const flush = () => void sender.flush()
    window.addEventListener('online', flush)
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('online', flush)
      window.removeEventListener('pagehide', flush)
      sender.stop()
    }
  }, [sender])
  return sender
}
