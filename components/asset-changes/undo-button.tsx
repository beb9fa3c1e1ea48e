'use client'

import { useTranslations } from 'next-intl'
import { Undo2 } from 'lucide-react'
import { assetChangeCalls } from '@/lib/asset-changes/queries'
import type { ChangeSummary } from '@/lib/asset-changes/schema'
import { useMay } from '@/lib/browser/sign-in/actor'
import type { Remedy } from './remedy'
import { StartChangeButton } from './start-change-button'

/** Undoes a change of types: assigns the previous groups and sets the cleared statuses again, in one change. */
export function UndoButton({ change, remedy }: { change: ChangeSummary; remedy: Remedy }) {
  const t = useTranslations('assetChanges.undo')
  const mayRestore = useMay('assets:write')
  const { changeId, snapshotCount } = change
  const { types } = remedy
  const statuses = mayRestore ? remedy.statuses : 0
  const lost = Math.max(0, snapshotCount - statuses)
  return (
    <StartChangeButton
      icon={Undo2}
      button={statuses > 0 ? t('actions.undoAndRestore', { count: statuses }) : t('actions.undo')}
      title={t('title', { types })}
      action={statuses > 0 ? t('actions.undoAndRestore', { count: statuses }) : t('actions.undoFor', { types })}
      start={() => assetChangeCalls.undo(changeId)}
      describeLeftOut={({ leftOut }) => ({
        title: t('leftOut', { count: leftOut }),
        note: t('leftOutNote'),
      })}
      failure={{ title: t('failed') }}
    >
      <p>{t('groups', { types })}</p>
      <p>{t('cleared')}</p>
      {statuses > 0 && <p>{t('restored', { count: statuses })}</p>}
      {lost > 0 && <p className="font-medium">{t('lost', { count: lost })}</p>}
    </StartChangeButton>
  )
}
