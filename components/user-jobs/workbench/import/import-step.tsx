'use client'

import type { BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'
import { DraftCard } from '@/components/user-jobs/workbench/drafts/draft-card'
import { ImportFile } from './import-file'
import { ImportNotes } from './import-notes'
import { ImportPaste, ImportStart } from './import-other'
import { ImportState } from './import-state'
import { useFileEntry } from './use-file-entry'
import { useImport } from './use-import'

/**
 * The first step offers all sources: a dropped or chosen file, a paste, a template, the current users, or an earlier
 * draft.
 */
export function ImportStep({
  bench,
  draft,
  onRead,
  onContinueDraft,
  onDropDraft,
  onNext,
}: {
  bench: BenchSheet | null
  draft: BenchSheet | null
  onRead: (bench: BenchSheet) => void
  onContinueDraft?: () => void
  onDropDraft?: () => void
  onNext: () => void
}) {
  const reading = useImport(onRead)
  const { progress, readFiles, readPaste } = reading
  const isDragging = useFileEntry({ onFiles: readFiles, onText: readPaste })
  return (
    <div className="flex flex-col gap-4">
      {draft !== null && onContinueDraft !== undefined && onDropDraft !== undefined && (
        <DraftCard draft={draft} onContinue={onContinueDraft} onDrop={onDropDraft} />
      )}
      <ImportState reading={reading} hasRows={bench !== null} />
      {bench !== null && (
        <ImportNotes
          bench={bench}
          isBusy={progress !== null}
          onReadAgain={(choices) => {
            if (bench.source !== null) void reading.read(bench.source, bench.sourceName, choices)
          }}
          onNext={onNext}
        />
      )}
      <ImportFile hasRows={bench !== null} isDragging={isDragging} onFiles={readFiles} />
      <div className="grid gap-4 md:grid-cols-2">
        <ImportPaste onPaste={readPaste} />
        <ImportStart isBusy={progress !== null} onCurrentUsers={() => void reading.readCurrentUsers()} />
      </div>
    </div>
  )
}
