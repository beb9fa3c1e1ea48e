'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ObjectHistory } from './object-history'

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
