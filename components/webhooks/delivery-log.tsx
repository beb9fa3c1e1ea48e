'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { Webhook } from 'lucide-react'
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { inputClass } from '@/components/ui/field'
import { ListStates } from '@/components/ui/list-states'
import { classNames } from '@/lib/browser/class-names'
import { bareKind, describeKind, kindFamilies, offeredKinds, stateWords } from '@/lib/webhooks/model'
import { webhookQueries } from '@/lib/webhooks/queries'
import { deliveryStates, type DeliveryFilter } from '@/lib/webhooks/schema'
import { DeliveryDialog } from './delivery-dialog'
import { DeliveryRow } from './delivery-row'

const otherFamilies = kindFamilies.filter(({ isUsed }) => !isUsed)
const kindCharsMax = 120

/** Whoever reads on in older ones is not disturbed by reading them all again. */
const pollShort = ({ state }: { state: { data: { pages: readonly unknown[] } | undefined } }) =>
  (state.data?.pages.length ?? 0) > 1 ? false : 10_000

/** What an address may ask for; what is longer is none of ours. */
const usable = (text: string | null) => (text === null || text === '' || text.length > kindCharsMax ? null : text)

/** Which deliveries are shown, and which one is open, as the address says. */
function useDeliveryAddress() {
  const [{ state, kind, resource, delivery }, set] = useQueryStates({
    state: parseAsStringLiteral(deliveryStates),
    kind: parseAsString,
    resource: parseAsString,
    delivery: parseAsString,
    tab: parseAsString,
  })
  const filter: DeliveryFilter = {
    ...(state === null ? {} : { state }),
    ...(usable(kind) === null ? {} : { kind: bareKind(kind ?? '') }),
    ...(usable(resource) === null ? {} : { resource: resource ?? '' }),
  }
  return { filter, opened: delivery, set, isOn: Object.keys(filter).length > 0 }
}

/** What came, the newest first. */
export function DeliveryLog() {
  const { filter, opened, set, isOn } = useDeliveryAddress()
  const query = useInfiniteQuery({ ...webhookQueries.deliveries(filter), refetchInterval: pollShort })
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const deliveries = data?.pages.flatMap((page) => page.deliveries) ?? []
  const clear = () => void set({ state: null, kind: null, resource: null })
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <select
          aria-label="State"
          value={filter.state ?? ''}
          onChange={({ target }) => void set({ state: deliveryStates.find((name) => name === target.value) ?? null })}
          className={classNames(inputClass, 'w-auto! max-sm:flex-1')}
        >
          <option value="">Every state</option>
          {deliveryStates.map((state) => (
            <option key={state} value={state}>
              {stateWords[state]}
            </option>
          ))}
        </select>
        <KindFilter kind={filter.kind} onChange={(kind) => void set({ kind })} />
        {filter.resource !== undefined && (
          <span className="min-w-0 text-sm text-ink-muted">
            of <code className="font-mono text-xs break-all">{filter.resource}</code>
          </span>
        )}
        {isOn && (
          <Button variant="ghost" onClick={clear}>
            Clear
          </Button>
        )}
      </div>
      <ListStates query={query} title="The deliveries could not be read">
        {deliveries.length === 0 && (
          <EmptyState
            icon={Webhook}
            title={isOn ? 'No delivery is like that' : 'Nothing was delivered yet'}
            action={
              isOn ? (
                <Button onClick={clear}>Show every delivery</Button>
              ) : (
                <Button onClick={() => void set({ tab: 'subscriptions' })}>Go to subscriptions</Button>
              )
            }
          >
            {isOn
              ? 'There are others: clear the filter to see them.'
              : 'The service sends here once there is a subscription to the receiver’s address. Deliveries are kept for 30 days.'}
          </EmptyState>
        )}
      </ListStates>
      {deliveries.length > 0 && (
        <ul aria-label="Deliveries" className="divide-y divide-line rounded border border-line bg-surface">
          {deliveries.map((delivery) => (
            <DeliveryRow
              key={delivery.deliveryId}
              delivery={delivery}
              onOpen={() => void set({ delivery: delivery.deliveryId })}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button className="self-center" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older ones
        </Button>
      )}
      {opened !== null && <DeliveryDialog deliveryId={opened} onClose={() => void set({ delivery: null })} />}
    </div>
  )
}

function KindFilter({ kind, onChange }: { kind: string | undefined; onChange: (kind: string | null) => void }) {
  const known = [...offeredKinds.map(bareKind), ...otherFamilies.map(({ family }) => family as string)]
  return (
    <select
      aria-label="Kind of event"
      value={kind ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      className={classNames(inputClass, 'w-auto! max-w-full max-sm:flex-1')}
    >
      <option value="">Every kind of event</option>
      <optgroup label="Inspections">
        {offeredKinds.map((each) => (
          <option key={each} value={bareKind(each)}>
            {describeKind(each)}
          </option>
        ))}
      </optgroup>
      <optgroup label="What nothing here follows">
        {otherFamilies.map(({ family, label }) => (
          <option key={family} value={family}>
            {label}
          </option>
        ))}
      </optgroup>
      {kind !== undefined && !known.includes(kind) && <option value={kind}>{describeKind(kind)}</option>}
    </select>
  )
}
