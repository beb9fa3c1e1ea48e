'use client'

import { useTranslations } from 'next-intl'
import { Redo2, Save, Undo2 } from 'lucide-react'
import { Button, IconButton } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { useRoomForNotices } from '@/components/ui/notices/use-room-for-notices'
import type { Editor } from './use-editor'

/** Undo, redo, discard and save; always visible. */
export function EditorBar({
  editor: { edits, diff, issues, act, save, isBusy, isLocked, isDirty },
}: {
  editor: Editor
}) {
  const t = useTranslations('statusGroups.editor.bar')
  useRoomForNotices(4.25)
  const count = diff.changes.length
  return (
    <div className="sticky bottom-16 z-10 flex flex-wrap items-center gap-x-2 gap-y-1 rounded bg-surface px-3 py-2 shadow-float sm:bottom-4 print:hidden">
      <p className="min-w-0 flex-1 truncate text-sm text-ink-muted tabular-nums">
        {t('changes', { count })}
        {issues.size > 0 && <span className="text-attention"> · {t('notReady')}</span>}
      </p>
      <IconButton
        label={t('actions.undo')}
        icon={Undo2}
        keys="mod+z"
        disabled={isLocked || edits.past.length === 0}
        onClick={() => act({ kind: 'undo' })}
      />
      <IconButton
        label={t('actions.redo')}
        icon={Redo2}
        keys="mod+shift+z"
        disabled={isLocked || edits.future.length === 0}
        onClick={() => act({ kind: 'redo' })}
      />
      <Button disabled={isLocked || !isDirty} onClick={() => act({ kind: 'discard' })}>
        {t('actions.discard')}
      </Button>
      <Button
        variant="primary"
        icon={Save}
        busy={isBusy}
        disabled={isLocked || !isDirty || issues.size > 0}
        onClick={save}
      >
        {t('actions.save')}
        <Kbd keys="mod+s" className="max-sm:hidden" />
      </Button>
    </div>
  )
}
