'use client'

import { useTranslations } from 'next-intl'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, ListChecks, Redo2, Tags, Undo2, X } from 'lucide-react'
import { useRef, useState, useSyncExternalStore } from 'react'
import { ConnectedAccountInfo } from '@/components/connected-account/connected-account'
import { ChangeActions } from '@/components/asset-changes/change-actions'
import { ChangeProgress } from '@/components/asset-changes/change-progress'
import { changeHref } from '@/components/asset-changes/links'
import { useDescribeChange } from '@/components/asset-changes/texts'
import { Button, ButtonLink, IconButton } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ErrorNotice } from '@/components/ui/error-notice'
import { LeaveDialog } from '@/components/ui/leave-dialog'
import { PageHeader } from '@/components/ui/page-header'
import { ScrollRegion } from '@/components/ui/lists/scroll-region'
import { Skeleton } from '@/components/ui/skeleton'
import { useRoomForNotices } from '@/components/ui/notices/use-room-for-notices'
import { Spinner } from '@/components/ui/spinner'
import { assetChangeQueries } from '@/lib/asset-changes/queries'
import { GuardedButton } from '@/components/status-groups/guarded-button'
import { groupsHref } from '@/components/status-groups/links'
import { CountedAt, ReachNote } from '@/components/status-groups/reach-note'
import { TypeBoardCards } from './type-board-cards'
import { TypeBoardGrid } from './type-board-grid'
import { TypeBoardReview } from './type-board-review'
import { TypeBoardSelection, TypeBoardToolbar } from './type-board-toolbar'
import { usePendingTexts } from './type-board-texts'
import { type TypeBoard, useTypeBoard } from './use-type-board'

const narrow = '(width < 40rem)'

function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(narrow)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(narrow).matches,
    () => false,
  )
}

/** Asset types by status groups. Choices stay pending with the statuses they clear, then are reviewed and applied together. */
export function TypeBoardPage() {
  const t = useTranslations('statusGroups.board')
  const board = useTypeBoard()
  const isNarrow = useIsNarrow()
  const grid = useRef<HTMLTableElement>(null)
  const [isReviewing, setReviewing] = useState(false)
  const { query, summary, refusal, rows, shown, changeId } = board
  const data = board.board
  const review = () => {
    if (summary.changed > 0 && refusal === null) setReviewing(true)
  }
  return (
    <div className="flex h-page flex-col">
      <div className="flex flex-col gap-3 px-4 pt-4 sm:px-6 sm:pt-5">
        <PageHeader
          title={t('title')}
          about={<ConnectedAccountInfo of="types" />}
          description={<span className="max-sm:hidden">{t('description')}</span>}
          actions={
            <>
              {data !== undefined && (
                <span className="max-lg:hidden">
                  <CountedAt reach={data.reach} />
                </span>
              )}
              <ButtonLink href={changeHref()}>{t('actions.bulkChanges')}</ButtonLink>
            </>
          }
        />
        {query.error !== null && (
          <ErrorNotice
            error={query.error}
            title={t('failed')}
            kept={data === undefined ? '' : t('kept')}
            tone={data === undefined ? 'bad' : 'attention'}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        )}
        {data !== undefined && <ReachNote reach={data.reach} refusal={refusal} />}
      </div>
      {changeId !== null && <Running board={board} changeId={changeId} />}
      {data === undefined ? (
        query.error === null && <Waiting />
      ) : data.groups.length === 0 || data.types.length === 0 ? (
        <Nothing hasGroups={data.groups.length > 0} />
      ) : (
        <>
          <TypeBoardToolbar board={board} grid={grid} />
          <TypeBoardSelection board={board} />
          <div className="flex min-h-0 flex-1 flex-col border-t border-line">
            {shown.length === 0 ? (
              <EmptyState
                title={rows.length === 0 ? t('noTypes') : t('noMatch')}
                action={
                  <Button onClick={() => board.setFilter({ q: '', show: 'all', groups: [] })}>
                    {t('actions.showAll', { count: rows.length })}
                  </Button>
                }
              >
                {t('noMatchNote')}
              </EmptyState>
            ) : isNarrow ? (
              <TypeBoardCards board={board} />
            ) : (
              <TypeBoardGrid board={board} grid={grid} onReview={review} />
            )}
          </div>
          <SummaryBar board={board} onReview={review} />
        </>
      )}
      {isReviewing && <TypeBoardReview board={board} onClose={() => setReviewing(false)} />}
      <LeaveDialog isUnsaved={summary.changed > 0} title={t('leave.title')} leaveLabel={t('leave.actions.leave')}>
        {t('leave.description', { count: summary.changed })}
      </LeaveDialog>
    </div>
  )
}

