import { useTranslations } from 'next-intl'
import { Badge, type Tone } from '@/components/ui/badge'

function toneOf(status: number): Tone {
  if (status < 300) return 'good'
  if (status < 400) return 'neutral'
  return status < 500 && status !== 429 ? 'bad' : 'attention'
}

/** Keys of `explorer.response.status` in the message catalog. */
const names = {
  200: 'ok',
  201: 'created',
  204: 'noContent',
  400: 'badRequest',
  401: 'notSignedIn',
  403: 'notAllowed',
  404: 'notFound',
  405: 'otherMethod',
  409: 'conflict',
  413: 'tooLarge',
  422: 'notValid',
  429: 'tooMany',
  500: 'failed',
  501: 'notBuilt',
  502: 'serviceFailed',
  503: 'notAvailable',
  504: 'outcomeUnknown',
} as const
const isNamed = (status: number): status is keyof typeof names => Object.hasOwn(names, status)

/** The status of a response with its name. Null: there was no response. */
export function StatusBadge({ status }: { status: number | null }) {
  const t = useTranslations('explorer.response.status')
  if (status === null) return <Badge tone="unknown">{t('none')}</Badge>
  return (
    <Badge tone={toneOf(status)}>
      {isNamed(status) ? t('withCode', { status: String(status), name: t(names[status]) }) : String(status)}
    </Badge>
  )
}
