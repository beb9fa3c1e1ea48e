/** Writes users (service.md 4.1) and reads responses about them (service.md 4.2). */
import { idOf, isFields, omit, readList, textOf, type Fields, type WirePage } from './shapes'

type WireReference = { id: string } | { name: string }
interface WireMembership {
  add: readonly WireReference[]
  remove: readonly WireReference[]
}

/** A user to create or change. Fields that are left out stay unchanged. */
export interface UpsertUser {
  username: string
  userId?: string | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  /** Only ever part of the body of the request. */
  password?: string | undefined
  seatType?: string | undefined
  timezone?: string | undefined
  status?: string | undefined
  language?: string | undefined
  permissionSet?: WireReference | undefined
  groups?: WireMembership | undefined
  sites?: WireMembership | undefined
  attributes?: ReadonlyArray<{ name: string; values: readonly string[] }> | undefined
}

const given = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

function writeMembership({ add, remove }: WireMembership): Fields | undefined {
  if (add.length === 0 && remove.length === 0) return undefined
  return given({
    add_references: add.length === 0 ? undefined : add,
    remove_references: remove.length === 0 ? undefined : remove,
  })
}

/** A user in the format of the upserts. */
export function writeUser(user: UpsertUser): { user: Fields } {
  const { groups, sites, attributes } = user
  return {
    user: given({
      username: user.username,
      user_id: user.userId,
      first_name: user.firstName,
      last_name: user.lastName,
      password: user.password,
      seat_type: user.seatType,
      timezone: user.timezone,
      status: user.status,
      language: user.language,
      permission_set: user.permissionSet,
      groups: groups === undefined ? undefined : writeMembership(groups),
      sites: sites === undefined ? undefined : writeMembership(sites),
      attributes: attributes?.map(({ name, values }) => ({
        reference: { name },
        values: values.map((value) => ({ string_value: value })),
      })),
    }),
  }
}

/** An existing user, as searches and lists return it. */
export interface WireUser {
  userId: string
  email: string
  firstName: string | null
  lastName: string | null
  seatType: string | null
  timezone: string | null
  status: string | null
  /** As the service spells it: `en-IE`. */
  locale: string | null
  /** Its other fields, unchanged. */
  rest: Readonly<Record<string, unknown>>
}

const userFields = new Set([
  'user_id',
  'id',
  'email',
  'username',
  'first_name',
  'firstname',
  'last_name',
  'lastname',
  'seat_type',
  'timezone',
  'status',
  'locale',
])

/**
 * A page of users. POST /users/search has `id`, `firstname` and `lastname`; POST /users/v1/users/list has `user_id`,
 * `first_name`, `last_name` and the rest.
 * @throws AppError upstream_failed when it is not a list
 */
export function readUserPage(value: unknown): WirePage<WireUser> {
  return readList(value, ['users'], 'users', (entry) => {
    if (!isFields(entry)) return null
    const userId = idOf(entry, 'user_id', 'id')
    const email = textOf(entry, 'email', 'username')
    if (userId === null || email === null) return null
    return {
      userId,
      email,
      firstName: textOf(entry, 'first_name', 'firstname'),
      lastName: textOf(entry, 'last_name', 'lastname'),
      seatType: textOf(entry, 'seat_type'),
      timezone: textOf(entry, 'timezone'),
      status: textOf(entry, 'status'),
      locale: textOf(entry, 'locale'),
      rest: omit(entry, userFields),
    }
  })
}
