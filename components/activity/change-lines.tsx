import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { StatusChip } from '@/components/status/status-chip'
import type { ChangeLine, StatusSaid } from '@/lib/activity/view'
import { formatCount } from '@/lib/browser/numbers'
import { readColor } from '@/lib/status-groups/color'

const Arrow = () => (
  <>
    <ArrowRight aria-hidden size={12} strokeWidth={2} className="shrink-0 text-ink-muted" />
    <span className="sr-only"> to </span>
  </>
)

const Chip = ({ status }: { status: StatusSaid | null }) =>
  status === null ? <span className="text-ink-muted">no status</span> : <StatusChip {...status} />

const Quoted = ({ text, none = 'nothing' }: { text: string | null; none?: string }) =>
  text === null ? (
    <span className="text-ink-muted">{none}</span>
  ) : (
    <span className="line-clamp-3 whitespace-pre-line wrap-anywhere">“{text}”</span>
  )

/** What differs between before and after, a line each. */
export function ChangeLines({ lines }: { lines: readonly ChangeLine[] }) {
  return (
    <ul className="flex min-w-0 flex-col gap-1 text-sm">
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the lines of an entry never change
        <li key={index} className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-1">
          {tellLine(line)}
        </li>
      ))}
    </ul>
  )
}

function tellLine(line: ChangeLine): ReactNode {
  switch (line.kind) {
    case 'text':
      return (
        <>
          <span className="text-ink-muted">{line.label}</span>
          {line.from !== null && (
            <>
              <Quoted text={line.from} />
              <Arrow />
            </>
          )}
          <Quoted text={line.to} />
        </>
      )
    case 'added':
      return (
        <>
          <span className="text-ink-muted">Added</span> <Chip status={line.status} />
        </>
      )
    case 'removed':
      return (
        <>
          <span className="text-ink-muted">Removed</span> <Chip status={line.status} />
          {line.fate?.kind === 'moved' && (
            <>
              <span className="text-ink-muted">its assets moved to</span> <Chip status={line.fate.to} />
            </>
          )}
          {line.fate?.kind === 'cleared' && <span className="text-ink-muted">its assets have no status since</span>}
        </>
      )
    case 'renamed':
      return (
        <>
          <span className="text-ink-muted">Renamed</span> <StatusChip name={line.from} color={line.status.color} />
          <Arrow />
          <Chip status={line.status} />
        </>
      )
    case 'recoloured':
      return (
        <>
          <span className="text-ink-muted">Colour</span> <StatusChip name={line.status.name} color={line.from} />
          <Arrow />
          <Chip status={line.status} />
          <span className="text-ink-muted">
            ({readColor(line.from).name.toLowerCase()} to {readColor(line.status.color).name.toLowerCase()})
          </span>
        </>
      )
    case 'ordered':
      return (
        <>
          <span className="text-ink-muted">New order</span>
          <span className="wrap-anywhere">{line.names.join(', ')}</span>
        </>
      )
    case 'statuses':
      return line.statuses.length === 0 ? (
        <span className="text-ink-muted">No statuses</span>
      ) : (
        <>
          <span className="sr-only">Statuses:</span>
          {line.statuses.map((status, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two may have one name
            <Chip key={index} status={status} />
          ))}
        </>
      )
    case 'types':
      return <span className="text-ink-muted">{tellTypes(line)}</span>
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
      <Quoted text={line.from} none="no group" />
      <Arrow />
      <Quoted text={line.to} none="no group" />
    </>
  )
}

const count = (number: number) => `${formatCount(number)} ${number === 1 ? 'type' : 'types'}`

function tellTypes({ added, removed }: { added: number; removed: number }): string {
  if (removed === 0) return `Used by ${count(added)}`
  if (added === 0) return `${count(removed)} no longer ${removed === 1 ? 'uses' : 'use'} it`
  return `${count(added)} more, ${count(removed)} no longer`
}
