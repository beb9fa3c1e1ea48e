import { useQuery } from '@tanstack/react-query'
import { useMounted } from '@/lib/browser/now'
import { useZone } from '@/lib/browser/preferences/zone'
import { overviewQueries } from './queries'
import type { Attention } from './schema'

/** What needs attention, with days of the person’s own time zone; undefined while it is unknown. */
export function useAttention(): Attention | undefined {
  const { preferredZone } = useZone()
  const { data } = useQuery(overviewQueries.attention(preferredZone))
  return useMounted() ? data : undefined
}
