import * as z from 'zod'
import { answerJson } from '../answers'
import { organizationId } from '../users/demo'
import { foldEmail } from '../users/store'
import { activeStatus, type UserRow } from '../users/steps'
import { Refusal } from '../refusals'
import { pageById, parseSent } from './asset-parts'
import type { Handler } from './context'
import { readChoice, readOne } from './query'

const asText = z.union([z.string(), z.array(z.string())])
const emailsMax = 1_000

export const searchUsers: Handler = ({ users: { store }, body }) => {
  const { email } = parseSent(z.looseObject({ email: asText }), body)
  const emails = [...new Set((typeof email === 'string' ? [email] : email).map(foldEmail))]
  if (emails.length === 0 || emails.length > emailsMax)
    throw new Refusal(400, `"email" must contain from 1 to ${emailsMax} items`)
  const found = emails.flatMap((each) => store.userByEmail(each) ?? [])
  return answerJson({
    users: found.map(({ id, email: own, firstName, lastName }) => serializeUser(id, own, firstName, lastName)),
  })
}

const serializeUser = (id: string, email: string, firstname: string, lastname: string) => ({
  id,
  email,
  firstname,
  lastname,
})
const readState = ({ status }: UserRow) => (status === activeStatus ? 'active' : 'inactive')

export const getUser: Handler = ({ users: { store }, params }) => {
  const row = store.user(params['userId'] ?? '')
  if (!row) throw new Refusal(404, 'The requested user was not found')
  return answerJson({ ...serializeUser(row.id, row.email, row.firstName, row.lastName), status: readState(row) })
}

export const listGroups: Handler = ({ users: { store } }) =>
  answerJson({ groups: store.groups.all().map(({ id, name }) => ({ id, name })) })

function readWhole(query: URLSearchParams, name: string, least: number, most: number, fallback: number): number {
  const given = readOne(query, name)
  if (given === null) return fallback
  const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN
  if (!(value >= least && value <= most)) throw new Refusal(400, `"${name}" must be a number from ${least} to ${most}`)
  return value
}

export const listGroupUsers: Handler = ({ users: { store }, params, query }) => {
  const id = params['groupId'] ?? ''
  if (!store.groups.byId(id)) throw new Refusal(404, 'The requested group was not found')
  const limit = readWhole(query, 'limit', 1, 2_000, 2_000)
  const offset = readWhole(query, 'offset', 0, 100_000_000, 0)
  const status = readChoice(query, 'status', ['active', 'inactive', 'all'] as const, 'all')
  const found = store.usersOf(id).filter((row) => status === 'all' || readState(row) === status)
  return answerJson({
    users: found.slice(offset, offset + limit).map((row) => ({
      user_id: row.id,
      firstname: row.firstName,
      lastname: row.lastName,
      email: row.email,
      status: readState(row),
      seat_type: row.seatType,
    })),
    total: found.length,
  })
}

const list = z.looseObject({
  page_size: z.number().int().min(0).max(200).optional(),
  page_token: z.string().optional(),
  list_all: z.boolean().optional(),
  filters: z
    .looseObject({ user_ids: z.array(z.string()).nullish(), statuses: z.array(z.string()).nullish() })
    .nullish(),
})

const makeLocale = (language: string) => {
  const [tongue = 'en', place = 'US'] = language.replace('LANGUAGE_', '').split('_')
  return `${tongue.toLowerCase()}-${place}`
}

export const listUsers: Handler = ({ users: { store }, body }) => {
  const sent = parseSent(list, body)
  const ids = new Set(sent.filters?.user_ids)
  const statuses = new Set(sent.filters?.statuses)
  if (sent.list_all !== true && ids.size === 0 && statuses.size === 0)
    throw new Refusal(400, 'list_all or filters is required')
  const { items, next_page_token } = pageById(
    store.users(),
    sent,
    ({ id, status }) =>
      sent.list_all === true || ((ids.size === 0 || ids.has(id)) && (statuses.size === 0 || statuses.has(status))),
  )
  return answerJson({
    users: items.map((row) => ({
      user_id: row.id,
      org_id: organizationId,
      first_name: row.firstName,
      last_name: row.lastName,
      email: row.email,
      username: row.email,
      status: row.status,
      seat_type: row.seatType,
      timezone: row.timezone,
      locale: makeLocale(row.language),
    })),
    next_page_token,
  })
}
