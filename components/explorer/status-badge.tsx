import { Badge, type Tone } from '@/components/ui/badge'

function toneOf(status: number): Tone {
  if (status < 300) return 'good'
  if (status < 400) return 'neutral'
  return status < 500 && status !== 429 ? 'bad' : 'attention'
}

const words: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  204: 'No content',
  400: 'Bad request',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Other method',
  409: 'Conflict',
  413: 'Too large',
  422: 'Not valid',
  429: 'Too many requests',
  500: 'Failed',
  501: 'Not built',
  502: 'Service failed',
  503: 'Not available',
  504: 'Outcome unknown',
}

/** The status of an answer with its word. Null: none came. */
export function StatusBadge({ status }: { status: number | null }) {
  if (status === null) return <Badge tone="unknown">No answer</Badge>
  return (
    <Badge tone={toneOf(status)}>
      {status} {words[status] ?? ''}
    </Badge>
  )
}
