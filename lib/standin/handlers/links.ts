import * as z from 'zod'
import { answerJson } from '../answers'
import { hashText, makeHex } from '../random'
import { sharePermissions } from '../records/steps'
import { Refusal } from '../refusals'
import { teams } from '../users/demo'
import { parseSent } from './asset-parts'
import type { Handler } from './context'
import { requireEntry } from './inspections'

const webOrigin = 'https://app.harrowquill.example'

/** INFERRED: the response is not documented. Sharing adds people and never replaces them. */
export const shareInspection: Handler = ({ store, records, users, params, body }) => {
  const { auditId } = requireEntry(store, params['auditId'])
  const { shares } = parseSent(
    z.looseObject({
      shares: z
        .array(z.object({ id: z.string(), permission: z.enum(sharePermissions) }))
        .min(1)
        .max(1_000),
    }),
    body,
  )
  const { store: people } = users
  const unknown = shares.find(
    ({ id }) => !people.user(id) && !people.groups.byId(id) && !teams.some((t) => t.id === id),
  )
  if (unknown) throw new Refusal(400, `"shares" names "${unknown.id}", which is no user or group`)
  const kept = new Map([...records.shares(auditId), ...shares].map((share) => [share.id, share]))
  records.change({ do: 'put-shares', auditId, shares: [...kept.values()] })
  return answerJson({})
}

/** The same link until it is deleted. The first request creates it. */
export const getWebReportLink: Handler = ({ store, records, params }) => {
  const { auditId } = requireEntry(store, params['auditId'])
  const known = records.link(auditId)
  const number = known?.isThere ? known.number : (known?.number ?? 0) + 1
  if (!known?.isThere) records.change({ do: 'put-link', auditId, number, isThere: true })
  return answerJson({ url: `${webOrigin}/report/${makeHex(hashText(auditId), number, 0x41)}` })
}

export const deleteWebReportLink: Handler = ({ store, records, params }) => {
  const { auditId } = requireEntry(store, params['auditId'])
  const known = records.link(auditId)
  if (known?.isThere) records.change({ do: 'put-link', auditId, number: known.number, isThere: false })
  return answerJson({})
}

export const getDeepLink: Handler = ({ store, params }) => {
  const { auditId } = requireEntry(store, params['auditId'])
  return answerJson({ url: `${webOrigin}/inspection/${auditId}` })
}
