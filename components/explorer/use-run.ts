'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { announce } from '@/lib/browser/announce'
import { saveBlob } from '@/lib/browser/save-file'
import { toRequest, writeAddress } from '@/lib/explorer/model'
import { runRequest, type ExplorerAnswer } from '@/lib/explorer/queries'
import type { ExplorerForm, ExplorerOperation, ExplorerRequest } from '@/lib/explorer/schema'
import { noteRun } from './history'

export interface RunState {
  isRunning: boolean
  /** The last response, and the form of its request. */
  answer: ExplorerAnswer | null
  asked: ExplorerForm | null
  /** Why there is no response. */
  failure: string | null
}

const idle: RunState = { isRunning: false, answer: null, asked: null, failure: null }

/** The name of a file that the response does not name. */
function nameFile({ name }: ExplorerOperation, form: ExplorerForm): string {
  return Object.values(form.path).findLast((value) => value !== '') ?? name
}

/** Runs an operation, one run at a time. Another run, or leaving the page, cancels the earlier one. */
export function useRun(operation: ExplorerOperation) {
  const t = useTranslations('explorer.response')
  const [state, setState] = useState<RunState>(idle)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const run = async (form: ExplorerForm) => {
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    const request: ExplorerRequest = toRequest(operation, form)
    const startedAt = performance.now()
    const at = Date.now()
    setState((last) => ({ ...last, isRunning: true, failure: null }))
    const note = (status: number | null, bytes: number) =>
      noteRun({
        at,
        name: operation.name,
        method: operation.method,
        path: request.path,
        search: writeAddress(operation, form),
        form,
        status,
        timeMs: performance.now() - startedAt,
        bytes,
      })
    try {
      const options = { isFile: operation.isFile, fileName: nameFile(operation, form), signal: own.signal }
      const answer = await runRequest(request, options)
      if (running.current !== own) return
      setState({ isRunning: false, answer, asked: form, failure: null })
      note(answer.status, answer.bytes)
      announce(t('announced', { status: String(answer.status) }))
      if (answer.content.kind === 'file') saveBlob(answer.content.name, answer.content.blob)
    } catch {
      if (running.current !== own) return
      const failure = own.signal.aborted
        ? t(operation.isRead ? 'canceled' : 'stoppedWaiting')
        : t(operation.isRead ? 'unreachable' : 'unreachableWrite')
      setState((last) => ({ ...last, isRunning: false, failure }))
      note(null, 0)
    }
  }

  return { ...state, run, cancel: () => running.current?.abort() }
}
