import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { api } from '@/lib/browser/api'
import { type Proof, proofWays } from './schema'

/** How the person can confirm that it is them. Read each time it is asked for: it changes in another tab. */
export const factorQueries = {
  proofWays: () =>
    queryOptions({
      queryKey: ['account', 'proof-ways'] as const,
      queryFn: ({ signal }) => api.get('/api/account/proof', undefined, proofWays, signal),
      staleTime: 0,
      gcTime: 0,
    }),
}

export const factorCalls = {
  /** @throws ApiError forbidden when it was wrong, throttled */
  prove: (given: Proof) => api.post('/api/account/proof', given, z.undefined()),
}
