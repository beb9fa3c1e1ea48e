'use client'

import { useEffect, useRef, useState } from 'react'
import { toRequest } from '@/lib/explorer/model'
import type { Row } from '@/lib/explorer/parse-answer'
import { createPager, endWords, type Pager } from '@/lib/explorer/parse-pages'
import { runRequest, type ExplorerAnswer } from '@/lib/explorer/queries'
import type { ExplorerForm, ExplorerOperation } from '@/lib/explorer/schema'

export interface PagesState {
  isRunning: boolean
  pages: number
  rows: readonly Row[]
  /** The form of the page that comes next; null at the end. */
  next: ExplorerForm | null
  /** Why it stands still, in words. */
  note: string | null
}

/**
 * Follows the pages of a list from the answer that is shown, when it is asked to, until the end, a failure or a stop.
 * Every page goes through the pass-through and its limits as a run does.
 */
export function usePages(operation: ExplorerOperation, answer: ExplorerAnswer, asked: ExplorerForm) {
  const [state, setState] = useState<PagesState | null>(null)
  const running = useRef<AbortController | null>(null)
  const pager = useRef<Pager | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const follow = async () => {
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    let now = state
    const show = (next: PagesState) => {
      now = next
      setState(next)
    }
    const take = (value: unknown) => {
      const read = pager.current?.read(value)
      if (read === undefined) return
      show({
        isRunning: read.next !== null,
        pages: (now?.pages ?? 0) + 1,
        rows: [...(now?.rows ?? []), ...read.rows],
        next: read.next,
        note: read.end === null ? null : endWords[read.end],
      })
    }
    if (now === null && answer.content.kind === 'json') {
      pager.current = createPager(operation, asked)
      take(answer.content.value)
    } else if (now !== null) show({ ...now, isRunning: true, note: null })
    for (let form = now?.next ?? null; form !== null; form = readNext(now)) {
      const held = now
      const halt = (note: string) => {
        if (held !== null) show({ ...held, isRunning: false, note })
      }
      try {
        // oxlint-disable-next-line no-await-in-loop -- each page says where the next one is
        const page = await runRequest(toRequest(operation, form), {
          isFile: false,
          fileName: operation.name,
          signal: own.signal,
        })
        if (page.status !== 200 || page.content.kind !== 'json') {
          halt(`The next page was answered ${page.status}. What was read is kept; go on when it may be asked again.`)
          return
        }
        take(page.content.value)
      } catch {
        if (running.current === own)
          halt(own.signal.aborted ? 'Stopped. What was read is kept.' : 'The console cannot be reached.')
        return
      }
    }
  }

  return { state, follow, stop: () => running.current?.abort() }
}

function readNext(state: PagesState | null): ExplorerForm | null {
  return state?.next ?? null
}
