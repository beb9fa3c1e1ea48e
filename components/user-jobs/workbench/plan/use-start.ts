'use client'

import { useRef, useState } from 'react'
import { ApiError } from '@/lib/browser/api'
import { userJobCalls } from '@/lib/user-jobs/queries'
import { toUsers } from '@/lib/user-jobs/sheet/to-users'
import type { BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'

export type Way = 'job' | 'immediate'

/**
 * Starts an import. An attempt keeps its id while its content is unchanged, so two presses, or a press after a lost
 * response, start only one job.
 */
export function useStart(bench: BenchSheet, onStarted: (jobId: string) => void) {
  const attempt = useRef<{ attemptId: string; of: string } | null>(null)
  const isSending = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)

  const start = async (rowIds: readonly number[], way: Way, again = false) => {
    if (isSending.current) return
    isSending.current = true
    setIsBusy(true)
    setError(null)
    const { sheet, mapping, sourceName, ofJobId } = bench
    const asked = JSON.stringify([sheet.version, way, mapping, rowIds.length])
    if (attempt.current?.of !== asked) attempt.current = { attemptId: crypto.randomUUID(), of: asked }
    const { attemptId } = attempt.current
    try {
      const { header, users } = toUsers(sheet, mapping, { rowIds })
      const of = ofJobId === null ? {} : { ofJobId }
      const job = await userJobCalls.create({ attemptId, kind: 'run', way, again, sourceName, header, users, ...of })
      onStarted(job.jobId)
    } catch (failure) {
      setError(failure)
      setIsBusy(false)
      isSending.current = false
    }
  }
  return { start, isBusy, error, sameJobId: readSameJob(error) }
}

/** A recent job with the same users. It prevents the start until the user confirms. */
function readSameJob(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'conflict') return null
  const { current } = error
  return typeof current === 'object' && current !== null && 'jobId' in current && typeof current.jobId === 'string'
    ? current.jobId
    : null
}
