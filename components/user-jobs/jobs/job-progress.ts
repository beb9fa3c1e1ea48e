'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { announce } from '@/lib/browser/announce'
import { describeError } from '@/lib/browser/describe-error'
import { pollMs } from '@/lib/browser/live/state'
import { userJobQueries } from '@/lib/user-jobs/queries'
import type { ElsewhereJob } from '@/lib/user-jobs/elsewhere-schema'
import type { UserJobDetail } from '@/lib/user-jobs/schema'
import { noteOpenJob } from './job-open'
import { countSettled, describeJob, hasEnded, isElsewhereOpen, writeTabTitle } from './job-texts'

const shownPollMs = 2_000
const hiddenPollMs = 15_000

/** Whether the page is hidden because another tab is in front. */
function useHidden(): boolean {
  return useSyncExternalStore(
    (listener) => {
      document.addEventListener('visibilitychange', listener)
      return () => document.removeEventListener('visibilitychange', listener)
    },
    () => document.hidden,
    () => false,
  )
}

/** A job, polled until it ends: more slowly while the page is hidden, so that its tab can still announce the end. */
export function useJob(jobId: string) {
  const isHidden = useHidden()
  return useQuery({
    ...userJobQueries.one(jobId),
    // Shows the current state at once when the user returns to the tab.
    staleTime: shownPollMs / 2,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state: { data, error } }) => {
      const isOver = data === undefined ? describeError(error).code === 'not_found' : hasEnded(data)
      return isOver ? false : isHidden ? hiddenPollMs : pollMs(shownPollMs)
    },
  })
}

/** The server itself polls such a job as often as this. Jobs that may have ended are polled rarely. */
const elsewherePollMs = 5_000
const maybePollMs = 30_000
const hiddenElsewherePollMs = 60_000

/**
 * The polling interval for jobs started elsewhere. They are not polled if none of them is running, and slowly while the
 * page is hidden. This does not use `pollMs`, because no event reports these jobs.
 */
function useElsewherePoll(): (jobs: readonly ElsewhereJob[] | undefined) => number | false {
  const isHidden = useHidden()
  return (jobs) => {
    const isOpen = jobs?.map(isElsewhereOpen) ?? []
    if (!isOpen.includes(true) && !isOpen.includes('maybe')) return false
    return isHidden ? hiddenElsewherePollMs : isOpen.includes(true) ? elsewherePollMs : maybePollMs
  }
}

const overStaleMs = 60_000
/**
 * While a job is running, data becomes stale soon, so that the current state appears when the user returns to the tab.
 */
const staleMsOf = (intervalMs: number | false) => (intervalMs === false ? overStaleMs : elsewherePollMs / 2)

/** The jobs that were started elsewhere, polled while one of them is running. */
export function useElsewhereJobs() {
  const pollOf = useElsewherePoll()
  return useQuery({
    ...userJobQueries.elsewhere(),
    refetchIntervalInBackground: true,
    refetchInterval: ({ state: { data } }) => pollOf(data?.jobs),
    staleTime: ({ state: { data } }) => staleMsOf(pollOf(data?.jobs)),
  })
}

/** A job that was started elsewhere, polled until it ends. */
export function useElsewhereJob(remoteId: string) {
  const pollOf = useElsewherePoll()
  return useQuery({
    ...userJobQueries.elsewhereOne(remoteId),
    refetchIntervalInBackground: true,
    refetchInterval: ({ state: { data, error } }) =>
      data === undefined || describeError(error).code === 'not_found' ? false : pollOf([data]),
    staleTime: ({ state: { data } }) => (data === undefined ? 0 : staleMsOf(pollOf([data]))),
  })
}

/** Shows the progress or result of the job in the title of the tab while its page is open. */
export function useJobTitle(job: UserJobDetail | undefined): void {
  const t = useTranslations('userJobStates')
  const text = job === undefined ? null : t('tab.named', { progress: writeTabTitle(t, job), name: job.sourceName })
  const before = useRef<string | null>(null)
  const ours = useRef<string | null>(null)
  useEffect(() => {
    if (text === null) return
    before.current ??= document.title
    document.title = text
    ours.current = text
  }, [text])
  useEffect(
    () => () => {
      // Another page may have set its own title since then.
      if (before.current !== null && document.title === ours.current) document.title = before.current
    },
    [],
  )
}

/**
 * Announces the progress of the job by phases and quarters, registers it so that its end is announced on any page, and
 * refreshes the rows when its numbers change.
 */
export function useJobNews(job: UserJobDetail | undefined): void {
  const t = useTranslations('userJobStates')
  const queryClient = useQueryClient()
  const jobId = job?.jobId
  const isOpen = job === undefined ? null : !hasEnded(job)
  const quarter = job === undefined || job.total === 0 ? 0 : Math.floor((countSettled(job) / job.total) * 4)
  const numbers = job === undefined ? '' : JSON.stringify([job.rows, job.outcomes, isOpen])
  const wasOpen = useRef(false)
  const seenNumbers = useRef('')

  const notify = useEffectEvent((_phase: string | undefined, _quarter: number, _isOpen: boolean | null) => {
    if (job === undefined) return
    // The app shell announces the end of the user's own jobs.
    if (isOpen === true || (wasOpen.current && !job.isMine)) announce(`${job.sourceName}: ${describeJob(t, job)}`)
    wasOpen.current = isOpen === true
  })
  const watch = useEffectEvent((id: string) => {
    if (job?.isMine === true) noteOpenJob(id)
  })
  useEffect(() => {
    notify(job?.phase, quarter, isOpen)
  }, [job?.phase, quarter, isOpen])
  useEffect(() => {
    if (jobId !== undefined && isOpen === true) watch(jobId)
  }, [jobId, isOpen])
  useEffect(() => {
    if (jobId === undefined) return
    const isFirst = seenNumbers.current === ''
    seenNumbers.current = numbers
    if (isFirst) return
    void queryClient.invalidateQueries({ queryKey: ['user-jobs', 'rows', jobId] })
    if (isOpen === false) void queryClient.invalidateQueries({ queryKey: ['user-jobs', 'list'] })
  }, [queryClient, jobId, numbers, isOpen])
}
