'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { announce } from '@/lib/browser/announce'
import { describeError } from '@/lib/browser/describe-error'
import { formatCount } from '@/lib/browser/numbers'
import { userJobCalls, userJobQueries } from '@/lib/user-jobs/queries'
import type { UserJobRow } from '@/lib/user-jobs/schema'
import { blankCells, fromFaults, toUsers } from '@/lib/user-jobs/sheet/to-users'
import type { SheetRow } from '@/lib/user-jobs/sheet/types'
import { hasEnded } from '@/components/user-jobs/jobs/job-words'
import { hasError, isUnchecked, type BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'

export interface CheckResult {
  checked: number
  /** Rows of which the service said something. */
  told: number
  /** Rows that were changed while they were being checked, or of which nothing came back. */
  open: number
}

interface ToldResult extends CheckResult {
  jobId: string
  /** Why the job ended as it did, when it was not checked to its end. */
  note: string | null
}

interface Attempt {
  attemptId: string
  /** Of what it was made: another sheet is another attempt. */
  of: string
  rows: ReadonlyMap<number, SheetRow>
}

/** Rows that a check would send: unchecked, and without an error of their own. */
export function listToCheck({ sheet, validator }: BenchSheet): readonly number[] {
  return sheet.rowIds.filter((id) => isUnchecked(sheet, validator, id) && !hasError(validator, id))
}

/** What is settled of a row: the others came back without an answer. */
const settled: ReadonlySet<UserJobRow['state']> = new Set(['ok', 'warned', 'failed'])

/** Puts what the service said into the sheet. Rows that are no longer as they were sent keep waiting for a check. */
export function mergeCheck(
  { sheet, validator, mapping, secret }: Pick<BenchSheet, 'sheet' | 'validator' | 'mapping' | 'secret'>,
  sent: ReadonlyMap<number, SheetRow> | null,
  rows: readonly UserJobRow[],
): CheckResult {
  const isAsSent = ({ line, cells }: UserJobRow) => {
    const row = sheet.row(line)
    // After a reload the job alone knows what was sent. Neither it nor the draft has passwords.
    return sent === null ? row !== undefined && isSame(blankCells(row.cells, secret), cells) : row === sent.get(line)
  }
  const answered = rows.filter((row) => settled.has(row.state) && isAsSent(row))
  const { rowIds, faults } = fromFaults(answered, sheet, mapping)
  validator.setServiceFaults(rowIds, faults)
  const told = new Set(faults.map(({ rowId }) => rowId))
  sheet.markClean(rowIds.filter((id) => !told.has(id)))
  return { checked: rowIds.length, told: told.size, open: (sent?.size ?? rows.length) - rowIds.length }
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((cell, at) => cell === other[at])

/**
 * A check with the service: sent once for one press, followed, and merged when it has ended. `onJob` has it kept with the
 * draft, so that a page loaded again goes on with it.
 */
export function useCheck(bench: BenchSheet, onJob: (jobId: string | null) => void) {
  const attempt = useRef<Attempt | null>(null)
  const [jobId, setJobId] = useState(bench.checkJobId)
  const [isBusy, setIsBusy] = useState(bench.checkJobId !== null)
  const [error, setError] = useState<unknown>(null)
  const [result, setResult] = useState<ToldResult | null>(null)
  // Not states: answers come between a press and what React draws of it.
  const starting = useRef<Attempt | null>(null)
  const followed = useRef(bench.checkJobId)
  const [round, setRound] = useState(0)

  const start = async () => {
    if (starting.current !== null || followed.current !== null) return
    const { sheet, mapping, sourceName } = bench
    const rowIds = listToCheck(bench)
    const of = `${sheet.version}:${rowIds.length}`
    // Pressed again after a lost answer, it is the same job.
    const mine: Attempt =
      attempt.current?.of === of
        ? attempt.current
        : {
            attemptId: crypto.randomUUID(),
            of,
            rows: new Map(rowIds.flatMap((id) => [[id, sheet.row(id)] as const]).filter(hasRow)),
          }
    attempt.current = mine
    starting.current = mine
    setIsBusy(true)
    setError(null)
    setResult(null)
    try {
      const { attemptId } = mine
      const { header, users } = toUsers(sheet, mapping, { rowIds })
      const job = await userJobCalls.create({ attemptId, kind: 'check', sourceName, header, users })
      // Forgotten meanwhile, it goes on at the service: what it says is of cells that mean something else by now.
      if (starting.current !== mine) return
      followed.current = job.jobId
      setJobId(job.jobId)
      onJob(job.jobId)
    } catch (failure) {
      if (starting.current !== mine) return
      setError(failure)
      setIsBusy(false)
    } finally {
      if (starting.current === mine) starting.current = null
    }
  }

  const { data: job, error: jobError } = useQuery({ ...userJobQueries.one(jobId ?? ''), enabled: jobId !== null })
  const isOver = job !== undefined && job.jobId === jobId && hasEnded(job)
  const merge = useEffectEvent(async (id: string, signal: AbortSignal, _round: number) => {
    // Forgetting a check is known here at once, the signal only when React has drawn it.
    const isForgotten = () => signal.aborted || followed.current !== id
    try {
      const rows: UserJobRow[] = []
      for (let after: number | null = -1; after !== null;) {
        const page = await userJobCalls.readRows(id, after, signal)
        rows.push(...page.rows)
        after = page.after
      }
      if (isForgotten()) return
      const merged = mergeCheck(bench, attempt.current?.rows ?? null, rows)
      setResult({ ...merged, jobId: id, note: job?.phase === 'validated' ? null : (job?.note ?? null) })
      announce(
        `Checked ${formatCount(merged.checked)} rows: the service said something of ${formatCount(merged.told)}.`,
      )
      forget()
    } catch (failure) {
      if (!isForgotten()) setError(failure)
    }
  })
  useEffect(() => {
    if (!isOver || jobId === null) return undefined
    const stop = new AbortController()
    void merge(jobId, stop.signal, round)
    return () => stop.abort()
  }, [isOver, jobId, round])

  const isGone = jobError !== null && describeError(jobError).code === 'not_found'
  const leave = useEffectEvent(() => forget())
  useEffect(() => {
    // A job that is kept no longer has no results: the rows wait for a check as before.
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
    /** The job while it is followed. */
    job: jobId === null ? undefined : job,
    jobId,
    error: error ?? (jobId === null ? null : jobError),
    result,
    start,
    /** Reads the results once more. */
    retryMerge: () => {
      setError(null)
      setRound((last) => last + 1)
    },
    /** Gives up following: what the job says later is on its own page. */
    forget,
    isOver,
  }
}
export type Check = ReturnType<typeof useCheck>

const hasRow = (entry: readonly [number, SheetRow | undefined]): entry is readonly [number, SheetRow] =>
  entry[1] !== undefined
