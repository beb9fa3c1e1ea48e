import { serverText } from '@/lib/server-text'
import { asList, asRecord, asText, type JsonRecord } from './read'

/**
 * The conditions that the service's apps write, by the value of `options.condition`: keys of `server.report.conditions`
 * in the message catalog. Ids and meanings are those in the vendor's Python exporter.
 */
const conditions = {
  // question
  '3f206180-e4f6-11e1-aff1-0800200c9a66': 'chosen',
  '3f206181-e4f6-11e1-aff1-0800200c9a66': 'notChosen',
  '3f206182-e4f6-11e1-aff1-0800200c9a66': 'answerIs',
  '3f206183-e4f6-11e1-aff1-0800200c9a66': 'answerIsNot',
  '3f206184-e4f6-11e1-aff1-0800200c9a66': 'answerIs',
  '3f206185-e4f6-11e1-aff1-0800200c9a66': 'answerIsNot',
  // list
  '35f6c130-e500-11e1-aff1-0800200c9a66': 'chosen',
  '35f6c131-e500-11e1-aff1-0800200c9a66': 'notChosen',
  '35f6c132-e500-11e1-aff1-0800200c9a66': 'answerIs',
  '35f6c133-e500-11e1-aff1-0800200c9a66': 'answerIsNot',
  '35f6c134-e500-11e1-aff1-0800200c9a66': 'answerIs',
  '35f6c135-e500-11e1-aff1-0800200c9a66': 'answerIsNot',
  // slider
  'cda7c330-e500-11e1-aff1-0800200c9a66': 'less',
  'cda7c331-e500-11e1-aff1-0800200c9a66': 'atMost',
  'cda7c332-e500-11e1-aff1-0800200c9a66': 'valueIs',
  'cda7c333-e500-11e1-aff1-0800200c9a66': 'valueIsNot',
  'cda7c334-e500-11e1-aff1-0800200c9a66': 'atLeast',
  'cda7c335-e500-11e1-aff1-0800200c9a66': 'more',
  'cda7c336-e500-11e1-aff1-0800200c9a66': 'between',
  'cda7c337-e500-11e1-aff1-0800200c9a66': 'notBetween',
  // checkbox and switch
  '4e671f40-e4ff-11e1-aff1-0800200c9a66': 'checked',
  '4e671f41-e4ff-11e1-aff1-0800200c9a66': 'notChecked',
  '3d346f00-e501-11e1-aff1-0800200c9a66': 'on',
  '3d346f01-e501-11e1-aff1-0800200c9a66': 'off',
  // text and textsingle
  '7c441470-e501-11e1-aff1-0800200c9a66': 'textIs',
  '7c441471-e501-11e1-aff1-0800200c9a66': 'textIsNot',
  '6ff300f0-e501-11e1-aff1-0800200c9a66': 'textIs',
  '6ff300f1-e501-11e1-aff1-0800200c9a66': 'textIsNot',
  // signature
  '831f8ff0-e500-11e1-aff1-0800200c9a66': 'signed',
  '831f8ff1-e500-11e1-aff1-0800200c9a66': 'notSigned',
  '831f8ff2-e500-11e1-aff1-0800200c9a66': 'nameIs',
  '831f8ff3-e500-11e1-aff1-0800200c9a66': 'nameIsNot',
  // scanner
  '8259d900-12e3-11e4-9191-0800200c9a66': 'codeIs',
  '8259d901-12e3-11e4-9191-0800200c9a66': 'codeIsNot',
} as const
const isKnown = (id: string): id is keyof typeof conditions => Object.hasOwn(conditions, id)

/** Conditions that begin with this compare numbers, which are written without quotes. */
const numeric = 'cda7c33'

/** Responses that every account has. Documents do not always include their response sets. */
const standardResponses: Readonly<Record<string, string>> = {
  '8bcfbf00-e11b-11e1-9b23-0800200c9a66': 'Yes',
  '8bcfbf01-e11b-11e1-9b23-0800200c9a66': 'No',
  '8bcfbf02-e11b-11e1-9b23-0800200c9a66': 'N/A',
  'b5c92350-e11b-11e1-9b23-0800200c9a66': 'Safe',
  'b5c92351-e11b-11e1-9b23-0800200c9a66': 'At Risk',
  'b5c92352-e11b-11e1-9b23-0800200c9a66': 'N/A',
}

/** Labels of a template's responses, by id in lowercase. */
export type ResponseLabels = ReadonlyMap<string, string>

/** The labels of all response sets in `template_data`. */
export function readResponseLabels(template: JsonRecord): ResponseLabels {
  const labels = new Map<string, string>()
  for (const set of Object.values(asRecord(template['response_sets'])))
    for (const entry of asList(asRecord(set)['responses'])) {
      const response = asRecord(entry)
      const [id, label] = [asText(response['id']), asText(response['label']) ?? asText(response['short_label'])]
      if (id !== null && label !== null) labels.set(id.toLowerCase(), label)
    }
  return labels
}

/**
 * Describes a condition in words that follow "if" or "because", as a server text; null when this version does not know
 * the condition.
 */
export function describeCondition(options: JsonRecord, labels: ResponseLabels): string | null {
  const id = asText(options['condition'])?.toLowerCase() ?? ''
  if (!isKnown(id)) return null
  const condition = conditions[id]
  const values = asList(options['values']).flatMap((value) => asText(value) ?? [])
  const [first, second] = values
  switch (condition) {
    case 'chosen':
    case 'notChosen':
    case 'checked':
    case 'notChecked':
    case 'on':
    case 'off':
    case 'signed':
    case 'notSigned':
      return serverText(`report.conditions.${condition}`)
    case 'between':
    case 'notBetween':
      return first === undefined || second === undefined
        ? null
        : serverText(`report.conditions.${condition}`, { low: first, high: second })
    case 'textIs':
    case 'textIsNot':
      // INFERRED from documents whose condition was true: without a value, the text is compared with an empty one.
      if (first === undefined) return serverText(`report.conditions.${condition}Empty`)
      break
    default:
      if (first === undefined) return null
  }
  const named = values.map((value) => nameValue(value, labels, id.startsWith(numeric)))
  return serverText(`report.conditions.${condition}`, { value: listOf(named) })
}

function nameValue(value: string, labels: ResponseLabels, isNumeric: boolean): string {
  if (isNumeric) return value
  const id = value.toLowerCase()
  const label = labels.get(id) ?? (Object.hasOwn(standardResponses, id) ? standardResponses[id] : undefined)
  return serverText('report.conditions.quoted', { value: label ?? value })
}

function listOf(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  if (names.length < 2) return last
  return serverText('report.conditions.or', { others: names.slice(0, -1).join(', '), last })
}
