'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowRight, CircleCheck, History } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { parseAsString, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import { Thumb } from '@/components/media/thumb'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Time } from '@/components/ui/dates/time'
import { isEmptyDiff } from '@/lib/compare/diff'
import type { ChangesAnswer, VersionList } from '@/lib/compare/diff-schema'
import { type ReportNames, titleOfMedia } from '@/lib/report/names-model'
import { reportQueries } from '@/lib/report/queries'
import { useReportNames } from '@/lib/report/use-names'
import { ChangesSkeleton } from './changes-skeleton'
import { DiffGroup, DiffItems } from './diff-groups'
import { HeaderChanges } from './header-changes'
import { PairViewer } from './photos/pair-viewer'
import { type FilePair, listFileIds, pairFiles, type SideFiles } from './photos/photo-pairs'
import { Side } from './side'
import { useOpenPair } from './photos/use-open-pair'
import { VersionPicker } from './version-picker'
import { groupItems, useCountsText, useVersionNames } from './texts'

const opened = 'opened'

/** What changed in an inspection: since the person last opened it, and between any two kept versions. */
export function ChangesTab({ auditId, modifiedAt }: { auditId: string; modifiedAt: string }) {
  const t = useTranslations('compare.changes')
  const { data, error, isFetching, refetch } = useQuery(reportQueries.versions(auditId, modifiedAt))
  if (data !== undefined) return <Loaded auditId={auditId} list={data} />
  if (error === null) return <ChangesSkeleton />
  return <ErrorNotice title={t('failed')} error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
}

