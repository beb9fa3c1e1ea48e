'use client'

import { useQuery } from '@tanstack/react-query'
import { Images, ImageOff } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { ConnectedAccountInfo } from '@/components/connected-account/connected-account'
import { Chips } from '@/components/filters/chips'
import { useFacetNames } from '@/components/filters/facet-names'
import { FilterPanels, useFilterKeys, useFilterPanel } from '@/components/filters/filter-bar'
import { NoInspections, RefusedFilter } from '@/components/filters/late-empty'
import { readRefusals } from '@/components/filters/filter-errors'
import { SearchBox } from '@/components/filters/search-box'
import { useListState } from '@/components/filters/use-list-state'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ListPage } from '@/components/ui/lists/list-page'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Segmented } from '@/components/ui/inputs/segmented'
import { writeQuery } from '@/lib/browser/api'
import { classNames } from '@/lib/browser/class-names'
import { inspectionHref } from '@/lib/browser/routes'
import { inspectionQueries } from '@/lib/inspections/queries'
import { mediaWallQueries } from '@/lib/media/queries'
import type { WallShow } from '@/lib/media/schema'
import { wallShows } from '@/lib/media/values-model'
import type { Translator } from '@/lib/messages/translator'
import { useFreshFiles } from './use-fresh-files'
import { useWallFiles, useWallState, type WallFiles, type WallState } from './use-wall'
import { MediaViewer } from '@/components/media/viewer/viewer'
import { KindMenu, QuestionBox } from './wall-choice'
import { WallGrid } from './wall-grid'
import { ZipButton } from '@/components/media/zips/zip-button'

/** More files are loaded when only this many follow the open file, so that the viewer never ends too early. */
const viewerMargin = 6
/** The open file of a link is looked for among this many files. */
const searchedMax = 4_000

/** Photos and other files across inspections, by day, week or month. */
export function MediaWall() {
  const t = useTranslations('media')
  const wallText = useTranslations('media.wall')
  const list = useListState()
  // Filters count inspections with files.
  const state = { ...list, counted: { media: ['with'], ...list.params } }
  const wall = useWallState(state)
  const { params } = wall
  const found = useWallFiles(params)
  const counts = useQuery(inspectionQueries.counts(state.params))
  const total = useQuery(mediaWallQueries.total(params))
  const nameOf = useFacetNames(state.params, counts.data?.facets ?? null)
  const errors = readRefusals(found.error)
  const { panel, setPanel, open } = useFilterPanel()
  useFilterKeys(state, open)
  const editor = { state, nameOf, errors, resolved: counts.data?.resolved }
  const canZip = params.kinds.length === 0 && params.question === '' && found.files.length > 0

  return (
    <ListPage
      title={t('title')}
      about={<ConnectedAccountInfo of="files" />}
      count={
        <output className="min-w-0 truncate text-sm text-ink-muted tabular-nums">
          {describeTotal(wallText, total.data ?? null, found, params.show)}
        </output>
      }
      tools={
        <>
          <div className="flex items-center gap-1.5">
            <SearchBox state={state} error={errors['q']} />
            <FilterPanels {...editor} panel={panel} setPanel={setPanel} />
          </div>
          <div className="flex flex-wrap items-center gap-1.5">
            <Segmented
              label={wallText('shows.label')}
              value={params.show}
              options={wallShows.map((value) => ({ value, label: wallText(`shows.${value}`) }))}
              onChange={wall.setShow}
            />
            <KindMenu kinds={params.kinds} onChange={wall.setKinds} />
            <QuestionBox question={params.question} onChange={wall.setQuestion} />
            {canZip && (
              <div className="ms-auto max-sm:hidden">
                <ZipButton selection={{ kind: 'matching', query: writeQuery(params.list).slice(1), except: [] }} />
              </div>
            )}
          </div>
          <Chips state={state} nameOf={nameOf} errors={errors} onOpen={open} />
        </>
      }
    >
      {Object.keys(errors).length > 0 ? (
        <RefusedFilter state={state} nameOf={nameOf} errors={errors} />
      ) : (
        <Shown wall={wall} found={found} total={total.data?.files ?? null} totalAll={counts.data?.totalAll ?? null} />
      )}
    </ListPage>
  )
}

