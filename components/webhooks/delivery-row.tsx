import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/time'
import { formatCount } from '@/lib/browser/numbers'
import { describeKinds, stateWords } from '@/lib/webhooks/model'
import type { Delivery } from '@/lib/webhooks/schema'
import { stateTones } from './words'

/** One delivery: what happened to what, and what became of it. */
export function DeliveryRow({ delivery, onOpen }: { delivery: Delivery; onOpen: () => void }) {
  const { receivedAt, eventTypes, state, tries, note } = delivery
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1.5 px-4 py-3 text-sm">
      <span className="mt-0.5 flex w-24">
        <Badge tone={stateTones[state]}>{stateWords[state]}</Badge>
      </span>
      <div className="min-w-0 flex-1 basis-64">
        <p className="wrap-anywhere">
          <span className="font-medium">{describeKinds(eventTypes)}</span>
          {eventTypes.length > 1 && (
            <span className="text-ink-muted">
              {' '}
              and {formatCount(eventTypes.length - 1)} more {eventTypes.length === 2 ? 'kind' : 'kinds'}
            </span>
          )}
        </p>
        <DeliveredResource delivery={delivery} />
        {note !== null && <p className="wrap-anywhere text-ink-muted">{note}</p>}
      </div>
      <div className="flex items-center gap-4 text-ink-muted tabular-nums max-sm:w-full max-sm:justify-between">
        <span>
          <Time value={receivedAt} format="smart" />
          {tries > 1 && `, ${formatCount(tries)} tries`}
        </span>
        <Button
          size="sm"
          onClick={onOpen}
          aria-label={`Open the delivery: ${describeKinds(eventTypes)}, ${receivedAt}`}
        >
          Open
        </Button>
      </div>
    </li>
  )
}

/** What it is about, with a link where this console can show it. */
export function DeliveredResource({ delivery }: { delivery: Delivery }) {
  const { inspectionId, inspectionTitle, resourceType, resourceId } = delivery
  if (inspectionId !== null)
    return (
      <p className="min-w-0">
        <Link
          href={`/inspections/${inspectionId}`}
          prefetch={false}
          className="wrap-anywhere text-accent-ink underline-offset-2 hover:underline"
        >
          {inspectionTitle ?? <span className="font-mono text-xs">{inspectionId}</span>}
        </Link>
      </p>
    )
  if (resourceId === null && resourceType === null) return null
  return (
    <p className="wrap-anywhere text-ink-muted">
      {(resourceType ?? 'Something').toLowerCase()} <code className="font-mono text-xs">{resourceId}</code>
    </p>
  )
}
