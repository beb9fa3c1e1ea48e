import 'server-only'
import type { Role } from '@/lib/access/permissions'
import { settings } from '@/lib/env'

/** Whether the settings require a second factor from people with this role. */
export function isFactorRequired(role: Role): boolean {
  const { secondFactor } = settings()
  return secondFactor === 'everyone' || (secondFactor === 'admins' && role === 'admin')
}
