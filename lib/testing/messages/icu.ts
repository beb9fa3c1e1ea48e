import {
  isArgumentElement,
  isDateElement,
  isLiteralElement,
  isNumberElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  isTagElement,
  isTimeElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser'

export type Elements = readonly MessageFormatElement[]

/** Parses a message, or returns why it cannot be parsed. `findMissingOther` checks for a missing `other`. */
export function parseMessage(text: string): { elements: Elements } | { problem: string } {
  try {
    return { elements: parse(text, { captureLocation: true, requiresOtherClause: false }) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

const branchesOf = (element: MessageFormatElement): [string, Elements][] => {
  if (isPluralElement(element) || isSelectElement(element))
    return Object.entries(element.options).map(([name, { value }]) => [name, value])
  return isTagElement(element) ? [['', element.children]] : []
}

/** Every element of a message, including those inside tags and branches. */
export function listElements(elements: Elements): MessageFormatElement[] {
  return elements.flatMap((element) => [
    element,
    ...branchesOf(element).flatMap(([, children]) => listElements(children)),
  ])
}

/** The arguments whose branches have no `other`. */
export const findMissingOther = (elements: Elements): string[] =>
  listElements(elements).flatMap((element) =>
    (isPluralElement(element) || isSelectElement(element)) && !('other' in element.options) ? [element.value] : [],
  )

function kindOf(element: MessageFormatElement): string | null {
  // One language may need a plural where another only shows the number.
  if (isPluralElement(element) || isNumberElement(element)) return 'number'
  if (isDateElement(element) || isTimeElement(element)) return 'date'
  if (isSelectElement(element)) return `one of ${Object.keys(element.options).toSorted().join(', ')}`
  if (isTagElement(element)) return 'tag'
  return isArgumentElement(element) ? 'value' : null
}

/**
 * The values that a message needs: each argument with its kind, and each tag. A name used twice has its more specific kind.
 */
export function readArguments(elements: Elements): Map<string, string> {
  const found = new Map<string, string>()
  for (const element of listElements(elements)) {
    const kind = kindOf(element)
    if (kind === null || isPoundElement(element) || isLiteralElement(element)) continue
    const name = isTagElement(element) ? `<${element.value}>` : element.value
    if (kind !== 'value' || !found.has(name)) found.set(name, kind)
  }
  return found
}

const combinationsMax = 1_000
/** Stands for an argument in a text: one character that is not a letter. */
const anyValue = '\uFFFC'

/** All possible texts of a message, one for each combination of branches. Each argument is one character. */
export function listTexts(elements: Elements): string[] {
  let texts = ['']
  for (const element of elements) {
    const branches = branchesOf(element)
    const nexts = isLiteralElement(element)
      ? [element.value]
      : branches.length > 0
        ? // A tag without content is a component with its own text, such as a time.
          branches.flatMap(([, children]) =>
            children.length === 0 && isTagElement(element) ? [anyValue] : listTexts(children),
          )
        : [isPoundElement(element) ? '#' : anyValue]
    texts = texts.flatMap((text) => nexts.map((next) => text + next)).slice(0, combinationsMax)
  }
  return texts
}
