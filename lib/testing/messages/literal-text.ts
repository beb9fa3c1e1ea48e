import { readFileSync } from 'node:fs'
import type { Node } from 'oxc-parser'
import * as z from 'zod'
import { isTest } from '../sources'
import { sameEverywhere } from './same-everywhere'
import { type Code, lineAt, nameOf, parseCode, readStrings, walk } from './syntax'

/** A text written directly in a component, so that it is English in every language. */
export interface LiteralText {
  file: string
  line: number
  text: string
}

/** Attributes whose values people read or hear. */
const spokenAttributes =
  /^(?:aria-(?:label|description|roledescription|valuetext|placeholder)|title|placeholder|label|hint|description|alt|text)$/
/** Fields of objects that become such attributes, toasts, options and page titles. */
const spokenFields = /^(?:aria-label|title|placeholder|label|hint|description|alt|text)$/
/** The content of these is code. */
const codeElements = /^(?:code|pre|style|script)$/

/** Whether a text has words, besides those that are the same in every language. */
export const hasWords = (text: string): boolean => /\p{L}/u.test(text.replaceAll(sameEverywhere, ''))

/**
 * Distinguishes a sentence or a name from a message key or another identifier: those have no spaces and begin with a small
 * letter.
 */
const isProse = (text: string) => /\s/.test(text.trim()) || /^\p{Lu}/u.test(text)

const fieldName = (key: Node) => nameOf(key) ?? readStrings(key).texts[0] ?? ''

const textsOf = (node: Node) => {
  const { texts, templates } = readStrings(node)
  return [...texts, ...templates.map((parts) => parts.map((part) => part ?? '…').join(''))]
}

/** Finds literal text between tags, in attributes that people read, and in fields such as the `title` of a toast. */
export function findLiteralTexts(code: Code): LiteralText[] {
  const found: LiteralText[] = []
  const add = (node: Node, texts: readonly string[]) => {
    for (const text of texts)
      if (hasWords(text))
        found.push({ file: code.file, line: lineAt(code.text, node.start), text: text.trim().replaceAll(/\s+/g, ' ') })
  }
  const readChildren = (children: readonly Node[]) => {
    for (const child of children) {
      if (child.type === 'JSXText') add(child, [child.value])
      if (child.type === 'JSXExpressionContainer') add(child, textsOf(child.expression))
    }
  }
  walk(parseCode(code), (node) => {
    if (node.type === 'JSXFragment') readChildren(node.children)
    else if (node.type === 'JSXElement') {
      if (!codeElements.test(nameOf(node.openingElement.name) ?? '')) readChildren(node.children)
    } else if (node.type === 'JSXAttribute') {
      const name = node.name.type === 'JSXIdentifier' ? node.name.name : ''
      if (spokenAttributes.test(name) && node.value !== null)
        add(node, textsOf(node.value.type === 'JSXExpressionContainer' ? node.value.expression : node.value))
    } else if (node.type === 'Property' && !node.computed && spokenFields.test(fieldName(node.key)))
      add(node, textsOf(node.value).filter(isProse))
    return undefined
  })
  return found
}

/** Finds errors whose text is written where they are thrown. */
export function findLiteralErrors(code: Code): LiteralText[] {
  const found: LiteralText[] = []
  if (!code.text.includes('new AppError(')) return found
  walk(parseCode(code), (node) => {
    if (node.type !== 'NewExpression' || nameOf(node.callee) !== 'AppError' || node.arguments[1] === undefined)
      return undefined
    for (const text of textsOf(node.arguments[1]))
      if (hasWords(text) && isProse(text)) found.push({ file: code.file, line: lineAt(code.text, node.start), text })
    return undefined
  })
  return found
}

const sentence = /^\p{Lu}[^\n]*\s[^\n]*\s[^\n]*[.!?]$/u
/** Texts for operators, for readers of the API's description, and of the service itself, which are English. */
const englishPlaces = /^lib\/(?:backup|db|explorer|launch|metrics|openapi|service\/endpoints|standin|testing)\//
const describing = new Set(['describe', 'meta'])

/** Finds whole sentences of three words or more, wherever they are, but not in descriptions of schemas. */
export function findSentences(code: Code): LiteralText[] {
  const found: LiteralText[] = []
  walk(parseCode(code), (node) => {
    if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression')
      return describing.has(nameOf(node.callee.property) ?? '') ? false : undefined
    if (node.type !== 'Literal' && node.type !== 'TemplateLiteral') return undefined
    for (const text of textsOf(node))
      if (sentence.test(text)) found.push({ file: code.file, line: lineAt(code.text, node.start), text })
    return undefined
  })
  return found
}

/** Checks of zod that take a text to show for a value that they refuse. */
const zodChecks = /^(?:min|max|length|regex|refine|literal|email|uuid|startsWith|check)$/

