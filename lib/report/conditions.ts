import { asList, asRecord, asText, type JsonRecord } from './read'

/**
 * The conditions that the service's apps write, by the value of `options.condition`. Ids and meanings are those in the
 * vendor's Python exporter. `…` is the place of the values; a sentence without `…` takes no values.
 */
const sentences: Readonly<Record<string, string>> = {
  // question
  '3f206180-e4f6-11e1-aff1-0800200c9a66': 'an answer is chosen',
  '3f206181-e4f6-11e1-aff1-0800200c9a66': 'no answer is chosen',
  '3f206182-e4f6-11e1-aff1-0800200c9a66': 'the answer is …',
  '3f206183-e4f6-11e1-aff1-0800200c9a66': 'the answer is not …',
  '3f206184-e4f6-11e1-aff1-0800200c9a66': 'the answer is …',
  '3f206185-e4f6-11e1-aff1-0800200c9a66': 'the answer is not …',
  // list
  '35f6c130-e500-11e1-aff1-0800200c9a66': 'an answer is chosen',
  '35f6c131-e500-11e1-aff1-0800200c9a66': 'no answer is chosen',
  '35f6c132-e500-11e1-aff1-0800200c9a66': 'the answer is …',
  '35f6c133-e500-11e1-aff1-0800200c9a66': 'the answer is not …',
  '35f6c134-e500-11e1-aff1-0800200c9a66': 'the answer is …',
  '35f6c135-e500-11e1-aff1-0800200c9a66': 'the answer is not …',
  // slider
  'cda7c330-e500-11e1-aff1-0800200c9a66': 'the value is less than …',
  'cda7c331-e500-11e1-aff1-0800200c9a66': 'the value is at most …',
  'cda7c332-e500-11e1-aff1-0800200c9a66': 'the value is …',
  'cda7c333-e500-11e1-aff1-0800200c9a66': 'the value is not …',
  'cda7c334-e500-11e1-aff1-0800200c9a66': 'the value is at least …',
  'cda7c335-e500-11e1-aff1-0800200c9a66': 'the value is more than …',
  'cda7c336-e500-11e1-aff1-0800200c9a66': 'the value is between …',
  'cda7c337-e500-11e1-aff1-0800200c9a66': 'the value is not between …',
  // checkbox and switch
  '4e671f40-e4ff-11e1-aff1-0800200c9a66': 'it is checked',
  '4e671f41-e4ff-11e1-aff1-0800200c9a66': 'it is not checked',
  '3d346f00-e501-11e1-aff1-0800200c9a66': 'it is on',
  '3d346f01-e501-11e1-aff1-0800200c9a66': 'it is off',
  // text and textsingle
  '7c441470-e501-11e1-aff1-0800200c9a66': 'the text is …',
  '7c441471-e501-11e1-aff1-0800200c9a66': 'the text is not …',
  '6ff300f0-e501-11e1-aff1-0800200c9a66': 'the text is …',
  '6ff300f1-e501-11e1-aff1-0800200c9a66': 'the text is not …',
  // signature
  '831f8ff0-e500-11e1-aff1-0800200c9a66': 'it is signed',
  '831f8ff1-e500-11e1-aff1-0800200c9a66': 'it is not signed',
  '831f8ff2-e500-11e1-aff1-0800200c9a66': 'the name signed is …',
  '831f8ff3-e500-11e1-aff1-0800200c9a66': 'the name signed is not …',
  // scanner
  '8259d900-12e3-11e4-9191-0800200c9a66': 'the code is …',
  '8259d901-12e3-11e4-9191-0800200c9a66': 'the code is not …',
}

/** Conditions that begin with this compare numbers, which are written without quotes. */
const numeric = 'cda7c33'
/** The words for a condition on a text that has no value; INFERRED from documents whose condition was true. */
const emptyWords = 'empty'

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

/** Describes a condition in words that follow "if" or "because"; null when this version does not know the condition. */
export function describeCondition(options: JsonRecord, labels: ResponseLabels): string | null {
  const id = asText(options['condition'])?.toLowerCase() ?? ''
  const sentence = Object.hasOwn(sentences, id) ? sentences[id] : undefined
  if (sentence === undefined) return null
  if (!sentence.includes('…')) return sentence
  const values = asList(options['values']).flatMap((value) => asText(value) ?? [])
  const isBetween = sentence.includes('between')
  if (values.length === 0) return sentence.includes('text') ? sentence.replace('…', emptyWords) : null
  const named = values.map((value) => nameValue(value, labels, id.startsWith(numeric)))
  return sentence.replace('…', () => (isBetween ? named.join(' and ') : listOf(named)))
}

function nameValue(value: string, labels: ResponseLabels, isNumeric: boolean): string {
  if (isNumeric) return value
  const id = value.toLowerCase()
  const label = labels.get(id) ?? (Object.hasOwn(standardResponses, id) ? standardResponses[id] : undefined)
  return `“${label ?? value}”`
}

function listOf(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`
}
