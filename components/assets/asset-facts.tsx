'use client'

import { useFormatter, useTranslations } from 'next-intl'
import type { Translator } from '@/lib/messages/translator'
import { Paperclip } from 'lucide-react'
import type { ReactNode } from 'react'
import { NameLink } from '@/components/ui/lists/name-link'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/dates/time'
import { siteHref } from '@/lib/browser/routes'
import type { AssetDetail, AssetRow } from '@/lib/assets/schema'
import { typeHref } from './address'
import { describeState } from './texts'

/** The facts about an asset: first those from the list, then the rest when its detail has loaded. */
export function AssetFacts({
  asset,
  detail,
  isReading,
}: {
  asset: AssetRow
  detail: AssetDetail | undefined
  isReading: boolean
}) {
  const t = useTranslations('assets.facts')
  const words = useTranslations('assets')
  const rest = Object.entries(detail?.rest ?? {})
  return (
    <>
      <Facts>
        <Fact name={t('type')}>
          {asset.typeName === null ? (
            asset.typeId
          ) : (
            <NameLink href={typeHref(asset.typeName)}>{asset.typeName}</NameLink>
          )}
        </Fact>
        <Fact name={t('site')} none={t('noSite')}>
          {asset.siteName === null ? (
            asset.siteId
          ) : (
            <NameLink href={siteHref(asset.siteName)}>{asset.siteName}</NameLink>
          )}
        </Fact>
        <Fact name={t('state')}>{describeState(words, asset.state)}</Fact>
        <Fact name={t('modified')}>{asset.modifiedAt === null ? null : <Time value={asset.modifiedAt} />}</Fact>
        {detail !== undefined && (
          <>
            <Fact name={t('created')}>{detail.createdAt === null ? null : <Time value={detail.createdAt} />}</Fact>
            <Fact name={t('inspected')}>
              {detail.inspectedAt === null ? null : <Time value={detail.inspectedAt} />}
            </Fact>
            {detail.isExternal !== null && (
              <Fact name={t('source')}>{detail.isExternal ? t('otherSystem') : t('service')}</Fact>
            )}
          </>
        )}
        <Fact name={t('id')}>
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
        <Part title={t('fields')}>
          {detail.fields.length === 0 ? (
            <p className="text-sm text-ink-muted">{t('noFields')}</p>
          ) : (
            <Facts>
              {detail.fields.map((field) => (
                <Fact
                  key={field.fieldId}
                  name={field.name === '' ? field.fieldId : field.name}
                  kind={field.kind}
                  none={t('emptyField')}
                >
                  <FieldValue field={field} />
                </Fact>
              ))}
            </Facts>
          )}
        </Part>
      )}
      {detail !== undefined && detail.mediaNames.length > 0 && (
        <Part title={t('files', { count: detail.mediaNames.length })}>
          <ul className="space-y-1 text-sm">
            {/* Two files may have the same name, and their order does not change. */}
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
            {t('more', { count: rest.length })}
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

function describeKind(t: Translator<'assets.facts.kind'>, kind: string): string {
  const word = kind.toLowerCase().replace(/_value$/, '')
  return word === 'string' || word === 'timestamp' || word === 'money' ? t(word) : word.replaceAll('_', ' ')
}

/** As `lib/service/asset-shapes.ts` writes an amount. Other texts are shown unchanged. */
const priceText = /^(-?\d+\.\d\d) ([A-Z]{3})$/

function FieldValue({ field }: { field: AssetDetail['fields'][number] }) {
  const format = useFormatter()
  if (isInstant(field)) return <Time value={field.text} />
  const [, amount, currency] = /money/i.test(field.kind) ? (priceText.exec(field.text) ?? []) : []
  if (amount === undefined || currency === undefined) return field.text
  return format.number(Number(amount), { style: 'currency', currency })
}

/** Whether a field is a time in the format of SafetyCulture, which is shown in the person's time zone. */
function isInstant({ kind, text }: AssetDetail['fields'][number]): boolean {
  return /time|date/i.test(kind) && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/.test(text)
}

/** A fact with its name. `none` is shown if there is no value. */
function Fact({ name, kind, none, children }: { name: string; kind?: string; none?: string; children: ReactNode }) {
  const t = useTranslations('assets.facts')
  const kinds = useTranslations('assets.facts.kind')
  return (
    <>
      <dt className="text-ink-muted wrap-anywhere" title={kind === undefined ? undefined : describeKind(kinds, kind)}>
        {name}
      </dt>
      <dd className="wrap-anywhere whitespace-pre-wrap">
        {children === null || children === undefined || children === '' ? (
          <span className="text-ink-muted">{none ?? t('unknown')}</span>
        ) : (
          children
        )}
      </dd>
    </>
  )
}
