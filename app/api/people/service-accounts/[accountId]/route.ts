import { serviceAccount, serviceAccountChange, serviceAccountPlace } from '@/lib/api-tokens/schema'
import { changeServiceAccount } from '@/lib/api-tokens/service-account-mutations'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const PATCH = route(
  {
    summary: 'Rename, disable or enable a service account, or change its role',
    access: 'people:write',
    callers: 'people',
    proof: 'fresh',
    params: serviceAccountPlace,
    body: serviceAccountChange,
    answer: serviceAccount,
  },
  ({ actor, params, body }) => changeServiceAccount(actor, params.accountId, body),
)
