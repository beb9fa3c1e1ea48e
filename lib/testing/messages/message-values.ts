import type { Catalog } from './catalog-files'
import { parseMessage, readArguments } from './icu'
import { escapePattern, joinKey, type MessageCall, type MessageUse, type Parts } from './message-use'

const patternOf = (parts: Parts) =>
  new RegExp(`^${parts.map((part) => (part === null ? '[^.]+' : escapePattern(part))).join('')}$`)

/**
 * The names of the values and tags that a message needs from its caller. The name of the service is already filled in.
 */
function readNeeded(message: string): string[] {
  const parsed = parseMessage(message)
  return 'problem' in parsed
    ? []
    : [...readArguments(parsed.elements).keys()]
        .filter((name) => name !== 'service')
        .map((name) => name.replaceAll(/[<>]/g, ''))
}

/** Problems with the values of a call, if its translator has this namespace; null when it then reads no message. */
function checkCall(en: Catalog, namespace: string, { keys, templates, given }: MessageCall): string[] | null {
  if (given === null) return null
  const named = keys.map((key) => joinKey(namespace, key)).filter((key) => en.has(key))
  const patterns = templates.map((parts) => patternOf([joinKey(namespace, ''), ...parts]))
  const matched = [...en.keys()].filter((key) => patterns.some((pattern) => pattern.test(key)))
  const [first] = [...named, ...matched]
  if (first === undefined) return null
  const lackingOf = (key: string) => readNeeded(en.get(key) ?? '').filter((name) => !given.includes(name))
  const lacking = named.flatMap((key) => lackingOf(key).map((name) => `gives no "${name}" to ${key}`))
  // Types decide which messages a template reads, so one matching message is enough.
  const unfit = matched.length > 0 && matched.every((key) => lackingOf(key).length > 0)
  const needed = new Set([...named, ...matched].flatMap((key) => readNeeded(en.get(key) ?? '')))
  const extra = given
    .filter((name) => !needed.has(name))
    .map((name) => `gives "${name}" to ${first}, which has no such value`)
  return [...lacking, ...(unfit ? [`gives too few values to ${matched.join(' and ')}`] : []), ...extra]
}

/**
 * Calls whose values do not fit their message, because the compiler does not compare them. A translator's name may have
 * several namespaces in a file; then the call must fit one of them.
 */
export function findWrongValues(en: Catalog, uses: readonly MessageUse[]): string[] {
  return uses.flatMap(({ file, calls }) =>
    calls.flatMap((call) => {
      const checked = call.namespaces
        .map((namespace) => checkCall(en, namespace, call))
        .filter((problems) => problems !== null)
      const best = checked.toSorted((a, b) => a.length - b.length)[0] ?? []
      return best.map((problem) => `${file}: ${problem}`)
    }),
  )
}