/** Finds texts in checks of input, because the value's field would show them in every language. */
export function findLiteralChecks(code: Code): LiteralText[] {
  const found: LiteralText[] = []
  if (!code.text.includes("from 'zod'")) return found
  const add = (node: Node) => {
    for (const text of textsOf(node))
      if (hasWords(text) && isProse(text)) found.push({ file: code.file, line: lineAt(code.text, node.start), text })
  }
  walk(parseCode(code), (node) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined
    if (!zodChecks.test(nameOf(node.callee.property) ?? '')) return undefined
    for (const argument of node.arguments.slice(1))
      if (argument.type !== 'ObjectExpression') add(argument)
      else
        for (const property of argument.properties)
          if (property.type === 'Property' && fieldName(property.key) === 'error') add(property.value)
    return undefined
  })
  return found
}

const isSchema = ({ file }: Code) =>
  /^lib\/(?!testing\/|standin\/|service\/).*(?:schema|ids)\.ts$/.test(file) && !isTest(file)
const isShown = ({ file }: Code) => /^(?:app|components)\/.*\.tsx$/.test(file) && !isTest(file)
const isLibrary = ({ file }: Code) =>
  /^lib\/.*\.ts$/.test(file) && !englishPlaces.test(file) && !isTest(file) && !/\/testing(?:-[^/]*)?\.ts$/.test(file)
const isServer = ({ file }: Code) =>
  /^(?:app|lib)\/(?!testing\/).*\.ts$/.test(file) && !isTest(file) && !/\/testing(?:-[^/]*)?\.ts$/.test(file)

/** Literal texts of all components and pages, and of errors of the server, by file. */
export function listLiteralTexts(codes: readonly Code[]): Map<string, LiteralText[]> {
  const byFile = [
    ...codes.filter(isShown).map((code): [string, LiteralText[]] => [code.file, findLiteralTexts(code)]),
    ...codes.filter(isSchema).map((code): [string, LiteralText[]] => [code.file, findLiteralChecks(code)]),
    ...codes.filter(isServer).map((code): [string, LiteralText[]] => [code.file, findLiteralErrors(code)]),
    ...codes.filter(isLibrary).map((code): [string, LiteralText[]] => [code.file, findSentences(code)]),
  ]
  const found = new Map<string, LiteralText[]>()
  for (const [file, texts] of byFile) if (texts.length > 0) found.set(file, [...(found.get(file) ?? []), ...texts])
  return found
}

/** Files that may contain literal text permanently: how many, and why. */
export const literalForGood: Readonly<Record<string, { texts: number; why: string }>> = {
  'app/global-error.tsx': {
    texts: 5,
    why: 'it replaces the whole document when its root broke, and has no messages',
  },
  'components/api-tokens/token-list.tsx': { texts: 1, why: 'how a token begins' },
  'components/people/invite-dialog.tsx': { texts: 1, why: 'an example of an address with a name' },
  'lib/activity/chain/verify.ts': { texts: 8, why: 'what npm run verify-log prints' },
  'lib/asset-changes/texts.ts': { texts: 1, why: 'as earlier releases stored it' },
  'lib/status-groups/starters.ts': { texts: 6, why: 'content that a group starts with, which people change' },
  'lib/user-jobs/job/notes.ts': { texts: 5, why: 'as earlier releases stored them' },
  'components/status-groups/dialogs/import-dialog.tsx': { texts: 1, why: 'an example of a file' },
}

export const waitingFile = 'lib/testing/messages/literal-files.json'
/**
 * Files whose texts are not in the catalog yet, with their maximum number. The list only gets shorter:
 * `npm run messages -- --prune`.
 */
export type Waiting = Readonly<Record<string, number>>
export const readWaiting = (): Waiting =>
  z.record(z.string(), z.number()).parse(JSON.parse(readFileSync(waitingFile, 'utf8')))

type Found = ReadonlyMap<string, readonly LiteralText[]>

/** The list without finished files and texts. */
export const pruneWaiting = (found: Found, waiting: Waiting): Waiting =>
  Object.fromEntries(
    Object.entries(waiting)
      .map(([file, count]): [string, number] => [file, Math.min(count, found.get(file)?.length ?? 0)])
      .filter(([, count]) => count > 0),
  )

/** Literal texts outside of the files that may contain them, and files that may contain some but have none. */
export function checkLiteralTexts(found: Found, waiting: Waiting): string[] {
  const literal = [...found]
    .filter(([file, texts]) => texts.length > (waiting[file] ?? literalForGood[file]?.texts ?? 0))
    .flatMap(([file, texts]) => texts.map(({ line, text }) => `${file}:${line}: "${text}" is not in the catalog`))
  const stale = [...Object.keys(waiting), ...Object.keys(literalForGood)]
    .filter((file) => !found.has(file))
    .map((file) => `${file}: has no literal text, so take it off the list (npm run messages -- --prune)`)
  return [...literal, ...stale]
}
