'use client'

import { Redo2, Save, Undo2 } from 'lucide-react'
import { useEffect } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import type { Editor } from './use-editor'

/** Undo, redo, discard and save, always in sight. */
export function EditorBar({
  editor: { stage, diff, faults, act, save, isBusy, isLocked, isDirty },
}: {
  editor: Editor
}) {
  useRoomForNotices()
  const count = diff.changes.length
  return (
    <div className="sticky bottom-16 z-10 flex flex-wrap items-center gap-x-2 gap-y-1 rounded bg-surface px-3 py-2 shadow-float sm:bottom-4 print:hidden">
      <p className="min-w-0 flex-1 truncate text-sm text-ink-muted tabular-nums">
        {isDirty ? `${count} ${count === 1 ? 'change' : 'changes'}` : 'No changes'}
        {faults.size > 0 && <span className="text-attention"> · not ready to save</span>}
      </p>
      <IconButton
        label="Undo"
        icon={Undo2}
        keys="mod+z"
        disabled={isLocked || stage.past.length === 0}
        onClick={() => act({ kind: 'undo' })}
      />
      <IconButton
        label="Redo"
        icon={Redo2}
        keys="mod+shift+z"
        disabled={isLocked || stage.future.length === 0}
        onClick={() => act({ kind: 'redo' })}
      />
      <Button disabled={isLocked || !isDirty} onClick={() => act({ kind: 'discard' })}>
        Discard
      </Button>
      <Button
        variant="primary"
        icon={Save}
        busy={isBusy}
        disabled={isLocked || !isDirty || faults.size > 0}
        onClick={save}
      >
        Save
        <Kbd keys="mod+s" className="max-sm:hidden" />
      </Button>
    </div>
  )
}

/** Notices of the page stand above the bar. */
function useRoomForNotices(): void {
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--foot-height', '4.25rem')
    return () => void style.removeProperty('--foot-height')
  }, [])
}
