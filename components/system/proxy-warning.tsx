'use client'

import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Time } from '@/components/ui/dates/time'
import { systemQueries } from '@/lib/system/queries'

/** Warns of a proxy that the settings do not name: all its users count as one address. */
export function ProxyWarning() {
  const t = useTranslations('system.proxy')
  const { data } = useQuery(systemQueries.details())
  const proxies = data?.untrustedProxies ?? []
  if (proxies.length === 0) return null
  return (
    <section
      aria-label={t('label')}
      className="flex gap-3 rounded border border-attention/30 bg-attention-soft p-3 text-sm"
    >
      <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-attention" />
      <div className="min-w-0">
        <p className="font-medium">{t('title')}</p>
        <p className="wrap-break-word">
          {t.rich('text', { code: (text) => <code className="font-mono">{text}</code> })} {t('unknownProxy')}
        </p>
        <ul className="mt-2 flex flex-col gap-1">
          {proxies.map(({ address, requests, lastAt }) => (
            <li key={address} className="wrap-break-word tabular-nums">
              {t.rich('row', {
                address,
                requests,
                code: (text: ReactNode) => <code className="font-mono select-all">{text}</code>,
                time: () => <Time value={lastAt} format="relative" />,
              })}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
