'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { pollMs } from '@/lib/browser/live/state'
import { writeFilterKey } from '@/lib/inspections/url-state'
import type { AuditId } from '@/lib/ids'
import type { InspectionRow, ListParams } from '@/lib/inspections/schema'
import { reviewCalls, reviewQueries } from '@/lib/review/queries'
import type { QueueOrder, Review, ReviewClaim, ReviewQueue } from '@/lib/review/schema'
import { hasUnsaved, QueueSession } from './queue-session'
import { addIds, currentOf, goTo, lastActs, type QueueState } from './queue-state'
import { readTabId } from './tab-id'

/** One batch: what was in the queue when it began, with what followed in a longer queue, and what was done since. */
export interface Round {
  session: QueueSession
  rows: ReadonlyMap<AuditId, InspectionRow>
  /** The reviews when it began. */
  reviews: ReadonlyMap<AuditId, Review | null>
  /** Number of matching inspections when it began, including those that are not loaded yet. */
  total: number
  totalIsExact: boolean
}

/** Batches outlive their screen, so that a person who returns from the full page continues where they were. */
const rounds = new Map<string, Round>()
const roundsMax = 4
/** How often claims and new inspections are refreshed: less often for long queues, because their response is long. */
const watchMs = 15_000
const watchMsPerItem = 30

export interface RoundRead {
  round: Round | null
  state: QueueState | null
  /** Which other person has which inspection open, as of the last refresh. */
  claims: ReadonlyMap<AuditId, ReviewClaim>
  /** Inspections that have left the queue since the batch began: another person marked them, or they changed. */
  gone: ReadonlySet<AuditId>
  /** Number of inspections that have arrived since. */
  freshCount: number
  error: Error | null
  isFetching: boolean
  refetch: () => void
  /** Starts over with what is in the queue now. */
  startAgain: () => Promise<void>
}

/** The data of a batch on screen. */
export type BatchRead = RoundRead & { round: Round; state: QueueState }

/** The length of a queue, with the rest of a long one that is loaded while people work on it. */
export function countQueue({ state, round }: BatchRead): {
  beyond: number
  count: number
  precision: 'about' | 'exact'
} {
  const beyond = Math.max(0, round.total - state.ids.length)
  return {
    beyond,
    count: state.ids.length + beyond,
    precision: beyond > 0 && !round.totalIsExact ? 'about' : 'exact',
  }
}

const noIds: ReadonlySet<AuditId> = new Set()
const noClaims: ReadonlyMap<AuditId, ReviewClaim> = new Map()
const never = () => () => {}

/** The batch of a queue. It begins when its inspections are loaded. */
export function useRound(params: ListParams, order: QueueOrder, firstId: string | null): RoundRead {
  const queryClient = useQueryClient()
  const key = `${order} ${writeFilterKey(params)}`
  const options = reviewQueries.queue(params, order, readTabId())
  /** Changes when another batch begins, or when this one gets longer. */
  const [edition, setEdition] = useState(0)
  const live = useQuery({
    ...options,
    staleTime: 5_000,
    refetchInterval: ({ state: { data } }) => pollMs(Math.max(watchMs, (data?.items.length ?? 0) * watchMsPerItem)),
  })
  const round = useMemo(
    () => findRound(key, live.data, firstId),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a batch begins once for each key and `edition`
    [key, live.data !== undefined, edition],
  )
  const state = useSyncExternalStore(
    round?.session.subscribe ?? never,
    round?.session.read ?? readNothing,
    round?.session.read ?? readNothing,
  )

  useEffect(() => {
    if (live.data === undefined || !extendRound(key, live.data)) return
    // oxlint-disable-next-line react/set-state-in-effect -- once for each response that has more inspections
    setEdition((now) => now + 1)
  }, [key, live.data])

  const leave = useEffectEvent(() => {
    const open = rounds.get(key)
    // A finished batch starts over next time.
    if (open !== undefined && currentOf(open.session.state) === null && !hasUnsaved(open.session)) {
      rounds.delete(key)
      queryClient.removeQueries({ queryKey: options.queryKey })
    }
  })
  useEffect(() => () => leave(), [key])
  useUnsavedGuard(round !== null && hasUnsaved(round.session))

  const seen = useMemo(() => compareLive(round, live.data), [round, live.data])
  const begin = async (first: string | null) => {
    const data = await queryClient.fetchQuery({ ...options, staleTime: 0 })
    // The inspection of a link may have left the list: the known batch stays then.
    if (first !== null && !data.items.some(({ row }) => row.auditId === first)) return
    const next = createRound(data, first)
    // The address still names the inspection of the batch before.
    next.session.noteAddress(rounds.get(key)?.session.address ?? firstId)
    rounds.set(key, next)
    setEdition((now) => now + 1)
  }
  useLinked(round?.session ?? null, firstId, begin)
  return {
    round,
    state: round === null ? null : state,
    ...seen,
    error: live.error,
    isFetching: live.isFetching,
    refetch: () => void live.refetch(),
    startAgain: () => begin(null),
  }
}

