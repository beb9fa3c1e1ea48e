'use client'

import { useTranslations } from 'next-intl'
import { History } from 'lucide-react'
import { assetChangeCalls } from '@/lib/asset-changes/queries'
import { useMay } from '@/lib/browser/sign-in/actor'
import { StartChangeButton } from './start-change-button'

/** Sets cleared statuses again, after saying how many and which cannot be restored. */
export function RestoreButton({
  source,
  count,
}: {
  source: { activityId: string } | { changeId: string }
  count: number
}) {
  const t = useTranslations('assetChanges.restore')
  const mayRestore = useMay('assets:write')
  if (!mayRestore || count === 0) return null
  const action = t('actions.restore', { count })
  return (
    <StartChangeButton
      icon={History}
      button={action}
      title={t('title', { count })}
      action={action}
      start={() => assetChangeCalls.restore(source)}
      describeLeftOut={({ change, leftOut }) => ({
        title: t('leftOut', { count: leftOut, total: leftOut + change.total }),
        note: t('leftOutNote'),
      })}
      failure={{ title: t('failed'), kept: t('kept') }}
    >
      <p>{t('description', { count })}</p>
      <p>{t('skipped.title')}</p>
      <ul className="list-disc ps-5">
        <li>{t('skipped.hasStatus')}</li>
        <li>{t('skipped.deleted')}</li>
        <li>{t('skipped.otherGroup')}</li>
      </ul>
      <p className="text-ink-muted">{t('skipped.note')}</p>
    </StartChangeButton>
  )
}
