'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { lateComponent, onDemand } from '@/lib/browser/on-demand'

const ObjectHistory = lateComponent(
  onDemand(() => import('./object-history')),
  (code) => code.ObjectHistory,
)

/** The history of an object at the end of its page, loaded when it is opened. */
export function HistoryDetails({
  objectKind,
  objectId,
  label,
}: {
  objectKind: string
  objectId: string
  label?: string
}) {
  const t = useTranslations('activity.history')
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="text-sm" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer text-ink-muted">{label ?? t('inSightline')}</summary>
      <div className="mt-2">{isOpen && <ObjectHistory objectKind={objectKind} objectId={objectId} />}</div>
    </details>
  )
}
