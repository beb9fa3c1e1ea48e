import * as z from 'zod'
import { answerJson } from '../answers'
import { choiceSetKeys, resolveSet } from '../demo/choices'
import { hashText, makeHex, makeUuid } from '../random'
import type { ResponseSet } from '../records/steps'
import { Refusal } from '../refusals'
import { parseSent, sentName } from './asset-parts'
import type { Handler, HandlerContext } from './context'
import { readLimit } from './query'

const setNames: Record<string, string> = {
  yesno: 'Yes – No – N/A',
  safe: 'Safe – At Risk – N/A',
  passfail: 'Pass – Fail – N/A',
  condition: 'Good – Fair – Poor',
  damage: 'Racking damage',
  ppe: 'Protective equipment',
  allergens: 'Allergens',
  hazards: 'Hazards',
  shift: 'Shifts',
}

const demoSets: readonly ResponseSet[] = choiceSetKeys.map((key, at) => {
  const created = new Date(Date.UTC(2024, 1, 5 + at, 10)).toISOString()
  return {
    responseset_id: `responseset_${makeHex(hashText(key), 0x5e)}`,
    name: setNames[key] ?? key,
    created_at: created,
    updated_at: created,
    responses: resolveSet(key).responses.map(({ id, label, short_label }) => ({ id, label, short_label })),
  }
})

/** The demo's sets in their current state, then the sets that were created. */
const allSets = ({ records }: HandlerContext): ResponseSet[] => [
  ...new Map([...demoSets, ...records.sets()].map((set) => [set.responseset_id, set])).values(),
]

function requireSet(context: HandlerContext): ResponseSet {
  const set = allSets(context).find(({ responseset_id }) => responseset_id === context.params['id'])
  if (!set) throw new Refusal(404, 'The requested response set was not found')
  return set
}

/** Stores the new state of a set. */
function keepSet({ records }: HandlerContext, set: ResponseSet): void {
  records.change({ do: 'put-set', set })
}

const sentResponse = z.looseObject({ label: sentName, short_label: z.string().optional() })
const sent = z.looseObject({ name: sentName, responses: z.array(sentResponse).min(1).max(2_000) })

/** An id that no response of the set ever had, even when labels are removed and added again. */
const makeResponseId = (setId: string, label: string, at: string) =>
  makeUuid(hashText(setId), hashText(`${label} ${at}`), 3)

/** The responses of a set; an existing label keeps its id. @throws Refusal 400 for a repeated label */
function makeResponses(
  setId: string,
  asked: z.infer<typeof sent>['responses'],
  before: ResponseSet['responses'],
  at: string,
): ResponseSet['responses'] {
  const labels = new Set(asked.map(({ label }) => label))
  if (labels.size < asked.length) throw new Refusal(400, '"responses" has the same label twice')
  return asked.map(({ label, short_label }) => {
    const known = before.find((response) => response.label === label)
    return {
      id: known?.id ?? makeResponseId(setId, label, at),
      label,
      short_label: short_label ?? known?.short_label ?? '',
    }
  })
}

export const listResponseSets: Handler = (context) =>
  answerJson({
    response_sets: allSets(context)
      .slice(0, readLimit(context.query))
      .map(({ responseset_id, name, created_at }) => ({ responseset_id, name, created_at })),
  })

export const getResponseSet: Handler = (context) => answerJson(requireSet(context))

export const createResponseSet: Handler = (context) => {
  const { name, responses } = parseSent(sent, context.body)
  const id = `responseset_${makeHex(hashText(name), allSets(context).length, 0x5f)}`
  const at = new Date(context.tick()).toISOString()
  const set = {
    responseset_id: id,
    name,
    created_at: at,
    updated_at: at,
    responses: makeResponses(id, responses, [], at),
  }
  keepSet(context, set)
  return answerJson(set)
}

export const updateResponseSet: Handler = (context) => {
  const known = requireSet(context)
  const { name, responses } = parseSent(sent, context.body)
  const at = new Date(context.tick()).toISOString()
  const made = makeResponses(known.responseset_id, responses, known.responses, at)
  const set = { ...known, name, updated_at: at, responses: made }
  keepSet(context, set)
  return answerJson(set)
}

/** @throws Refusal 404 */
function requireResponse({ params }: HandlerContext, { responses }: ResponseSet) {
  const found = responses.find(({ id }) => id === params['responseId'])
  if (!found) throw new Refusal(404, 'The requested response was not found')
  return found
}

/** @throws Refusal 400 when another response has the label */
function requireFreeLabel(label: string, others: ResponseSet['responses']): void {
  if (others.some((other) => other.label === label)) throw new Refusal(400, `"label": there is a response "${label}"`)
}

// INFERRED: what writes to single responses of a set return.

export const createResponse: Handler = (context) => {
  const set = requireSet(context)
  const { label, short_label = '' } = parseSent(sentResponse, context.body)
  requireFreeLabel(label, set.responses)
  const at = new Date(context.tick()).toISOString()
  const made = { id: makeResponseId(set.responseset_id, label, at), label, short_label }
  keepSet(context, { ...set, updated_at: at, responses: [...set.responses, made] })
  return answerJson(made)
}

export const updateResponse: Handler = (context) => {
  const set = requireSet(context)
  const known = requireResponse(context, set)
  const { label, short_label = known.short_label } = parseSent(sentResponse, context.body)
  requireFreeLabel(
    label,
    set.responses.filter((other) => other !== known),
  )
  const changed = { id: known.id, label, short_label }
  const responses = set.responses.map((response) => (response === known ? changed : response))
  keepSet(context, { ...set, updated_at: new Date(context.tick()).toISOString(), responses })
  return answerJson(changed)
}

export const deleteResponse: Handler = (context) => {
  const set = requireSet(context)
  const known = requireResponse(context, set)
  const responses = set.responses.filter((response) => response !== known)
  keepSet(context, { ...set, updated_at: new Date(context.tick()).toISOString(), responses })
  return answerJson({})
}
