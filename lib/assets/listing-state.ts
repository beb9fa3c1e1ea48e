import 'server-only'
import { createListingLease } from '@/lib/background/listing-lease'

/** How often all assets are listed, and which console does it. */
export const assetListing = createListingLease({ name: 'assets', everyMinutes: 10 })
