// The same constant response for a path of any depth, as in the pass-through: Next takes longer to find such a route.
export const dynamic = 'force-dynamic'

export { GET } from '../route.bench'
