'use client'

import { useState } from 'react'
import { ObjectHistory } from './object-history'

/** The history of a thing below what a page is about: read when it is opened. */
export function HistoryDetails({
  objectKind,
  objectId,
  label = 'Activity in Sightline',
}: {
  objectKind: string
  objectId: string
  label?: string
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="text-sm" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer text-ink-muted">{label}</summary>
      <div className="mt-2">{isOpen && <ObjectHistory objectKind={objectKind} objectId={objectId} />}</div>
    </details>
  )
}
