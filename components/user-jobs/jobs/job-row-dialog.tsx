'use client'

import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { formatCount } from '@/lib/browser/numbers'
import type { RowFault, UserJobRow } from '@/lib/user-jobs/schema'
import { levelWords, lookOfRow, tellField, tellReason, tellValue } from './job-row-words'

/** All that is known of one row: what the service says of it, in words and in its own, and what was in the file. */
export function RowDialog({
  row,
  header,
  onClose,
}: {
  row: Omit<UserJobRow, 'cells'> & { cells?: readonly string[] }
  /** Heads of the file's columns; none for a job that was started elsewhere. */
  header: readonly string[]
  onClose: () => void
}) {
  const { label, tone } = lookOfRow(row)
  const cells = header
    .map((head, column) => ({ head, value: row.cells?.[column] ?? '', column }))
    .filter(({ value }) => value !== '')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={row.username === '' ? 'No e-mail' : row.username}
      description={`Line ${formatCount(row.line)}`}
      footer={
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={tone}>{label}</Badge>
          {row.userId !== null && (
            <span className="text-ink-muted">
              User ID <code className="font-mono text-xs wrap-anywhere text-ink select-all">{row.userId}</code>
            </span>
          )}
        </p>
        {row.faults.length === 0 ? (
          <p className="text-ink-muted">The service says nothing more of this user.</p>
        ) : (
          <ul aria-label="What the service says" className="flex flex-col gap-3">
            {row.faults.map((fault, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- faults of one row have no name and never move
              <FaultCard key={at} fault={fault} />
            ))}
          </ul>
        )}
        {cells.length > 0 && (
          <div className="flex flex-col gap-1">
            <h3 className="font-medium">As it was in the file</h3>
            <dl className="grid grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-0.5">
              {cells.map(({ head, value, column }) => (
                <div key={column} className="contents">
                  <dt className="wrap-anywhere text-ink-muted">{head}</dt>
                  <dd className="wrap-anywhere">{value}</dd>
                </div>
              ))}
            </dl>
          </div>
        )}
        {row.hadPassword && (
          <p className="text-ink-muted">It had a password, which went to the service and is kept nowhere.</p>
        )}
      </div>
    </Dialog>
  )
}

function FaultCard({ fault }: { fault: RowFault }) {
  const { reason, level, field, value, message, choices } = fault
  const words = levelWords[level]
  const name = tellField(field)
  const shown = tellValue(value)
  return (
    <li className="flex flex-col gap-1 rounded border border-line p-3">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-medium">{tellReason(reason)}</span>
        <Badge tone={words.tone}>{words.label}</Badge>
      </p>
      {(name !== null || shown !== null) && (
        <p className="wrap-anywhere">
          {name} {shown !== null && `“${shown}”`}
        </p>
      )}
      {message !== '' && <p className="wrap-anywhere text-ink-muted">{message}</p>}
      <p className="text-ink-muted">{words.means}</p>
      {choices.length > 0 && (
        <div>
          <p className="text-ink-muted">It could be one of these:</p>
          <ul className="list-disc pl-5">
            {choices.map(({ id, name: choice }) => (
              <li key={id} className="wrap-anywhere">
                {choice} <code className="font-mono text-xs text-ink-muted select-all">{id}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
      <details className="text-xs text-ink-muted">
        <summary className="cursor-pointer">The service’s own words</summary>
        <code className="font-mono wrap-anywhere select-all">
          {[reason, field ?? 'no field', level, ...(value === null || value === '' ? [] : [value])].join(' · ')}
        </code>
      </details>
    </li>
  )
}
