import Link from 'next/link'
import { formatCount } from '@/lib/browser/numbers'
import { Counting } from '@/components/status-groups/counting'
import { assetsHref } from '@/components/status-groups/links'

/** Assets by the ids of their statuses; null where they cannot be counted. */
export type Counts = Readonly<Record<string, number>> | 'counting' | null

/** Assets with that status; null where that is not known. A status that is not saved yet has none. */
export function countOf(counts: Counts, optionId: string | null): number | null {
  if (optionId === null) return 0
  return counts === null || counts === 'counting' ? null : (counts[optionId] ?? 0)
}

/** How many assets have a status, leading to them. */
export function StatusCount({ optionId, name, counts }: { optionId: string; name: string; counts: Counts }) {
  if (counts === 'counting') return <Counting className="text-sm" />
  const count = countOf(counts, optionId)
  if (count === null) return <span className="text-sm text-ink-muted">not counted</span>
  if (count === 0) return <span className="text-sm text-ink-muted tabular-nums">0 assets</span>
  return (
    <Link
      href={assetsHref({ status: optionId })}
      prefetch={false}
      aria-label={`${formatCount(count)} ${count === 1 ? 'asset is' : 'assets are'} ${name}`}
      className="text-sm text-accent-ink tabular-nums underline-offset-2 hover:underline"
    >
      {formatCount(count)} {count === 1 ? 'asset' : 'assets'}
    </Link>
  )
}
