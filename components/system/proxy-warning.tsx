'use client'

import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { Time } from '@/components/ui/time'
import { formatCount } from '@/lib/browser/numbers'
import { systemQueries } from '@/lib/system/queries'

/** Requests come through a proxy that the settings do not name: then all its users count as one address. */
export function ProxyWarning() {
  const { data } = useQuery(systemQueries.details())
  const proxies = data?.untrustedProxies ?? []
  if (proxies.length === 0) return null
  return (
    <section
      aria-label="Proxy that is not trusted"
      className="flex gap-3 rounded border border-attention/30 bg-attention-soft p-3 text-sm"
    >
      <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-attention" />
      <div className="min-w-0">
        <p className="font-medium">Requests arrive through a proxy that is not trusted</p>
        <p className="wrap-break-word">
          If you run the proxy below, add its address to <code className="font-mono">TRUSTED_PROXIES</code> and restart.
          Until then everyone behind it shares one address in the activity log and in sign-in limits. If you do not know
          it, somebody reaches this port directly: let only your proxy reach it.
        </p>
        <ul className="mt-2 flex flex-col gap-1">
          {proxies.map(({ address, requests, lastAt }) => (
            <li key={address} className="wrap-break-word tabular-nums">
              <code className="font-mono select-all">{address}</code> · {formatCount(requests)}{' '}
              {requests === 1 ? 'request' : 'requests'} · last <Time value={lastAt} format="relative" />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
