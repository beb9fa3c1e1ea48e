'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { listRemoved, listTargets, type Replacement, type EditState } from '@/lib/status-groups/model'
import type { AssetType, Reach } from '@/lib/status-groups/schema'
import { countOf, type Counts } from './editor-count'
import { CountAge, type Recounting } from '@/components/status-groups/count-age'
import { ReplacementChoice } from './editor-replacement'
import { describeByType, joinNames } from './editor-texts'

/** The status to remove, and whether to merge it into another one. */
export interface Removing {
  key: string
  isMerge: boolean
}

/** Removes a status after asking what should happen to its assets. SafetyCulture itself does not ask. */
export function RemoveDialog({
  removing: { key, isMerge },
  edits: { base, draft },
  counts,
  types,
  reach,
  recounting,
  onClose,
  onRemove,
}: {
  removing: Removing
  edits: EditState
  counts: Counts
  types: readonly AssetType[]
  reach: Reach | undefined
  recounting: Recounting
  onClose: () => void
  onRemove: (replacement: Replacement) => void
}) {
  const t = useTranslations('statusGroups.editor.remove')
  const words = useTranslations('statusGroups.editor')
  const common = useTranslations('common')
  const format = useFormatter()
  const others = listRemoved(base, draft).filter(({ optionId }) => optionId !== key)
  const targets = listTargets(draft).filter((target) => target.key !== key)
  const isPossible = ({ kind, ...rest }: Replacement) =>
    kind === 'clear' ? !isMerge : targets.some(({ optionId }) => 'optionId' in rest && rest.optionId === optionId)
  const [replacement, setReplacement] = useState<Replacement | null>(
    draft.replacement !== null && isPossible(draft.replacement) ? draft.replacement : null,
  )
  const status = draft.statuses.find((one) => one.key === key)
  const name = base.options.find(({ optionId }) => optionId === key)?.name ?? status?.name ?? ''
  const count = countOf(counts, key)
  const byType = describeByType(words, format, types, key)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isMerge ? t('mergeTitle', { name }) : t('title', { name })}
      description={
        !isMerge ? t('description') : count === null ? t('mergeDescriptionUnknown') : t('mergeDescription', { count })
      }
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button
            variant={replacement?.kind === 'clear' ? 'danger' : 'primary'}
            disabled={replacement === null}
            onClick={() => replacement !== null && onRemove(replacement)}
          >
            {t(`actions.${isMerge ? 'merge' : replacement?.kind === 'clear' ? 'clear' : 'move'}`, {
              count: count ?? 0,
            })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        <div>
          <p className="wrap-anywhere">{count === null ? t('unknownCount', { name }) : t('count', { count, name })}</p>
          {byType !== '' && <p className="wrap-anywhere text-ink-muted">{byType}</p>}
          <CountAge reach={reach} recounting={recounting} />
        </div>
        <ReplacementChoice
          legend={isMerge ? t('mergeInto') : t('question')}
          targets={targets}
          value={replacement}
          clearLabel={isMerge ? null : count === null ? words('clearUnknown') : words('clear', { count })}
          onChange={setReplacement}
        />
        {targets.length === 0 && <p className="text-ink-muted">{t('noTargets')}</p>}
        {replacement?.kind === 'clear' && <p className="text-bad">{t('clearNote')}</p>}
        {others.length > 0 && (
          <p className="rounded bg-attention-soft p-3 wrap-anywhere">
            {t('others', {
              count: others.length,
              statuses: joinNames(
                words,
                format,
                others.map((other) => other.name),
              ),
            })}
          </p>
        )}
      </div>
    </Dialog>
  )
}
