'use client'

import { Images, ImageOff } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { Segmented } from '@/components/ui/inputs/segmented'
import type { ViewerMedia } from '@/lib/media/schema'
import { wallShows } from '@/lib/media/values-model'
import { useFileChoice } from './use-file-choice'
import { KindMenu, QuestionBox } from './wall-choice'
import { WallTile } from './wall-tile'

/** Number of files that are rendered at first, and that each press of the button adds. */
const filesStep = 500

/** The wall of one inspection: its files by section, in the order of the report. */
export function InspectionFiles({
  media,
  actions,
  onOpen,
}: {
  media: readonly ViewerMedia[]
  actions?: ReactNode
  onOpen: (mediaId: string) => void
}) {
  const t = useTranslations('media.wall')
  const text = useTranslations('report.files')
  const { show, kinds, question, found, setChoice } = useFileChoice(media)
  const [shownMax, setShownMax] = useState(filesStep)
  const more = Math.min(filesStep, found.length - shownMax)
  if (media.length === 0) {
    return (
      <EmptyState icon={Images} title={text('empty')}>
        {text('emptyText')}
      </EmptyState>
    )
  }
  const clear = () => void setChoice({ files: null, kind: null, question: null })
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-center gap-1.5">
        <Segmented
          label={t('shows.label')}
          value={show}
          options={wallShows.map((value) => ({ value, label: t(`shows.${value}`) }))}
          onChange={(files) => void setChoice({ files })}
          className="w-60 shrink-0 [&>label]:flex-auto"
        />
        <KindMenu kinds={kinds} onChange={(next) => void setChoice({ kind: [...next] })} />
        <QuestionBox
          question={question}
          onChange={(next) => void setChoice({ question: next === '' ? null : next }, { history: 'replace' })}
        />
        <div className="ms-auto flex flex-wrap gap-2 empty:hidden">{actions}</div>
      </div>
      {found.length === 0 && (
        <EmptyState
          icon={ImageOff}
          title={t('empty.all')}
          action={<Button onClick={clear}>{t('actions.clear')}</Button>}
        >
          {t('empty.narrowed')}
        </EmptyState>
      )}
      <Sections files={found} shownMax={shownMax} showsFailures={show !== 'failed'} onOpen={onOpen} />
      {more > 0 && (
        <Button onClick={() => setShownMax(shownMax + filesStep)}>
          {text('actions.more', { more, count: found.length })}
        </Button>
      )}
    </div>
  )
}

function Sections({
  files,
  shownMax,
  showsFailures,
  onOpen,
}: {
  files: readonly ViewerMedia[]
  shownMax: number
  showsFailures: boolean
  onOpen: (mediaId: string) => void
}) {
  const t = useTranslations('report.files')
  const format = useFormatter()
  return groupBySection(files, shownMax).map(({ section, files: shown, count }) => (
    <section key={section ?? ''}>
      <h2 className="mb-2 flex items-baseline gap-2 text-base font-semibold">
        <span className="min-w-0 wrap-anywhere">{section ?? t('whole')}</span>
        <span className="text-xs font-normal text-ink-muted tabular-nums">{format.number(count)}</span>
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-2 gap-y-3">
        {shown.map((file, at) => (
          <li key={file.id} className="min-w-0">
            <WallTile
              file={file}
              caption={file.label}
              index={at}
              size="medium"
              isActive
              showsFailure={showsFailures}
              onOpen={() => onOpen(file.id)}
              onActive={ignore}
            />
          </li>
        ))}
      </ul>
    </section>
  ))
}

/** Every tile can be reached with Tab. */
const ignore = () => undefined

interface Group {
  section: string | null
  /** The files to render. */
  files: ViewerMedia[]
  count: number
}

/** The sections of the first `shownMax` files, with the number of files of each. */
function groupBySection(media: readonly ViewerMedia[], shownMax: number): Group[] {
  const groups = new Map<string | null, Group>()
  for (const [at, file] of media.entries()) {
    const group = groups.get(file.section) ?? { section: file.section, files: [], count: 0 }
    groups.set(file.section, group)
    group.count += 1
    if (at < shownMax) group.files.push(file)
  }
  return [...groups.values()].filter(({ files }) => files.length > 0)
}
