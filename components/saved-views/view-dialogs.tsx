import { useTranslations } from 'next-intl'
import type { SavedView, ViewChange } from '@/lib/saved-views/schema'
import { ConflictDialog, type Conflict } from './conflict-dialog'
import { ImportDialog } from './import-dialog'
import { NameDialog } from './name-dialog'
import { ShareDialog } from './share-dialog'

export type OpenedDialog =
  | { kind: 'create'; query: string; name: string }
  | { kind: 'rename'; view: SavedView }
  | { kind: 'share'; view: SavedView }
  | { kind: 'import' }

/** The dialogs of the bar: at most one that a person opened, and a conflict to resolve. */
export function ViewDialogs({
  opened,
  conflict,
  mayShare,
  onCreate,
  onRename,
  onShare,
  onKeepStored,
  onReplace,
  onCopy,
  onCloseDialog,
  onCloseConflict,
}: {
  opened: OpenedDialog | null
  conflict: Conflict | null
  mayShare: boolean
  onCreate: (view: { name: string; isShared: boolean }, query: string) => Promise<void>
  onRename: (view: SavedView, name: string) => Promise<unknown>
  onShare: (view: SavedView, sharing: Pick<ViewChange, 'isShared' | 'sharedWith'>) => Promise<unknown>
  onKeepStored: (stored: SavedView) => void
  onReplace: (conflict: Conflict) => void
  /** Saves the person's filters as a new view. */
  onCopy: (conflict: Conflict, query: string) => void
  onCloseDialog: () => void
  onCloseConflict: () => void
}) {
  const t = useTranslations('savedViews.name')
  const query = conflict?.change.query
  return (
    <>
      {opened?.kind === 'create' && (
        <NameDialog
          title={t('save')}
          action={t('actions.save')}
          initialName={opened.name}
          mayShare={mayShare}
          onSave={(view) => onCreate(view, opened.query)}
          onClose={onCloseDialog}
        />
      )}
      {opened?.kind === 'rename' && (
        <NameDialog
          title={t('rename')}
          action={t('actions.rename')}
          initialName={opened.view.name}
          mayShare={false}
          onSave={async ({ name }) => {
            if (name !== opened.view.name) await onRename(opened.view, name)
          }}
          onClose={onCloseDialog}
        />
      )}
      {opened?.kind === 'share' && (
        <ShareDialog view={opened.view} onSave={(sharing) => onShare(opened.view, sharing)} onClose={onCloseDialog} />
      )}
      {opened?.kind === 'import' && <ImportDialog onClose={onCloseDialog} />}
      {conflict !== null && (
        <ConflictDialog
          conflict={conflict}
          onKeep={() => {
            onCloseConflict()
            if (conflict.change.query !== undefined) onKeepStored(conflict.stored)
          }}
          onReplace={() => {
            onCloseConflict()
            onReplace(conflict)
          }}
          onCopy={
            query === undefined
              ? null
              : () => {
                  onCloseConflict()
                  onCopy(conflict, query)
                }
          }
        />
      )}
    </>
  )
}
