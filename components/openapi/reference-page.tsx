'use client'

import { useQuery } from '@tanstack/react-query'
import { Download, SearchX } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useDeferredValue, useMemo, useState } from 'react'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/lib/browser/button-class'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ListStates } from '@/components/ui/lists/list-states'
import { PageHeader } from '@/components/ui/page-header'
import { SearchInput } from '@/components/ui/inputs/search-field'
import { addressOf } from '@/lib/base-path'
import { groupOperations, listOperations } from '@/lib/openapi/model'
import { openApiQueries } from '@/lib/openapi/queries'
import { OperationEntry } from './operation-entry'

const tagId = (tag: string) => `tag-${tag.replaceAll(' ', '-')}`

/** Settings > API reference: every operation of Sightline's own API. */
export function ReferencePage() {
  const t = useTranslations('openapi')
  const tCommon = useTranslations('common')
  const query = useQuery(openApiQueries.document())
  const [words, setWords] = useState('')
  const settled = useDeferredValue(words)
  const { data } = query
  const operations = useMemo(() => (data === undefined ? [] : listOperations(data)), [data])
  const groups = useMemo(() => groupOperations(operations, settled), [operations, settled])
  const found = groups.reduce((sum, group) => sum + group.operations.length, 0)
  return (
    <div className="flex max-w-5xl flex-col gap-4">
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <a href={addressOf('/api/openapi.json')} download="sightline-openapi.json" className={buttonClass()}>
            <Download aria-hidden size={16} strokeWidth={1.75} />
            {t('download')}
          </a>
        }
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchInput value={words} onChange={setWords} label={t('search')} placeholder={t('searchPlaceholder')} />
        <output aria-live="polite" className="text-sm text-ink-muted tabular-nums">
          {data !== undefined &&
            (found === operations.length
              ? t('count', { count: found })
              : t('found', { shown: found, count: operations.length }))}
        </output>
      </div>
      <ListStates query={query} title={t('loadFailed')}>
        {found === 0 && (
          <EmptyState
            icon={SearchX}
            title={t('noMatch', { words })}
            action={<Button onClick={() => setWords('')}>{tCommon('clearSearch')}</Button>}
          />
        )}
      </ListStates>
      {data !== undefined &&
        groups.map(({ tag, operations: members }) => (
          <section key={tag} aria-labelledby={tagId(tag)} className="flex flex-col gap-2">
            {/* The description of the API is in English only. */}
            <h2 className="text-base font-semibold">
              <span lang="en" id={tagId(tag)}>
                {tag}
              </span>{' '}
              <span className="text-sm font-normal text-ink-muted tabular-nums">{members.length}</span>
            </h2>
            <div className="rounded border border-line bg-surface">
              {members.map((operation) => (
                <OperationEntry
                  key={operation.operationId}
                  operation={operation}
                  components={data.components.schemas}
                />
              ))}
            </div>
          </section>
        ))}
    </div>
  )
}
