import { type ReactNode, useMemo } from 'react'
import { MediaOpenerContext } from '@/components/media/opener'
import { Thumb } from '@/components/media/thumb'
import { noRecurrences, ReportContext } from '@/components/report/context'
import type { ViewerMedia } from '@/lib/media/schema'

/** Scores are beside the answers here, not inside them. */
const unscored = { templateId: null, isCompleted: false }
const noItems: ReadonlyMap<string, never> = new Map<string, never>()

/** The content of one side: its answers show that side's files, which open beside those of the other. */
export function Side({
  files,
  onOpen,
  children,
}: {
  files: ReadonlyMap<string, ViewerMedia>
  onOpen: (mediaId: string) => void
  children: ReactNode
}) {
  const context = useMemo(
    () => ({ scored: unscored, itemByKey: noItems, recurrences: noRecurrences, mediaById: files, Thumb }),
    [files],
  )
  return (
    <MediaOpenerContext value={onOpen}>
      <ReportContext value={context}>{children}</ReportContext>
    </MediaOpenerContext>
  )
}
