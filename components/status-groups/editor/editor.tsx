'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { LeaveDialog } from '@/components/ui/leave-dialog'
import { useShortcuts } from '@/lib/browser/shortcuts'
import type { AssetType, Reach, StatusGroup } from '@/lib/status-groups/schema'
import { toDraft } from '@/lib/status-groups/model'
import { EditorBar } from './editor-bar'
import type { Counts } from './editor-count'
import { ConflictDialog, DeletedDialog } from './editor-conflict'
import { EditorDiff } from './editor-diff'
import { EditorFields } from './editor-fields'
import { EditorHints } from './editor-hints'
import { EditorOutcome } from './editor-outcome'
import { RemoveDialog, type Removing } from './editor-remove'
import { EditorStatuses } from './editor-statuses'
import { ReadOnlyStatuses } from './editor-read-only'
import type { Editor } from './use-editor'
import { useRecount } from '@/components/status-groups/use-recount'

/** The fields of a group, its pending changes, and the bar with Save. */
export function GroupEditor({
  editor,
  counts,
  types,
  reach,
  refusal,
}: {
  editor: Editor
  counts: Counts
  /** The types that use the group. */
  types: readonly AssetType[]
  reach: Reach | undefined
  refusal: string | null
}) {
  if (refusal !== null && !editor.isDirty)
    return <ReadOnlyStatuses group={editor.edits.base} counts={counts} refusal={refusal} />
  return <Writable editor={editor} counts={counts} types={types} reach={reach} />
}

/** The page, unless a dialog is open: dialogs have their own fields and their own undo. */
const findPage = () => (document.querySelector('[role=dialog]:not([aria-modal=false])') === null ? document.body : null)

function Writable({
  editor,
  counts,
  types,
  reach,
}: {
  editor: Editor
  counts: Counts
  types: readonly AssetType[]
  reach: Reach | undefined
}) {
  const t = useTranslations('statusGroups.editor')
  const [removing, setRemoving] = useState<Removing | null>(null)
  const { edits, act, save, isDirty, isLocked } = editor
  const recounting = useRecount(edits.base.typeIds)
  const group = t('shortcuts.group')
  useShortcuts([
    {
      id: 'status-group:save',
      keys: ['mod+s'],
      label: t('shortcuts.save'),
      group,
      within: findPage,
      inPalette: isDirty,
      run: save,
    },
    {
      id: 'status-group:undo',
      keys: ['mod+z'],
      label: t('shortcuts.undo'),
      group,
      within: findPage,
      repeats: true,
      run: () => act({ kind: 'undo' }),
    },
    {
      id: 'status-group:redo',
      keys: ['mod+shift+z', 'mod+y'],
      label: t('shortcuts.redo'),
      group,
      within: findPage,
      repeats: true,
      run: () => act({ kind: 'redo' }),
    },
  ])
  const startRemoving = (key: string, isMerge: boolean) => {
    const status = edits.draft.statuses.find((one) => one.key === key)
    // No asset can have a status that was never saved.
    if (status?.optionId === null && !isMerge) act({ kind: 'remove', key, replacement: null })
    else {
      recounting.recount()
      setRemoving({ key, isMerge })
    }
  }
  return (
    <div className="flex flex-col gap-4">
      <EditorOutcome editor={editor} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex min-w-0 flex-col gap-4" aria-busy={isLocked || undefined}>
          <EditorFields editor={editor} />
          <EditorStatuses editor={editor} counts={counts} onRemove={startRemoving} />
          <EditorHints statuses={edits.draft.statuses} before={toDraft(edits.base).statuses} />
        </div>
        <EditorDiff editor={editor} counts={counts} types={types} reach={reach} recounting={recounting} />
      </div>
      <EditorBar editor={editor} />
      {removing !== null && (
        <RemoveDialog
          removing={removing}
          edits={edits}
          counts={counts}
          types={types}
          reach={reach}
          recounting={recounting}
          onClose={() => setRemoving(null)}
          onRemove={(replacement) => {
            act({ kind: 'remove', key: removing.key, replacement })
            setRemoving(null)
          }}
        />
      )}
      <Interruption editor={editor} />
      <LeaveDialog isUnsaved={isDirty && !editor.isBusy} title={t('leave.title')}>
        {t('leave.description')}
      </LeaveDialog>
    </div>
  )
}

/** The dialog for a change or deletion by another person. */
function Interruption({ editor }: { editor: Editor }) {
  const { phase, back } = editor
  if (phase.kind === 'conflict')
    return <ConflictDialog key={writeKey(phase.theirs)} attempt={phase.attempt} theirs={phase.theirs} editor={editor} />
  return phase.kind === 'gone' ? <DeletedDialog draft={phase.attempt.draft} onClose={back} /> : null
}

/** Another newer version is a new conflict, so earlier choices do not apply to it. */
const writeKey = (group: StatusGroup) => JSON.stringify(group)
