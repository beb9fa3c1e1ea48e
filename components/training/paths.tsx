'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { OpeningList, OpeningRow } from '@/components/ui/lists/opening-row'
import { Badge } from '@/components/ui/badge'
import { ScrollRegion } from '@/components/ui/lists/scroll-region'
import { trainingQueries } from '@/lib/training/queries'
import { Detail } from './detail'
import { PagedList, usePage } from './paged-list'

/** Learning paths. What they contain is not documented, so other fields are shown raw. */
export function Paths() {
  const t = useTranslations('training.paths')
  const { page, setPage } = usePage()
  const query = useQuery(trainingQueries.paths(page))
  return (
    <PagedList query={query} rowsOf={(answer) => answer.paths} name="paths" onPage={setPage}>
      {(rows) => (
        <OpeningList label={t('label')}>
          {rows.map(({ pathId, title, isPublished }) => (
            <OpeningRow
              key={pathId}
              id={pathId}
              head={title}
              facts={
                isPublished !== null && (
                  <Badge tone={isPublished ? 'good' : 'unknown'} icon={null}>
                    {isPublished ? t('published') : t('draft')}
                  </Badge>
                )
              }
            >
              {() => <PathDetail pathId={pathId} />}
            </OpeningRow>
          ))}
        </OpeningList>
      )}
    </PagedList>
  )
}

const isNamed = (value: unknown): value is { id?: unknown; title: string } =>
  typeof value === 'object' && value !== null && 'title' in value && typeof value.title === 'string'

function PathDetail({ pathId }: { pathId: string }) {
  const t = useTranslations('training.paths')
  const query = useQuery(trainingQueries.path(pathId))
  return (
    <Detail query={query} title={t('detailFailed')}>
      {({ rest }) => {
        const lists = Object.entries(rest).filter(
          (entry): entry is [string, Array<{ title: string }>] =>
            Array.isArray(entry[1]) && entry[1].length > 0 && entry[1].every(isNamed),
        )
        const others = Object.entries(rest).filter(([name]) => !lists.some(([list]) => list === name))
        return (
          <div className="flex flex-col gap-3">
            {lists.map(([name, steps]) => (
              <ol key={name} aria-label={name} className="flex flex-col gap-1">
                {steps.map(({ title }, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- a step has no id
                  <li key={index} className="flex gap-2">
                    <span className="w-6 text-end text-ink-muted tabular-nums">{index + 1}</span>
                    <span className="wrap-anywhere">{title}</span>
                  </li>
                ))}
              </ol>
            ))}
            {others.length > 0 && (
              <ScrollRegion label={t('raw')} className="max-h-60 overflow-auto rounded bg-raised p-3">
                <pre className="font-mono text-xs">{JSON.stringify(Object.fromEntries(others), null, 2)}</pre>
              </ScrollRegion>
            )}
          </div>
        )
      }}
    </Detail>
  )
}
