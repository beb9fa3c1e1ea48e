import type { Mention } from './comments-schema'

/** A part of a comment with its position: plain text, or a mention. */
export type CommentPart = { at: number; text: string } & ({ kind: 'text' } | { kind: 'mention'; userId: string })

const escapePattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/**
 * Matches `@name` of these people, the longest name first, so that "@Ann Lee" is not read as "@Ann" followed by text.
 */
function createPattern(mentions: readonly Mention[]): RegExp | null {
  const names = mentions.map(({ name }) => name).filter((name) => name !== '')
  if (names.length === 0) return null
  const sorted = names.toSorted((a, b) => b.length - a.length).map(escapePattern)
  return new RegExp(`(?<![\\p{L}\\p{N}_])@(${sorted.join('|')})(?![\\p{L}\\p{N}_])`, 'gu')
}

/** Splits the text of a comment at its mentions. The joined parts are the text. */
export function splitComment(body: string, mentions: readonly Mention[]): CommentPart[] {
  const pattern = createPattern(mentions)
  if (pattern === null) return [{ kind: 'text', at: 0, text: body }]
  const parts: CommentPart[] = []
  let from = 0
  for (const match of body.matchAll(pattern)) {
    const userId = mentions.find(({ name }) => name === match[1])?.userId
    if (userId === undefined) continue
    if (match.index > from) parts.push({ kind: 'text', at: from, text: body.slice(from, match.index) })
    parts.push({ kind: 'mention', at: match.index, text: match[0], userId })
    from = match.index + match[0].length
  }
  if (from < body.length) parts.push({ kind: 'text', at: from, text: body.slice(from) })
  return parts
}

/** The people whose `@name` is in the text. If two people have the same name, both are returned. */
export function findMentioned<Person extends Mention>(body: string, people: readonly Person[]): Person[] {
  const names = new Set(splitComment(body, people).flatMap(({ kind, text }) => (kind === 'mention' ? [text] : [])))
  return people.filter(({ name }) => names.has(`@${name}`))
}

/**
 * The mention that is being typed before the caret: the position of its `@` and the text after it; null if there is
 * none.
 */
export function findTypedMention(text: string, caret: number): { at: number; query: string } | null {
  const match = /(?:^|[\s(])@([\p{L}\p{N}.'’-]*(?: [\p{L}\p{N}.'’-]*)?)$/u.exec(text.slice(0, caret))
  const query = match?.[1]
  return query === undefined ? null : { at: caret - query.length - 1, query }
}
