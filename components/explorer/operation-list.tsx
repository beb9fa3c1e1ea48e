'use client'

import Link from 'next/link'
import { useFormatter, useTranslations } from 'next-intl'
import { useDeferredValue, useMemo, useState } from 'react'
import { Button } from '@/components/ui/button'
import { SearchInput } from '@/components/ui/inputs/search-field'
import { classNames } from '@/lib/browser/class-names'
import { groupOperations } from '@/lib/explorer/model'
import type { OperationSummary } from '@/lib/explorer/schema'
import { MethodBadge } from './method-badge'
import { useBudget, type Bucket } from './use-budget'
import { PathText } from './path-text'
import { operationHref } from './texts'

const groupId = (group: string) => `operations-${group.replaceAll(' ', '-')}`

/** All operations by group, with their rate limits and remaining requests. */
export function OperationList({ operations, open }: { operations: readonly OperationSummary[]; open: string | null }) {
  const t = useTranslations('explorer')
  const format = useFormatter()
  const [sought, setSought] = useState('')
  const settled = useDeferredValue(sought)
  const groups = useMemo(() => groupOperations(operations, settled), [operations, settled])
  const { buckets } = useBudget()
  const found = groups.reduce((sum, { operations: members }) => sum + members.length, 0)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-col gap-1 border-b border-line p-3 max-lg:px-4 sm:max-lg:px-6">
        <SearchInput
          value={sought}
          onChange={setSought}
          label={t('list.filter')}
          placeholder={t('list.placeholder')}
          shortcut={null}
          className="w-full"
        />
        <p className="text-xs text-ink-muted tabular-nums" aria-live="polite">
          {found === operations.length
            ? t('list.count', { count: found })
            : t('list.matching', { matching: found, count: operations.length })}
        </p>
      </div>
      <nav aria-label={t('list.label')} className="min-h-0 flex-1 overflow-y-auto p-2 sm:max-lg:px-4">
        {groups.map(({ group, operations: members }) => (
          <section key={group} aria-labelledby={groupId(group)} className="mb-3">
            <h2 className="px-2 py-1 text-xs font-medium text-ink-muted">
              {/* The documentation of the service is in English only. */}
              <span lang="en" id={groupId(group)}>
                {group}
              </span>{' '}
              <span className="tabular-nums">{format.number(members.length)}</span>
            </h2>
            <ul>
              {members.map((operation) => (
                <li key={operation.name}>
                  <OperationLink
                    operation={operation}
                    bucket={buckets.get(operation.bucket)}
                    isOpen={operation.name === open}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {found === 0 && (
          <div className="px-2 py-6 text-sm text-ink-muted">
            <p>{t('list.none', { text: sought })}</p>
            <Button size="sm" className="mt-2" onClick={() => setSought('')}>
              {t('actions.showAll')}
            </Button>
          </div>
        )}
      </nav>
    </div>
  )
}

function OperationLink({
  operation,
  bucket,
  isOpen,
}: {
  operation: OperationSummary
  bucket: Bucket | undefined
  isOpen: boolean
}) {
  const t = useTranslations('explorer.list')
  const { name, title, method, path, perMinute, lane, isBeyondContract } = operation
  return (
    <Link
      href={operationHref(name)}
      // Otherwise 74 pages would be prefetched at once.
      prefetch={false}
      aria-current={isOpen ? 'page' : undefined}
      className={classNames('flex gap-2 rounded px-2 py-1.5 hover:bg-raised', isOpen && 'bg-accent-soft')}
    >
      <MethodBadge method={method} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span lang="en" className={classNames('text-sm', isOpen && 'font-medium')}>
          {title}
        </span>
        <span className="font-mono text-xs wrap-anywhere text-ink-muted">
          <PathText path={path} />
        </span>
        <span className="text-xs text-ink-muted tabular-nums">
          {bucket === undefined
            ? t('limit', { perMinute, lane })
            : t('limitLeft', { perMinute, lane, left: bucket.remaining })}
          {isBeyondContract && (
            <span className="ms-1.5 rounded-sm bg-raised px-1 py-0.5 whitespace-nowrap">{t('unofficial')}</span>
          )}
        </span>
      </span>
    </Link>
  )
}
