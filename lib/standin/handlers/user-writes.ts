import * as z from 'zod'
import { answerJson } from '../answers'
import { Refusal } from '../refusals'
import { organizationId } from '../users/demo'
import { activeStatus, deactivatedStatus, seatTypes, type UserRow } from '../users/steps'
import { foldEmail, type UserStore } from '../users/store'
import { parseSent, sentName } from './asset-parts'
import type { Handler } from './context'

const creation = z.looseObject({
  firstname: sentName,
  lastname: sentName,
  email: z.email(),
  password: z.string().optional(),
  reset_password_required: z.boolean().optional(),
  seat_type: z.enum(seatTypes).optional(),
})

const update = z.looseObject({
  new_email: z.email().optional(),
  firstname: sentName.optional(),
  lastname: sentName.optional(),
  status: z.enum(['active', 'inactive']).optional(),
})

function requireUser(store: UserStore, id: string | undefined): UserRow {
  const row = store.user(id ?? '')
  if (!row) throw new Refusal(404, 'The requested user was not found')
  return row
}

/** A deactivated user becomes active again. The password is neither checked nor stored. */
export const createUser: Handler = ({ users: { store }, body, tick }) => {
  const sent = parseSent(creation, body)
  const known = store.userByEmail(sent.email)
  if (known && known.status === activeStatus) throw new Refusal(400, 'A user with this email exists already')
  const at = tick()
  const row: UserRow = {
    timezone: 'Europe/Dublin',
    language: 'LANGUAGE_EN_GB',
    permissionSetId: null,
    groupIds: [],
    siteIds: [],
    attributes: {},
    createdAtMs: at,
    ...known,
    id: known?.id ?? store.takeUserId(),
    email: foldEmail(sent.email),
    firstName: sent.firstname,
    lastName: sent.lastname,
    seatType: sent.seat_type ?? known?.seatType ?? 'SUBSCRIPTION_SEAT_TYPE_PREMIUM',
    status: activeStatus,
    modifiedAtMs: at,
  }
  store.change({ do: 'put-users', users: [row] }, at)
  // The official tools read `user.user_id`. INFERRED: `id`, because the pages only say that the id is returned.
  const { id, email, firstName: firstname, lastName: lastname, seatType: seat_type } = row
  return answerJson({ id, user: { user_id: id, email, firstname, lastname, status: 'active', seat_type } })
}

export const updateUser: Handler = ({ users: { store }, params, body, tick }) => {
  const known = requireUser(store, params['userId'])
  const sent = parseSent(update, body)
  const email = sent.new_email === undefined ? known.email : foldEmail(sent.new_email)
  const other = store.userByEmail(email)
  if (other && other.id !== known.id) throw new Refusal(400, 'Another user has this email')
  const at = tick()
  const row: UserRow = {
    ...known,
    email,
    firstName: sent.firstname ?? known.firstName,
    lastName: sent.lastname ?? known.lastName,
    status: sent.status === undefined ? known.status : sent.status === 'active' ? activeStatus : deactivatedStatus,
    modifiedAtMs: at,
  }
  store.change({ do: 'put-users', users: [row] }, at)
  const status = row.status === activeStatus ? 'active' : 'inactive'
  return answerJson({ id: row.id, email: row.email, firstname: row.firstName, lastname: row.lastName, status })
}

function requireGroup(store: UserStore, id: string | undefined): string {
  const group = store.groups.byId(id ?? '')
  if (!group) throw new Refusal(404, 'The requested group was not found')
  return group.id
}

/** INFERRED: the response of the path without a version. */
export const addGroupUser: Handler = ({ users: { store }, params, body, tick }) => {
  const groupId = requireGroup(store, params['groupId'])
  const row = requireUser(store, parseSent(z.looseObject({ user_id: z.string() }), body).user_id)
  if (groupId !== organizationId && !row.groupIds.includes(groupId)) {
    const at = tick()
    store.change({ do: 'put-users', users: [{ ...row, groupIds: [...row.groupIds, groupId], modifiedAtMs: at }] }, at)
  }
  return answerJson({ users: store.usersOf(groupId).map(({ id }) => id) })
}

export const removeGroupUser: Handler = ({ users: { store }, params, tick }) => {
  const groupId = requireGroup(store, params['groupId'])
  const row = requireUser(store, params['userId'])
  if (groupId === organizationId) throw new Refusal(400, 'Nobody can be removed from the organization itself')
  if (!row.groupIds.includes(groupId)) throw new Refusal(404, 'The user is not in this group')
  const at = tick()
  const groupIds = row.groupIds.filter((id) => id !== groupId)
  store.change({ do: 'put-users', users: [{ ...row, groupIds, modifiedAtMs: at }] }, at)
  return answerJson({ ok: true })
}
