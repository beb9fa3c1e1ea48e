import { route } from '@/lib/http/route'
import { countReviews } from '@/lib/reviews/counts'
import { reviewCounts } from '@/lib/reviews/schema'

export const dynamic = 'force-dynamic'

export const GET = route({ access: 'reviews:read', answer: reviewCounts }, () => countReviews())
