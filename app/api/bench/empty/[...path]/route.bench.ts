// The same constant answer at a path of any depth, as the pass-through has it: Next takes longer to find such a route.
export const dynamic = 'force-dynamic'

export { GET } from '../route.bench'