function describeTotal(
  t: Translator<'media.wall'>,
  total: { files: number | null; inspections: number | null } | null,
  found: WallFiles,
  show: WallShow,
) {
  if (found.isLoading || found.isOld) return ''
  const loaded = found.files.length
  const files = found.hasMore ? (total?.files ?? null) : loaded
  const isFailedOnly = show === 'failed'
  if (files === null) {
    if (loaded === 0) return ''
    return t(isFailedOnly ? 'total.newestFailed' : 'total.newest', { files: loaded })
  }
  if (files === 0) return ''
  const inspections = found.hasMore
    ? (total?.inspections ?? null)
    : new Set(found.files.map(({ auditId }) => auditId)).size
  if (inspections === null) return t(isFailedOnly ? 'total.failed' : 'total.all', { files })
  return t(isFailedOnly ? 'total.failedIn' : 'total.allIn', { files, inspections })
}

function Shown({
  wall,
  found,
  total,
  totalAll,
}: {
  wall: WallState
  found: WallFiles
  /** Number of matching files; null if unknown. */
  total: number | null
  totalAll: number | null
}) {
  const t = useTranslations('media.wall')
  const router = useRouter()
  const { files, error } = found
  const openAt =
    wall.openId === null
      ? null
      : files.findIndex(({ id, auditId }) => id === wall.openId && (wall.openAuditId ?? auditId) === auditId)
  // Loads more before the viewer reaches the last loaded file.
  const { more } = found
  const isAtEnd = openAt !== null && openAt >= files.length - viewerMargin
  // After a reload, only the first files are loaded, and the open file may be further down.
  const isSearching =
    openAt === -1 && (found.isLoading || found.isOld || (found.hasMore && error === null && files.length < searchedMax))
  useEffect(() => {
    if (isAtEnd || isSearching) more()
  })
  const fresh = useFreshFiles(wall.params, found)
  // An empty wall has nothing that could move.
  const isFilled = files.length === 0 && fresh.count > 0
  useEffect(() => {
    if (isFilled) fresh.take()
  })

  if (files.length === 0 && error !== null)
    return (
      <ErrorNotice
        className="mx-4 my-4 sm:mx-6"
        error={error}
        title={t('loadFailed')}
        onRetry={found.retry}
        isRetrying={found.isFetching}
      />
    )
  if (!found.isLoading && !found.isOld && files.length === 0)
    return totalAll === 0 ? <NoInspections isFirst={found.isFirst} /> : <Nothing wall={wall} />
  return (
    <>
      <div
        className={classNames(
          'flex min-h-0 flex-1 flex-col transition-opacity',
          // The delay hides the fading when the response arrives quickly, as most do.
          found.isOld && 'opacity-60 delay-150',
        )}
      >
        <WallGrid
          // A new wall starts at its top.
          key={found.isOld ? 'old' : JSON.stringify(wall.params)}
          found={found}
          fresh={fresh}
          openAt={openAt}
          showsFailures={wall.params.show !== 'failed'}
          onOpen={wall.open}
        />
      </div>
      <MediaViewer
        media={files}
        {...(found.hasMore ? { total } : {})}
        isSearching={isSearching}
        missingText={t('missing')}
        openId={wall.openId}
        openAuditId={wall.openAuditId}
        onMove={(_, file) => wall.move(file)}
        onClose={wall.close}
        onShowItem={(anchor, file) => {
          // The cast is safe: the anchor is a fragment of the report page, made by the report's own function.
          router.push(`${inspectionHref(file.auditId)}#${anchor}` as ReturnType<typeof inspectionHref>)
        }}
      />
    </>
  )
}

/** Shown when no file matches: why, and how to see more. */
function Nothing({ wall }: { wall: WallState }) {
  const t = useTranslations('media.wall')
  const { show } = wall.params
  const isFailedOnly = show === 'failed'
  return (
    <EmptyState
      className="flex-1 overflow-y-auto"
      icon={isFailedOnly && !wall.isNarrowed ? Images : ImageOff}
      title={t(isFailedOnly ? 'empty.failed' : 'empty.all')}
      action={
        <>
          {isFailedOnly && (
            <Button variant="primary" onClick={() => wall.setShow('all')}>
              {t('actions.showAll')}
            </Button>
          )}
          {wall.isNarrowed && <Button onClick={wall.clear}>{t('actions.clear')}</Button>}
        </>
      }
    >
      <p>{t(wall.isNarrowed ? 'empty.narrowed' : isFailedOnly ? 'empty.noFailedFiles' : 'empty.later')}</p>
    </EmptyState>
  )
}
