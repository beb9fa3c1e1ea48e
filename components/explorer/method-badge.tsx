import { classNames } from '@/lib/browser/class-names'

const tones: Readonly<Record<string, string>> = {
  GET: 'bg-good-soft text-good',
  POST: 'bg-accent-soft text-accent-ink',
  PUT: 'bg-attention-soft text-attention',
  PATCH: 'bg-attention-soft text-attention',
  DELETE: 'bg-bad-soft text-bad',
}

/** The method of an operation, as wide as the longest. */
export function MethodBadge({ method }: { method: string }) {
  return (
    <span
      className={classNames(
        'inline-flex h-5 w-14 shrink-0 items-center justify-center rounded-sm font-mono text-[0.6875rem] font-medium',
        tones[method] ?? 'bg-raised text-ink-muted',
      )}
    >
      {method}
    </span>
  )
}
