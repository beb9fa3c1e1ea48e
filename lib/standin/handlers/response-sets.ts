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

/** The demo's sets as they are by now, then those that were made. */
const allSets = ({ records }: HandlerContext): ResponseSet[] => [
  ...new Map([...demoSets, ...records.sets()].map((set) => [set.responseset_id, set])).values(),
]

function requireSet(context: HandlerContext): ResponseSet {
  const set = allSets(context).find(({ responseset_id }) => responseset_id === context.params['id'])
  if (!set) throw new Refusal(404, 'The requested response set was not found')
  return set
}

const sent = z.looseObject({
  name: sentName,
  responses: z
    .array(z.looseObject({ label: sentName, short_label: z.string().optional() }))
    .min(1)
    .max(2_000),
})

/** The responses of a set; a label that is there keeps its id. @throws Refusal 400 for a label that comes twice */
function makeResponses(
  setId: string,
  asked: z.infer<typeof sent>['responses'],
  before: ResponseSet['responses'],
): ResponseSet['responses'] {
  const labels = new Set(asked.map(({ label }) => label))
  if (labels.size < asked.length) throw new Refusal(400, '"responses" has the same label twice')
  return asked.map(({ label, short_label }) => {
    const known = before.find((response) => response.label === label)
    return {
      id: known?.id ?? makeUuid(hashText(setId), hashText(label), 3),
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
  const set = { responseset_id: id, name, created_at: at, updated_at: at, responses: makeResponses(id, responses, []) }
  context.records.change({ do: 'put-set', set })
  return answerJson(set)
}

export const updateResponseSet: Handler = (context) => {
  const known = requireSet(context)
  const { name, responses } = parseSent(sent, context.body)
  const set = {
    ...known,
    name,
    updated_at: new Date(context.tick()).toISOString(),
    responses: makeResponses(known.responseset_id, responses, known.responses),
  }
  context.records.change({ do: 'put-set', set })
  return answerJson(set)
}
