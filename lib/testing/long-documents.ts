/** Documents far longer than people create, for tests and benches. Each is a patch for a usual document. */

const failing = { id: 'no', label: 'No', colour: '200,30,30' }
const passing = { id: 'yes', label: 'Yes', colour: '30,160,30' }

function question(number: number, parentId: string) {
  const isText = number % 7 === 0
  const hasFailed = !isText && number % 11 === 0
  return {
    item_id: `item-${number}`,
    parent_id: parentId,
    type: isText ? 'text' : 'question',
    label: isText ? `Remarks on bay ${number}` : `Is the guard of machine ${number} in place?`,
    ...(isText ? {} : { scoring: { score: hasFailed ? 0 : 1, max_score: 1, score_percentage: hasFailed ? 0 : 100 } }),
    options: { failed_responses: ['no'] },
    responses: isText
      ? { text: `Bay ${number}: the pump was running, no leak was seen and the gauge read ${number % 90} bar.` }
      : { selected: [hasFailed ? failing : passing] },
  }
}

/** `count` items, with a section for each `sectionSize` of them (the section is one of them). Keys: `item-1` and so on. */
export function longDocument(count: number, sectionSize = 100) {
  const items = Array.from({ length: count }, (_, number) => {
    const section = Math.floor(number / sectionSize)
    return number % sectionSize === 0
      ? { item_id: `section-${section}`, type: 'section', label: `Hall ${section}` }
      : question(number, `section-${section}`)
  })
  return { items }
}

/** A chain of `depth` items, each the child of the previous one: entries of repeated groups, conditions and questions. */
export function deepDocument(depth: number) {
  const types = ['dynamicfield', 'element', 'question', 'smartfield'] as const
  const items = Array.from({ length: depth }, (_, level) => ({
    item_id: `item-${level}`,
    ...(level === 0 ? {} : { parent_id: `item-${level - 1}` }),
    type: types[level % types.length],
    label: `Level ${level}`,
    evaluation: true,
  }))
  return { items }
}

/** One section with an answer of `length` characters. */
export function longTextDocument(length: number) {
  const text = 'The pump was running and no leak was seen. '.repeat(Math.ceil(length / 43)).slice(0, length)
  return {
    items: [
      { item_id: 'section-0', type: 'section', label: 'Hall 0' },
      { item_id: 'item-1', parent_id: 'section-0', type: 'text', label: 'Remarks', responses: { text } },
      { item_id: 'item-2', parent_id: 'section-0', type: 'text', label: 'Name', responses: { text: 'Robin' } },
    ],
  }
}

/** A title of `length` characters, without a space for a line break. */
export function longTitleDocument(length: number) {
  return { audit_data: { name: 'W'.repeat(length) }, items: longDocument(10).items }
}
