'use client'

import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { NameLink } from '@/components/ui/lists/name-link'
import { userHref } from '@/lib/browser/routes'
import type { RowIssue, UserJobRow } from '@/lib/user-jobs/schema'
import { describeReason, describeSubject, labelRow, levelTones } from './job-row-texts'

/**
 * Everything about one row: its result, its errors as readable text and as SafetyCulture reported them, and its values
 * in the file.
 */
export function RowDetails({
  row,
  header,
}: {
  row: Omit<UserJobRow, 'cells'> & { cells?: readonly string[] }
  /** Headers of the file's columns; empty for a job that was started elsewhere. */
  header: readonly string[]
}) {
  const t = useTranslations('userJobs')
  const { userId } = row
  const { label, tone } = labelRow(t, useTranslations('userJobStates'), row)
  const cells = header
    .map((head, column) => ({ head, value: row.cells?.[column] ?? '', column }))
    .filter(({ value }) => value !== '')
  return (
    <div className="flex flex-col gap-4 p-4 text-sm">
      <div>
        <h2 className="text-lg font-semibold wrap-anywhere">
          {row.username === '' ? t('rows.noEmail') : row.username}
        </h2>
        <p className="text-ink-muted">{t('row.line', { line: row.line })}</p>
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tone}>{label}</Badge>
        {userId !== null && (
          <span className="text-ink-muted">
            {t.rich('row.userId', {
              id: () => (
                <NameLink href={userHref(userId)} className="text-accent-ink">
                  <code className="font-mono text-xs wrap-anywhere">{userId}</code>
                </NameLink>
              ),
            })}
          </span>
        )}
      </p>
      {row.issues.length === 0 ? (
        <p className="text-ink-muted">{t('row.noIssues')}</p>
      ) : (
        <ul aria-label={t('row.issues')} className="flex flex-col gap-3">
          {row.issues.map((issue, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- errors of a row have no id and never move
            <IssueCard key={at} issue={issue} />
          ))}
        </ul>
      )}
      {cells.length > 0 && (
        <div className="flex flex-col gap-1">
          <h3 className="font-medium">{t('row.file')}</h3>
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
      {row.hadPassword && <p className="text-ink-muted">{t('row.password')}</p>}
    </div>
  )
}

function IssueCard({ issue }: { issue: RowIssue }) {
  const { reason, level, field, value, message, choices } = issue
  const t = useTranslations('userJobs')
  const subject = describeSubject(t, issue)
  return (
    <li className="flex flex-col gap-1 rounded border border-line p-3">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-medium">{describeReason(t, reason)}</span>
        <Badge tone={levelTones[level]}>{t(`row.levels.${level}.label`)}</Badge>
      </p>
      {subject !== null && <p className="wrap-anywhere">{subject}</p>}
      {message !== '' && <p className="wrap-anywhere text-ink-muted">{message}</p>}
      <p className="text-ink-muted">{t(`row.levels.${level}.meaning`)}</p>
      {choices.length > 0 && (
        <div>
          <p className="text-ink-muted">{t('row.choices')}</p>
          <ul className="list-disc ps-5">
            {choices.map(({ id, name: choice }) => (
              <li key={id} className="wrap-anywhere">
                {choice} <code className="font-mono text-xs text-ink-muted select-all">{id}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
      <details className="text-xs text-ink-muted">
        <summary className="cursor-pointer">{t('row.raw')}</summary>
        <code className="font-mono wrap-anywhere select-all">
          {[reason, field ?? t('row.noField'), level, ...(value === null || value === '' ? [] : [value])].join(' · ')}
        </code>
      </details>
    </li>
  )
}
