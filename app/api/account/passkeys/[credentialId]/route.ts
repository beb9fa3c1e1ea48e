import { removePasskey, renamePasskey } from '@/lib/factors/mutations'
import { passkeyChange, passkeyParams } from '@/lib/factors/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const PATCH = route(
  {
    summary: 'Rename one of your passkeys',
    access: 'signed-in',
    proof: 'fresh',
    params: passkeyParams,
    body: passkeyChange,
  },
  ({ actor, params, body }) => renamePasskey(actor, params.credentialId, body.name),
)

export const DELETE = route(
  { summary: 'Remove one of your passkeys', access: 'signed-in', proof: 'fresh', params: passkeyParams },
  ({ actor, params }) => removePasskey(actor, params.credentialId),
)
