'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { toRequest } from '@/lib/explorer/model'
import type { Row } from '@/lib/explorer/parse-answer'
import { createPager, pagesMax, rowsMax, type Pager } from '@/lib/explorer/parse-pages'
import { runRequest, type ExplorerAnswer } from '@/lib/explorer/queries'
import type { ExplorerForm, ExplorerOperation } from '@/lib/explorer/schema'

export interface PagesState {
  isRunning: boolean
  pages: number
  rows: readonly Row[]
  /** The form of the page that comes next; null at the end. */
  next: ExplorerForm | null
  /** Why loading stopped. */
  note: string | null
}

/**
 * Loads the pages of a list after the shown response, on request, until the end, a failure or a stop. Every page is a
 * request with the same limits as a run.
 */
export function usePages(operation: ExplorerOperation, answer: ExplorerAnswer, asked: ExplorerForm) {
  const t = useTranslations('explorer.pages')
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
        note: read.end === null ? null : t(`end.${read.end}`, { pages: pagesMax, rows: rowsMax }),
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
          halt(t('failed', { status: String(page.status) }))
          return
        }
        take(page.content.value)
      } catch {
        if (running.current === own) halt(t(own.signal.aborted ? 'stopped' : 'unreachable'))
        return
      }
    }
  }

  return { state, follow, stop: () => running.current?.abort() }
}

function readNext(state: PagesState | null): ExplorerForm | null {
  return state?.next ?? null
}
