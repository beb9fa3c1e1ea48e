'use client'

import { Paperclip } from 'lucide-react'
import type { ReactNode } from 'react'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import type { AssetDetail, AssetRow } from '@/lib/assets/schema'
import { formatCount } from '@/lib/browser/numbers'
import { describeState } from './words'

/** What is known of an asset: from the list at once, the rest as soon as the service has told it. */
export function AssetFacts({
  asset,
  detail,
  isReading,
}: {
  asset: AssetRow
  detail: AssetDetail | undefined
  isReading: boolean
}) {
  const rest = Object.entries(detail?.rest ?? {})
  return (
    <>
      <Facts>
        <Fact name="Type">{asset.typeName ?? asset.typeId}</Fact>
        <Fact name="Site">{asset.siteName ?? asset.siteId}</Fact>
        <Fact name="State">{describeState(asset.state)}</Fact>
        <Fact name="Modified">{asset.modifiedAt === null ? null : <Time value={asset.modifiedAt} />}</Fact>
        {detail !== undefined && (
          <>
            <Fact name="Created">{detail.createdAt === null ? null : <Time value={detail.createdAt} />}</Fact>
            <Fact name="Last inspected">
              {detail.inspectedAt === null ? null : <Time value={detail.inspectedAt} />}
            </Fact>
            {detail.isExternal !== null && (
              <Fact name="Kept by">{detail.isExternal ? 'Another system' : 'The inspection service'}</Fact>
            )}
          </>
        )}
        <Fact name="Id">
          <code className="font-mono text-xs select-all wrap-anywhere">{asset.assetId}</code>
        </Fact>
      </Facts>
      {isReading && (
        <div className="space-y-2" aria-busy>
          <Skeleton className="h-3 w-24" />
          <Skeleton className="h-4 w-64" />
          <Skeleton className="h-4 w-56" />
        </div>
      )}
      {detail !== undefined && (
        <Part title="Fields">
          {detail.fields.length === 0 ? (
            <p className="text-sm text-ink-muted">It has no fields of its own.</p>
          ) : (
            <Facts>
              {detail.fields.map((field) => (
                <Fact key={field.fieldId} name={field.name === '' ? field.fieldId : field.name} kind={field.kind}>
                  {isInstant(field) ? <Time value={field.text} /> : field.text}
                </Fact>
              ))}
            </Facts>
          )}
        </Part>
      )}
      {detail !== undefined && detail.mediaNames.length > 0 && (
        <Part title={`Files (${formatCount(detail.mediaNames.length)})`}>
          <ul className="space-y-1 text-sm">
            {/* Two files may have one name; their order does not change. */}
            {detail.mediaNames.map((name, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- see above
              <li key={index} className="flex items-start gap-2 wrap-anywhere">
                <Paperclip aria-hidden size={14} strokeWidth={1.75} className="mt-0.5 shrink-0 text-ink-muted" />
                {name}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {rest.length > 0 && (
        <details className="text-sm">
          <summary className="cursor-pointer rounded text-ink-muted hover:text-ink">
            What else the service says ({formatCount(rest.length)})
          </summary>
          <pre className="mt-2 max-h-80 overflow-auto rounded border border-line bg-canvas p-2 font-mono text-xs wrap-anywhere whitespace-pre-wrap">
            {JSON.stringify(detail?.rest, null, 2)}
          </pre>
        </details>
      )}
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 text-xs font-medium text-ink-muted">{title}</h3>
      {children}
    </section>
  )
}

function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[minmax(6rem,9rem)_1fr] gap-x-3 gap-y-1.5 text-sm">{children}</dl>
}

const kindWords: Readonly<Record<string, string>> = {
  string: 'text',
  string_value: 'text',
  timestamp: 'time',
  timestamp_value: 'time',
  money: 'money',
  money_value: 'money',
}

function describeKind(kind: string): string {
  return kindWords[kind.toLowerCase()] ?? kind.replaceAll('_', ' ').toLowerCase()
}

/** A time as the service writes it, which people read better in their own zone. */
function isInstant({ kind, text }: AssetDetail['fields'][number]): boolean {
  return /time|date/i.test(kind) && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/.test(text)
}

/** A fact with its name; one that the service does not tell says so. */
function Fact({ name, kind, children }: { name: string; kind?: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-muted wrap-anywhere" title={kind === undefined ? undefined : describeKind(kind)}>
        {name}
      </dt>
      <dd className="wrap-anywhere whitespace-pre-wrap">
        {children === null || children === undefined || children === '' ? (
          <span className="text-ink-muted">Not told</span>
        ) : (
          children
        )}
      </dd>
    </>
  )
}
