import type { WireUser } from '@/lib/service/users'

/** A user as the service returns it, for tests. */
export function wireUser(given: Partial<WireUser> & { userId: string }): WireUser {
  return {
    email: `${given.userId}@x.example`,
    firstName: null,
    lastName: null,
    seatType: null,
    timezone: null,
    status: 'USER_ACTIVE_STATUS_ACTIVE',
    locale: null,
    rest: {},
    ...given,
  }
}