function Loaded({ auditId, list }: { auditId: string; list: VersionList }) {
  const t = useTranslations('compare.changes')
  const [asked, setAsked] = useQueryStates({ from: parseAsString.withDefault(opened), to: parseAsString })
  const newest = list.versions[0]?.modifiedAt
  const to = asked.to ?? newest
  const isPossible = list.versions.length > 1 || asked.to !== null || asked.from !== opened
  const { data, error, isFetching, refetch } = useQuery({
    ...reportQueries.changes(auditId, asked.from, to ?? ''),
    enabled: to !== undefined && isPossible,
  })
  if (to === undefined || !isPossible) return <OneVersion list={list} />
  const reset = () => void setAsked({ from: null, to: null })
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <VersionPicker
          label={t('from')}
          list={list}
          value={asked.from}
          special={{
            value: opened,
            label: t(list.seenBefore === null ? 'previous' : 'lastOpened'),
          }}
          onChange={(from) => void setAsked({ from })}
        />
        <ArrowRight aria-hidden size={16} strokeWidth={1.75} className="text-ink-muted max-sm:hidden" />
        <VersionPicker
          label={t('to')}
          list={list}
          value={to}
          onChange={(next) => void setAsked({ to: next === newest ? null : next })}
        />
        {(asked.to !== null || asked.from !== opened) && (
          <Button variant="ghost" onClick={reset}>
            {t('reset')}
          </Button>
        )}
      </div>
      {data !== undefined ? (
        <Changes answer={data} list={list} asked={asked.from} />
      ) : error === null ? (
        <ChangesSkeleton />
      ) : (
        <ErrorNotice
          title={t('compareFailed')}
          error={error}
          next={t('compareFailedNext')}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
    </div>
  )
}

function OneVersion({ list }: { list: VersionList }) {
  const t = useTranslations('compare.changes')
  return (
    <EmptyState icon={History} title={t(list.versions.length === 0 ? 'none' : 'one')}>
      {t('oneText', { count: list.versionsMax })}
    </EmptyState>
  )
}

interface BasisProps {
  answer: ChangesAnswer
  list: VersionList
  /** The older side as the address names it. */
  asked: string
}

/** Which versions are compared, and why. */
function Basis({ answer, list, asked }: BasisProps) {
  const t = useTranslations('compare.changes')
  const { from, to } = answer
  return (
    <p className="text-sm text-ink-muted">
      {from.basis !== 'asked' && (
        <>
          {t.rich(`basis.${from.basis}`, {
            count: list.versionsMax,
            seen: () => (from.openedAt === null ? null : <Time value={from.openedAt} />),
            asked: () => <Time value={asked} format="seconds" />,
          })}{' '}
        </>
      )}
      {t.rich(to.isCurrent ? 'comparedCurrent' : 'compared', {
        from: () => <Time value={from.version} format="seconds" />,
        to: () => <Time value={to.version} format="seconds" />,
      })}
    </p>
  )
}

function Changes({ answer, list, asked }: BasisProps) {
  const t = useTranslations('compare')
  const { diff } = answer
  const names = useVersionNames()
  const reportNames = useReportNames()
  const countsText = useCountsText(diff.counts)
  const pair = useOpenPair()
  const groups = useMemo(() => groupItems(diff.items), [diff])
  const files = useMemo<SideFiles>(
    () => ({
      left: new Map(answer.media.left.map((file) => [file.id, file])),
      right: new Map(answer.media.right.map((file) => [file.id, file])),
    }),
    [answer],
  )
  const pairs = useMemo(
    () => [
      ...pairFiles(diff.items, files, { isSameFile: true, names: reportNames }),
      ...pairLoose(answer, files, reportNames),
    ],
    [diff, answer, files, reportNames],
  )
  const shared = {
    sections: diff.sections,
    names,
    files,
    onOpenFile: pair.open,
    isSameInspection: true,
  }
  if (isEmptyDiff(diff))
    return (
      <div className="space-y-4">
        <Basis answer={answer} list={list} asked={asked} />
        <EmptyState icon={CircleCheck} title={t('changes.nothing')}>
          {t('changes.nothingText', { count: diff.counts.unchanged })}
        </EmptyState>
      </div>
    )
  return (
    <div className="space-y-6">
      <div className="space-y-1">
        <p className="font-medium" aria-live="polite">
          {countsText}
          {diff.counts.unchanged > 0 && (
            <span className="text-ink-muted"> · {t('counts.unchanged', { count: diff.counts.unchanged })}</span>
          )}
        </p>
        <Basis answer={answer} list={list} asked={asked} />
      </div>
      {(['new', 'fixed', 'changed'] as const).map(
        (group) =>
          groups[group].length > 0 && (
            <DiffGroup key={group} title={t(`groups.${group}`)} count={groups[group].length}>
              <DiffItems items={groups[group]} {...shared} />
            </DiffGroup>
          ),
      )}
      {diff.header.length > 0 && (
        <DiffGroup title={t('groups.details')} count={diff.header.length}>
          <HeaderChanges changes={diff.header} />
        </DiffGroup>
      )}
      <LooseFiles answer={answer} files={files} onOpen={pair.open} />
      <PairViewer pairs={pairs} openKey={pair.openKey} names={names} onMove={pair.move} onClose={pair.close} />
    </div>
  )
}

/** Files that were added or removed and belong to no listed item: attachments of the whole inspection. */
function listLoose({ diff }: ChangesAnswer): { added: string[]; removed: string[] } {
  const listed = new Set(diff.items.flatMap((item) => [...listFileIds(item.left), ...listFileIds(item.right)]))
  const isLoose = (id: string) => !listed.has(id)
  return { added: diff.media.added.filter(isLoose), removed: diff.media.removed.filter(isLoose) }
}

function pairLoose(answer: ChangesAnswer, files: SideFiles, names: ReportNames): FilePair[] {
  const { added, removed } = listLoose(answer)
  return [
    ...removed
      .flatMap((id) => files.left.get(id) ?? [])
      .map((file) => ({ key: file.id, title: titleOfMedia(file, names), left: file, right: null, isDrawn: false })),
    ...added
      .flatMap((id) => files.right.get(id) ?? [])
      .map((file) => ({ key: file.id, title: titleOfMedia(file, names), left: null, right: file, isDrawn: false })),
  ]
}

function LooseFiles({
  answer,
  files,
  onOpen,
}: {
  answer: ChangesAnswer
  files: SideFiles
  onOpen: (id: string) => void
}) {
  const t = useTranslations('compare')
  const { added, removed } = listLoose(answer)
  const lists = [
    { change: 'added', side: 'right', ids: added },
    { change: 'removed', side: 'left', ids: removed },
  ] as const
  if (added.length + removed.length === 0) return null
  return (
    <DiffGroup title={t('groups.files')} count={added.length + removed.length}>
      {lists.map(
        ({ change, side, ids }) =>
          ids.length > 0 && (
            <div key={change} className="space-y-1">
              <h3 className="text-sm text-ink-muted">{t(`changes.${change}`)}</h3>
              <Side files={files[side]} onOpen={onOpen}>
                <ul className="flex flex-wrap gap-1.5">
                  {ids.flatMap((id) => {
                    const media = files[side].get(id)
                    return media === undefined
                      ? []
                      : [
                          <li key={id}>
                            <Thumb media={media} />
                          </li>,
                        ]
                  })}
                </ul>
              </Side>
            </div>
          ),
      )}
    </DiffGroup>
  )
}
