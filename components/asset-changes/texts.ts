import { useFormatter, useTranslations } from 'next-intl'
import type { Tone } from '@/components/ui/badge'
import type { AssetChange, ChangeStep, ChangeSummary, StepState } from '@/lib/asset-changes/schema'
import type { Translator } from '@/lib/messages/translator'

export const stepTones: Record<StepState, Tone> = {
  waiting: 'neutral',
  running: 'accent',
  done: 'good',
  unchanged: 'neutral',
  failed: 'bad',
  unknown: 'unknown',
  cancelled: 'neutral',
}

/** The results of steps, in the order in which they are shown; `open` are those that wait or run. */
export const tallies = ['done', 'unchanged', 'failed', 'unknown', 'cancelled', 'open'] as const
export type Tally = (typeof tallies)[number]

type Format = ReturnType<typeof useFormatter>

/** The progress or result of a change: "12 of 40 done, 2 failed, 26 pending". */
export function describeChange(t: Translator<'assetChanges.tally'>, format: Format, change: ChangeSummary): string {
  const { total, done } = change
  const head =
    done < total ? t('someDone', { done, total }) : total === 1 ? t('oneDone') : t('allDone', { count: total })
  const rest = tallies
    .filter((name) => name !== 'done' && change[name] > 0)
    .map((name) => t(name, { count: change[name] }))
  return format.list([head, ...rest], { type: 'unit' })
}

/** `describeChange` in the person's language. */
export function useDescribeChange(): (change: ChangeSummary) => string {
  const t = useTranslations('assetChanges.tally')
  const format = useFormatter()
  return (change) => describeChange(t, format, change)
}

/** The color and icon of a change. */
export function toneOfChange({ open, failed, unknown, cancelled }: ChangeSummary): Tone {
  if (open > 0) return 'accent'
  if (failed > 0) return 'bad'
  if (unknown > 0) return 'unknown'
  if (cancelled > 0) return 'neutral'
  return 'good'
}

/** Whether a step belongs to a tally. */
export function isOf({ state }: Pick<ChangeStep, 'state'>, tally: Tally): boolean {
  return tally === 'open' ? state === 'waiting' || state === 'running' : state === tally
}

export interface Reason {
  state: StepState
  note: string
  count: number
}

/** Why steps are not done: each reason once, with its number of steps, the most frequent first. */
export function listReasons({ steps }: Pick<AssetChange, 'steps'>): Reason[] {
  const reasons = new Map<string, Reason>()
  for (const { state, note } of steps) {
    if (note === null || state === 'done' || state === 'unchanged') continue
    const key = `${state} ${note}`
    const known = reasons.get(key)
    if (known === undefined) reasons.set(key, { state, note, count: 1 })
    else known.count += 1
  }
  return [...reasons.values()].sort((a, b) => b.count - a.count)
}
