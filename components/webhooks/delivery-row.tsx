import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/dates/time'
import { describeKinds } from '@/lib/webhooks/model'
import type { Delivery } from '@/lib/webhooks/schema'
import { stateTones } from './texts'

/** One delivery: what happened to which object, and its status. */
export function DeliveryRow({ delivery, onOpen }: { delivery: Delivery; onOpen: () => void }) {
  const t = useTranslations('webhooks')
  const { receivedAt, eventTypes, state, tries, note } = delivery
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1.5 px-4 py-3 text-sm">
      <span className="mt-0.5 flex w-24">
        <Badge tone={stateTones[state]}>{t(`states.${state}`)}</Badge>
      </span>
      <div className="min-w-0 flex-1 basis-64">
        <p className="wrap-anywhere">
          <span className="font-medium">{describeKinds(t, eventTypes)}</span>
          {eventTypes.length > 1 && (
            <span className="text-ink-muted"> {t('deliveries.moreEvents', { count: eventTypes.length - 1 })}</span>
          )}
        </p>
        <DeliveredResource delivery={delivery} />
        {note !== null && <p className="wrap-anywhere text-ink-muted">{note}</p>}
      </div>
      <div className="flex items-center gap-4 text-ink-muted tabular-nums max-sm:w-full max-sm:justify-between">
        <span>{t.rich('deliveries.received', { tries, time: () => <Time value={receivedAt} format="smart" /> })}</span>
        <Button
          size="sm"
          onClick={onOpen}
          aria-label={t('deliveries.open', { events: describeKinds(t, eventTypes), at: receivedAt })}
        >
          {t('actions.open')}
        </Button>
      </div>
    </li>
  )
}

/** What a delivery is about, linked if Sightline can show it. */
export function DeliveredResource({ delivery }: { delivery: Delivery }) {
  const t = useTranslations('webhooks.deliveries')
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
      {resourceType?.toLowerCase() ?? t('unknownResource')} <code className="font-mono text-xs">{resourceId}</code>
    </p>
  )
}