/**
 * Goes to the inspection of a link to a known batch. The address that the screen wrote last is no such link: it is
 * written late, so the batch may be further when the person comes back.
 */
function useLinked(
  session: QueueSession | null,
  firstId: string | null,
  begin: (first: string) => Promise<void>,
): void {
  const follow = useEffectEvent(() => {
    if (session === null || firstId === null || firstId === session.address) return
    const linked = session.state.ids.find((id) => id === firstId)
    if (linked !== undefined) session.change((state) => goTo(state, linked))
    // It came into the queue after the batch began.
    else if (!hasUnsaved(session)) void begin(firstId).catch(() => {})
  })
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- only when a batch appears: later changes of the address are its own
  useEffect(() => follow(), [session])
  useEffect(() => session?.noteAddress(firstId), [session, firstId])
}

const readNothing = () => null

function findRound(key: string, data: ReviewQueue | undefined, firstId: string | null): Round | null {
  const known = rounds.get(key)
  if (known !== undefined) return known
  if (data === undefined || typeof window === 'undefined') return null
  const round = createRound(data, firstId)
  rounds.set(key, round)
  const [oldest] = rounds.keys()
  if (rounds.size > roundsMax && oldest !== undefined) rounds.delete(oldest)
  return round
}

/**
 * Adds the inspections that follow in a queue that was longer than one response: marked ones leave it, so later
 * responses reach further. A finished batch stays as it is, because its end is on screen. @returns whether there were any
 */
function extendRound(key: string, { items }: ReviewQueue): boolean {
  const round = rounds.get(key)
  if (round === undefined || currentOf(round.session.state) === null) return false
  const lastKnown = items.findLastIndex(({ row }) => round.rows.has(row.auditId))
  const further = items.slice(lastKnown + 1).slice(0, Math.max(0, round.total - round.rows.size))
  if (further.length === 0) return false
  rounds.set(key, {
    ...round,
    rows: new Map([...round.rows, ...further.map(({ row }) => [row.auditId, row] as const)]),
    reviews: new Map([...round.reviews, ...further.map(({ row, review }) => [row.auditId, review] as const)]),
  })
  round.session.change((state) =>
    addIds(
      state,
      further.map(({ row }) => row.auditId),
    ),
  )
  return true
}

function createRound(data: ReviewQueue, firstId: string | null): Round {
  const ids = data.items.map(({ row }) => row.auditId)
  return {
    session: new QueueSession(ids, firstId, {
      mark: reviewCalls.mark,
      undo: reviewCalls.undo,
      readReview: async (auditId) => (await reviewCalls.read(auditId)).review,
    }),
    rows: new Map(data.items.map(({ row }) => [row.auditId, row])),
    reviews: new Map(data.items.map(({ row, review }) => [row.auditId, review])),
    total: data.total,
    totalIsExact: data.totalIsExact,
  }
}

/** Compares the latest queue with the one at the start of the batch. */
function compareLive(
  round: Round | null,
  data: ReviewQueue | undefined,
): Pick<RoundRead, 'claims' | 'gone' | 'freshCount'> {
  if (round === null || data === undefined) return { claims: noClaims, gone: noIds, freshCount: 0 }
  const acts = lastActs(round.session.state)
  const claims = new Map<AuditId, ReviewClaim>()
  const present = new Map<AuditId, InspectionRow>()
  for (const { row, claim } of data.items) {
    present.set(row.auditId, row)
    if (claim !== null && !claim.isOwn) claims.set(row.auditId, claim)
  }
  const isFresh = (row: InspectionRow) => {
    if (!round.rows.has(row.auditId)) return true
    const act = acts.get(row.auditId)
    return act !== undefined && act.state !== 'unreviewed' && Date.parse(row.modifiedAt) > Date.parse(act.version)
  }
  // A long queue is cut off, so a missing inspection may only be further down.
  const isWhole = data.total <= data.items.length
  return {
    claims,
    gone: isWhole ? new Set([...round.rows.keys()].filter((id) => !present.has(id) && !acts.has(id))) : noIds,
    freshCount: [...present.values()].filter(isFresh).length,
  }
}

/** Asks before leaving the page while something is not stored. */
function useUnsavedGuard(isUnsaved: boolean): void {
  // Chromium takes a tenth of a second to add this listener, so an open queue does without it.
  useEffect(() => {
    if (!isUnsaved) return undefined
    const guard = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', guard)
    return () => window.removeEventListener('beforeunload', guard)
  }, [isUnsaved])
}

/** For tests: resets everything, as if the page had just been loaded. */
export function forgetRounds(): void {
  rounds.clear()
}