/** The number of pending changes, with a button to review them. */
function SummaryBar({ board, onReview }: { board: TypeBoard; onReview: () => void }) {
  const t = useTranslations('statusGroups.board')
  const { describeSummary } = usePendingTexts()
  const { summary, undo, redo, discard, refusal } = board
  const isShown = summary.changed > 0 || undo !== null || redo !== null
  const bar = useRef<HTMLDivElement>(null)
  useRoomForNotices(isShown ? 3 : 0, bar)
  if (!isShown) return null
  return (
    <div ref={bar} className="flex flex-wrap items-center gap-2 border-t border-line bg-canvas px-4 py-2 sm:px-6">
      <p className="min-w-0 flex-1 basis-56 text-sm font-medium">
        {summary.changed === 0 ? t('nothingPending') : describeSummary(summary)}
      </p>
      <IconButton
        label={t('actions.undo')}
        icon={Undo2}
        keys="mod+z"
        disabled={undo === null}
        onClick={() => undo?.()}
      />
      <IconButton
        label={t('actions.redo')}
        icon={Redo2}
        keys="mod+shift+z"
        disabled={redo === null}
        onClick={() => redo?.()}
      />
      {summary.changed > 0 && (
        <>
          <Button onClick={discard}>{t('actions.discardAll')}</Button>
          <GuardedButton variant="primary" icon={ListChecks} refusal={refusal} onClick={onReview}>
            {t('actions.review', { count: summary.changed })}
          </GuardedButton>
        </>
      )}
    </div>
  )
}

/** The change that was started on this page: one line, with the result of each type behind "Details". */
function Running({ board, changeId }: { board: TypeBoard; changeId: string }) {
  const t = useTranslations('statusGroups.board.running')
  const describeChange = useDescribeChange()
  const [isOpen, setOpen] = useState(false)
  const { data: change } = useQuery(assetChangeQueries.one(changeId))
  return (
    <div className="mx-4 mt-3 flex min-h-0 max-h-[45dvh] shrink-0 flex-col rounded border border-line bg-surface sm:mx-6">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1 pe-1 ps-3">
        {board.isRunning && <Spinner />}
        <p className="min-w-0 flex-1 basis-64 truncate text-sm">
          <span className="font-medium">{change?.title ?? t('title')}</span>
          {change !== undefined && (
            <span className="text-ink-muted">
              {' '}
              · {describeChange(change)}
              {change.snapshotCount > 0 && ` · ${t('cleared', { count: change.snapshotCount })}`}
            </span>
          )}
        </p>
        {change !== undefined && <ChangeActions change={change} />}
        <Button
          size="sm"
          variant="ghost"
          aria-expanded={isOpen}
          icon={isOpen ? ChevronUp : ChevronDown}
          onClick={() => setOpen(!isOpen)}
        >
          {t('actions.details')}
        </Button>
        <IconButton label={t('hide')} icon={X} size="sm" onClick={board.hideChange} />
      </div>
      {/* Hidden, not removed: it announces the progress of the change. */}
      <div className={isOpen ? 'flex min-h-0 flex-col border-t border-line' : 'hidden'}>
        <ScrollRegion label={t('region')} className="min-h-0 overflow-y-auto p-3">
          <ChangeProgress key={changeId} changeId={changeId} hasActions={false} />
          <ButtonLink size="sm" variant="ghost" href={changeHref(changeId)} className="mt-3">
            {t('actions.viewDetails')}
          </ButtonLink>
        </ScrollRegion>
      </div>
    </div>
  )
}

function Nothing({ hasGroups }: { hasGroups: boolean }) {
  const t = useTranslations('statusGroups.board.none')
  return (
    <EmptyState
      icon={Tags}
      title={hasGroups ? t('types') : t('groups')}
      action={<ButtonLink href={groupsHref}>{t('actions.openGroups')}</ButtonLink>}
      className="m-4 rounded border border-line bg-surface sm:m-6"
    >
      {hasGroups ? t('typesNote') : t('groupsNote')}
    </EmptyState>
  )
}

function Waiting() {
  const t = useTranslations('statusGroups.board')
  return (
    <div aria-busy className="m-4 flex flex-col gap-4 rounded border border-line bg-surface p-4 sm:m-6">
      <p className="sr-only">{t('loading')}</p>
      {[1, 2, 3, 4, 5].map((key) => (
        <Skeleton key={key} className="h-5 w-full" />
      ))}
    </div>
  )
}
