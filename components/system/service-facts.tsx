'use client'

import { Badge } from '@/components/ui/badge'
import { useNow } from '@/lib/browser/now'
import type { SystemStatus } from '@/lib/system/schema'
import { Facts } from './facts'

const breakerWords = {
  closed: ['good', 'Reachable'],
  'half-open': ['attention', 'Being tried again'],
  open: ['bad', 'Not reachable'],
} as const

/** How the console reaches the service, and when it tries again while it does not. */
export function ServiceFacts({
  status: { mode, service },
}: {
  status: {
    mode: SystemStatus['mode']
    service: Pick<SystemStatus['service'], 'host' | 'breaker' | 'nextProbeAt' | 'refused'>
  }
}) {
  const [tone, words] = breakerWords[service.breaker]
  return (
    <Facts
      rows={[
        [
          'Address',
          <span key="host" className="font-mono text-xs break-all">
            {service.host}
          </span>,
        ],
        [
          'Kind',
          mode === 'demo' ? (
            <Badge tone="attention" icon={null}>
              Demo: the built-in stand-in
            </Badge>
          ) : (
            'The organization’s service'
          ),
        ],
        [
          'Connection',
          <span key="breaker" className="flex flex-col items-start gap-1">
            <Badge tone={tone}>{words}</Badge>
            {service.nextProbeAt !== null && <NextProbe at={service.nextProbeAt} />}
          </span>,
        ],
        [
          'Token',
          service.refused === null ? (
            <Badge tone="good">Accepted</Badge>
          ) : (
            <span className="flex flex-col items-start gap-1">
              <Badge tone="bad">Refused</Badge>
              {service.refused}
            </span>
          ),
        ],
        ['Token types', <TokenTypes key="types" />],
      ]}
    />
  )
}

/** SafetyCulture has two types of token and does not say which one it was given. */
function TokenTypes() {
  return (
    <div className="flex flex-col gap-1">
      <p>
        <span className="font-medium">Service user:</span> for shared use, such as Sightline. Expires after 31 to 180
        days without use.
      </p>
      <p>
        <span className="font-medium">User:</span> for one person. Expires after 30 days without use.
      </p>
      <p className="text-ink-muted">
        Both show only what their owner can access. SafetyCulture does not say which type is connected; the connection
        check names the owner.
      </p>
    </div>
  )
}

function NextProbe({ at }: { at: string }) {
  const seconds = Math.ceil((Date.parse(at) - useNow(1000)) / 1000)
  return (
    <span className="text-ink-muted">
      Calls are held back. {seconds > 0 ? `The next try is in ${seconds} s.` : 'It is being tried now.'}
    </span>
  )
}
