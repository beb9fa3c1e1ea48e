import type { Tone } from '@/components/ui/badge'
import type { AssetChange, ChangeKind, ChangeStep, ChangeSummary, StepState } from '@/lib/asset-changes/schema'
import { formatCount } from '@/lib/browser/numbers'

export const stateLooks: Record<StepState, { label: string; tone: Tone }> = {
  waiting: { label: 'To go', tone: 'neutral' },
  running: { label: 'Under way', tone: 'accent' },
  done: { label: 'Done', tone: 'good' },
  unchanged: { label: 'Unchanged', tone: 'neutral' },
  failed: { label: 'Failed', tone: 'bad' },
  unknown: { label: 'Not known', tone: 'unknown' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
}

const things: Record<ChangeKind, readonly [one: string, many: string]> = {
  'set-status': ['asset', 'assets'],
  'assign-types': ['type', 'types'],
  'restore-statuses': ['asset', 'assets'],
  'undo-and-restore': ['step', 'steps'],
}

/** "1 type", "1,204 assets" */
export function countThings(kind: ChangeKind, count: number): string {
  return `${formatCount(count)} ${things[kind][count === 1 ? 0 : 1]}`
}

/** "1 status", "15 statuses" */
export function countStatuses(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'status' : 'statuses'}`
}

/** How a change can end or stand, in the order of their weight; `open` are those waiting or running. */
export const tallies = ['done', 'unchanged', 'failed', 'unknown', 'cancelled', 'open'] as const
export type Tally = (typeof tallies)[number]

export const tallyWords: Record<Tally, string> = {
  done: 'done',
  unchanged: 'unchanged',
  failed: 'failed',
  unknown: 'not known',
  cancelled: 'cancelled',
  open: 'to go',
}

/** How a change stands: "12 of 40 done, 2 failed, 26 to go". What was so already is not called done. */
export function describeChange(change: ChangeSummary): string {
  const { total, done } = change
  const head = done === total ? `All ${formatCount(total)} done` : `${formatCount(done)} of ${formatCount(total)} done`
  const rest = tallies
    .filter((name) => name !== 'done' && change[name] > 0)
    .map((name) => `${formatCount(change[name])} ${tallyWords[name]}`)
  return [total === 1 && done === 1 ? 'Done' : head, ...rest].join(', ')
}

/** The colour and icon that a change has. */
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

/** Why steps are not done, each reason once with how many steps have it; the most frequent first. */
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

export function describeKind(kind: ChangeKind): string {
  if (kind === 'assign-types') return 'Groups of types'
  if (kind === 'undo-and-restore') return 'Groups of types and statuses restored'
  return kind === 'set-status' ? 'Statuses of assets' : 'Statuses restored'
}
