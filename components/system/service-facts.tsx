'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { useNow } from '@/lib/browser/now'
import type { SystemStatus } from '@/lib/system/schema'
import { Facts } from './facts'

const breakers = {
  closed: ['good', 'closed'],
  'half-open': ['attention', 'halfOpen'],
  open: ['bad', 'open'],
} as const

/** How Sightline reaches SafetyCulture, and when it tries again after a failure. */
export function ServiceFacts({
  status: { mode, service },
}: {
  status: {
    mode: SystemStatus['mode']
    service: Pick<SystemStatus['service'], 'host' | 'breaker' | 'nextProbeAt' | 'refused'>
  }
}) {
  const t = useTranslations('system.service')
  const [tone, key] = breakers[service.breaker]
  return (
    <Facts
      rows={[
        [
          t('address'),
          <span key="host" className="font-mono text-xs break-all">
            {service.host}
          </span>,
        ],
        [
          t('mode'),
          mode === 'demo' ? (
            <Badge tone="attention" icon={null}>
              {t('demo')}
            </Badge>
          ) : (
            t('live')
          ),
        ],
        [
          t('connection'),
          <span key="breaker" className="flex flex-col items-start gap-1">
            <Badge tone={tone}>{t(`breaker.${key}`)}</Badge>
            {service.nextProbeAt !== null && <NextProbe at={service.nextProbeAt} />}
          </span>,
        ],
        [
          t('token'),
          service.refused === null ? (
            <Badge tone="good">{t('accepted')}</Badge>
          ) : (
            <span className="flex flex-col items-start gap-1">
              <Badge tone="bad">{t('refused')}</Badge>
              {service.refused}
            </span>
          ),
        ],
        [t('tokenTypes'), <TokenTypes key="types" />],
      ]}
    />
  )
}

const b = (text: ReactNode) => <span className="font-medium">{text}</span>

/** SafetyCulture has two types of token and does not say which one is used. */
function TokenTypes() {
  const t = useTranslations('system.service')
  return (
    <div className="flex flex-col gap-1">
      <p>{t.rich('serviceUser', { b })}</p>
      <p>{t.rich('user', { b })}</p>
      <p className="text-ink-muted">{t('owner')}</p>
    </div>
  )
}

function NextProbe({ at }: { at: string }) {
  const t = useTranslations('system.service')
  const seconds = Math.ceil((Date.parse(at) - useNow(1000)) / 1000)
  return (
    <span className="text-ink-muted">{seconds > 0 ? t('nextTry', { seconds: String(seconds) }) : t('trying')}</span>
  )
}
