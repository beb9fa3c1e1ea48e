import { useFormatter, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { ArrowRight } from 'lucide-react'
import { StatusChip } from '@/components/status/status-chip'
import { readReviewState, writeSharing, type ChangeLine, type ReviewSide, type StatusSaid } from '@/lib/activity/view'
import { messageKey } from '@/lib/activity/message-key-model'
import { nameColor } from '@/components/status/color-name'

function Arrow() {
  const t = useTranslations('activity.changes')
  return (
    <>
      <ArrowRight aria-hidden size={12} strokeWidth={2} className="shrink-0 text-ink-muted" />
      <span className="sr-only"> {t('to')} </span>
    </>
  )
}

function Chip({ status }: { status: StatusSaid | null }) {
  const t = useTranslations('activity.changes')
  return status === null ? (
    <span className="text-ink-muted">{t('noStatus')}</span>
  ) : (
    <span className="text-ink">
      <StatusChip {...status} />
    </span>
  )
}

function Quoted({ text, none }: { text: string | null; none?: string }) {
  const t = useTranslations('activity.changes')
  return text === null ? (
    <span className="text-ink-muted">{none ?? t('nothing')}</span>
  ) : (
    <span className="line-clamp-3 whitespace-pre-line wrap-anywhere">{t('quoted', { text })}</span>
  )
}

/** The differences between before and after, one per line. */
export function ChangeLines({ lines }: { lines: readonly ChangeLine[] }) {
  return (
    <ul className="flex min-w-0 flex-col gap-1 text-sm">
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the lines of an entry never change
        <li key={index} className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-1">
          <Line line={line} />
        </li>
      ))}
    </ul>
  )
}

/** A field with its texts before and after; only the later one if there was no earlier one. */
function FieldLine({ label, from, to }: { label: string; from: string | null; to: string | null }) {
  return (
    <>
      <span className="text-ink-muted">{label}</span>
      {from !== null && (
        <>
          <Quoted text={from} />
          <Arrow />
        </>
      )}
      <Quoted text={to} />
    </>
  )
}

function ReviewLine({ line: { from, to } }: { line: Extract<ChangeLine, { kind: 'review' }> }) {
  const t = useTranslations('activity')
  const format = useFormatter()
  const write = (side: ReviewSide | null): string | null => {
    if (side === null) return null
    if (side === 'unchanged') return t('changes.unchanged')
    if ('state' in side) {
      const known = readReviewState(side.state)
      return known === null ? side.state : t(`reviewStates.${messageKey(known)}`)
    }
    const counts = Object.entries(side.counts).map(([state, count]) => {
      const known = readReviewState(state)
      return known === null
        ? `${format.number(count)} ${state}`
        : t(`changes.reviewCounts.${messageKey(known)}`, { count })
    })
    return format.list(counts, { type: 'unit', style: 'short' })
  }
  return <FieldLine label={t('changes.fields.review')} from={write(from)} to={write(to)} />
}

const muted = (words: ReactNode) => <span className="text-ink-muted">{words}</span>

function Line({ line }: { line: ChangeLine }): ReactNode {
  const t = useTranslations('activity.changes')
  const all = useTranslations('activity')
  const colors = useTranslations('status')
  const format = useFormatter()
  switch (line.kind) {
    case 'text':
      return <FieldLine label={t(`fields.${line.field}`)} from={line.from} to={line.to} />
    case 'review':
      return <ReviewLine line={line} />
    case 'sharing':
      return (
        <FieldLine
          label={t('fields.seenBy')}
          from={line.from && writeSharing(all, line.from)}
          to={line.to && writeSharing(all, line.to)}
        />
      )
    case 'added':
      return muted(t.rich('added', { status: () => <Chip status={line.status} /> }))
    case 'removed': {
      const { status, replacement } = line
      const chip = () => <Chip status={status} />
      if (replacement?.kind === 'moved')
        return muted(t.rich('removedAndMoved', { status: chip, target: () => <Chip status={replacement.to} /> }))
      return muted(t.rich(replacement === null ? 'removed' : 'removedAndCleared', { status: chip }))
    }
    case 'renamed':
      return muted(
        t.rich('renamed', {
          from: () => <Chip status={{ name: line.from, color: line.status.color }} />,
          to: () => <Chip status={line.status} />,
        }),
      )
    case 'recolored':
      return muted(
        t.rich('recolored', {
          from: () => <Chip status={{ name: line.status.name, color: line.from }} />,
          to: () => <Chip status={line.status} />,
          fromColor: nameColor(colors, line.from),
          toColor: nameColor(colors, line.status.color),
        }),
      )
    case 'ordered':
      return (
        <span className="wrap-anywhere text-ink-muted">
          {t('ordered', { names: format.list(line.names, { type: 'unit' }) })}
        </span>
      )
    case 'statuses':
      return line.statuses.length === 0 ? (
        muted(t('noStatuses'))
      ) : (
        <>
          <span className="sr-only">{t('statuses')}</span>
          {line.statuses.map((status, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two may have the same name
            <Chip key={index} status={status} />
          ))}
        </>
      )
    case 'types':
      return muted(<TypesLine line={line} />)
    case 'status':
      return (
        <>
          <Chip status={line.from} />
          <Arrow />
          <Chip status={line.to} />
        </>
      )
  }
  return (
    <>
      <Quoted text={line.from} none={t('noGroup')} />
      <Arrow />
      <Quoted text={line.to} none={t('noGroup')} />
    </>
  )
}

function TypesLine({ line: { added, removed } }: { line: Extract<ChangeLine, { kind: 'types' }> }) {
  const t = useTranslations('activity.changes')
  if (removed === 0) return t('typesUsing', { count: added })
  if (added === 0) return t('typesRemoved', { count: removed })
  return t('typesChanged', { added, removed })
}
