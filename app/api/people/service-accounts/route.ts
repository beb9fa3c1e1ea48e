import { listServiceAccounts } from '@/lib/api-tokens/data'
import { newServiceAccount, serviceAccount, serviceAccountList } from '@/lib/api-tokens/schema'
import { createServiceAccount } from '@/lib/api-tokens/service-account-mutations'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List service accounts with their tokens',
    access: 'people:read',
    callers: 'people',
    answer: serviceAccountList,
  },
  () => listServiceAccounts(),
)

export const POST = route(
  {
    summary: 'Create a service account',
    access: 'people:write',
    callers: 'people',
    proof: 'fresh',
    body: newServiceAccount,
    answer: serviceAccount,
  },
  ({ actor, body }) => createServiceAccount(actor, body),
)
