'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'
import { hasEnded } from '@/components/user-jobs/jobs/job-texts'
import { announce } from '@/lib/browser/announce'
import { describeError } from '@/lib/browser/describe-error'
import { userJobCalls, userJobQueries } from '@/lib/user-jobs/queries'
import type { UserJobDetail } from '@/lib/user-jobs/schema'
import { toUsers } from '@/lib/user-jobs/sheet/to-users'
import type { SheetRow } from '@/lib/user-jobs/sheet/types'
import { type CheckResult, describeResult, listToCheck, mergeCheck, readAllRows } from './check-merge'

interface DryRunResult extends CheckResult {
  jobId: string
  /** Why the dry run stopped; null if it tested all rows. */
  note: string | null
}

interface Attempt {
  attemptId: string
  /** Identifies the content of the attempt. A changed sheet needs a new attempt. */
  of: string
  rows: ReadonlyMap<number, SheetRow>
}

/**
 * An attempt to test these rows. Returns the last attempt if nothing has changed since then, so that both are one job.
 */
function makeAttempt({ sheet }: BenchSheet, rowIds: readonly number[], last: Attempt | null): Attempt {
  const of = `${sheet.version}:${rowIds.length}`
  if (last?.of === of) return last
  const rows = new Map(rowIds.flatMap((id) => [[id, sheet.row(id)] as const]).filter(hasRow))
  return { attemptId: crypto.randomUUID(), of, rows }
}

const hasRow = (entry: readonly [number, SheetRow | undefined]): entry is readonly [number, SheetRow] =>
  entry[1] !== undefined

/**
 * Follows a job. Calls `read` when the job has ended, and again when `round` changes. `isOver`: the job has ended.
 * `isGone`: the job no longer exists.
 */
function useEndedJob(jobId: string | null, round: number, read: (job: UserJobDetail, signal: AbortSignal) => void) {
  const { data, error } = useQuery({ ...userJobQueries.one(jobId ?? ''), enabled: jobId !== null })
  const isOver = data !== undefined && data.jobId === jobId && hasEnded(data)
  const onEnded = useEffectEvent((id: string, signal: AbortSignal, _round: number) => {
    if (data?.jobId === id) read(data, signal)
  })
  useEffect(() => {
    if (!isOver || jobId === null) return undefined
    const stop = new AbortController()
    onEnded(jobId, stop.signal, round)
    return () => stop.abort()
  }, [isOver, jobId, round])
  const isGone = error !== null && describeError(error).code === 'not_found'
  // Without a job, the query may still have the data of the previous job.
  return { job: jobId === null ? undefined : data, error: jobId === null ? null : error, isOver, isGone }
}

/**
 * A dry run with SafetyCulture. Each press starts one job, which is followed until it ends; its results are then put
 * into the sheet. `onJob` saves the job's id with the draft, so that the page continues to follow it after a reload.
 */
export function useCheck(bench: BenchSheet, onJob: (jobId: string | null) => void) {
  const t = useTranslations('userJobs')
  const attempt = useRef<Attempt | null>(null)
  const [jobId, setJobId] = useState(bench.checkJobId)
  const [isBusy, setIsBusy] = useState(bench.checkJobId !== null)
  const [error, setError] = useState<unknown>(null)
  const [result, setResult] = useState<DryRunResult | null>(null)
  // These are refs and not states, because responses can arrive between a press and the next render.
  const starting = useRef<Attempt | null>(null)
  const followed = useRef(bench.checkJobId)
  const [round, setRound] = useState(0)

  const start = async () => {
    if (starting.current !== null || followed.current !== null) return
    const { sheet, mapping, sourceName } = bench
    const rowIds = listToCheck(bench)
    const mine = makeAttempt(bench, rowIds, attempt.current)
    attempt.current = mine
    starting.current = mine
    setIsBusy(true)
    setError(null)
    setResult(null)
    try {
      const { attemptId } = mine
      const { header, users } = toUsers(sheet, mapping, { rowIds })
      const made = await userJobCalls.create({ attemptId, kind: 'check', sourceName, header, users })
      // If the dry run was dropped while it was being sent, the job still runs, but its results belong to an older
      // mapping.
      if (starting.current !== mine) return
      followed.current = made.jobId
      setJobId(made.jobId)
      onJob(made.jobId)
    } catch (failure) {
      if (starting.current !== mine) return
      setError(failure)
      setIsBusy(false)
    } finally {
      if (starting.current === mine) starting.current = null
    }
  }

  const merge = async (ended: UserJobDetail, signal: AbortSignal) => {
    const id = ended.jobId
    // The ref changes as soon as the dry run is dropped. The signal aborts only after React has rendered.
    const isForgotten = () => signal.aborted || followed.current !== id
    try {
      const rows = await readAllRows(id, signal)
      if (isForgotten()) return
      const merged = mergeCheck(bench, attempt.current?.rows ?? null, rows)
      setResult({ ...merged, jobId: id, note: ended.phase === 'validated' ? null : ended.note })
      announce(describeResult(t, merged))
      forget()
    } catch (failure) {
      if (!isForgotten()) setError(failure)
    }
  }
  const followedJob = useEndedJob(jobId, round, (ended, signal) => void merge(ended, signal))
  const { job, isOver, isGone } = followedJob
  const leave = useEffectEvent(() => forget())
  useEffect(() => {
    // A deleted job has no results, so the rows still need a dry run.
    if (isGone) leave()
  }, [isGone])

  function forget() {
    attempt.current = null
    starting.current = null
    if (followed.current !== null) onJob(null)
    followed.current = null
    setJobId(null)
    setIsBusy(false)
    setError(null)
  }
  return {
    isBusy,
    /** The job that is being followed. */
    job,
    jobId,
    error: error ?? followedJob.error,
    result,
    start,
    /** Reads the results again. */
    retryMerge: () => {
      setError(null)
      setRound((last) => last + 1)
    },
    /** Stops following the job. Its page will still have the results. */
    forget,
    isOver,
  }
}
export type Check = ReturnType<typeof useCheck>
