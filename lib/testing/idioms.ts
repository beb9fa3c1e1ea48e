/**
 * Idioms that once occurred in hundreds of comments and test names and made readers stop, with what to write instead. They are
 * refused in comments, names of tests, documents and English messages. docs/glossary.md has the full list of words to avoid.
 */
export const idioms: ReadonlyArray<{ pattern: RegExp; use: string }> = [
  { pattern: /\banew\b/i, use: 'again' },
  { pattern: /\bof now\b|\bby now\b/i, use: 'current, now' },
  { pattern: /\bmeanwhile\b/i, use: 'since then, in the meantime' },
  { pattern: /\bmend(?:s|ed)?\b/i, use: 'fix' },
  { pattern: /\bwhat (?:became|becomes|came|comes) of\b/i, use: 'result, outcome' },
  { pattern: /\bhead lines?\b/i, use: 'header row' },
  { pattern: /\bbrought in\b/i, use: 'imported' },
  { pattern: /\b(?:is|are|was|were) so already\b/i, use: 'unchanged' },
  { pattern: /\bstands? (?:here|there|so|beside)\b|\bstood\b/i, use: 'is, is shown, is listed' },
  { pattern: /\bpass(?:ed|es) over\b/i, use: 'skipped' },
  { pattern: /\bnobody has\b/i, use: 'not yet' },
  { pattern: /\b(?:is|are|was|were|be) told\b|\btold of\b/i, use: 'is notified, receives, is shown' },
  { pattern: /\btells (?:of|that|whether|what|how|by)\b/i, use: 'reports, shows' },
  { pattern: /\bhears? (?:of|it)\b/i, use: 'is notified, receives' },
  { pattern: /\b(?:is|are|was|were) asked for\b/i, use: 'is requested, is required' },
  { pattern: /\bgo(?:es)? on\b|\bwent on\b/i, use: 'continue' },
  { pattern: /\bgone by\b|\b(?:is|are) gone\b/i, use: 'past, deleted, ended' },
  { pattern: /\bwhoever\b/i, use: 'the person who, everyone who' },
  { pattern: /\bfull compares?\b/i, use: 'full reconciliation' },
  { pattern: /\bcolour/i, use: 'color' },
  { pattern: /\bfor ever\b/i, use: 'forever' },
]

/** A piece of prose: a comment, the name of a test, or a line of a document. */
export interface Prose {
  line: number
  text: string
}

const comment = /\/\*[^]*?\*\/|(?<=^|\s)\/\/ .*$/gm
const testName =
  /(?:\b(?:it|test|describe)(?:\.\w+)?|\]\))\(\s*(?<quote>['"`])(?<name>(?:\\.|(?!\k<quote>)[^])*)\k<quote>/g

/** The comments and the names of tests in a source file. */
export function readProse(source: string): Prose[] {
  const lineAt = (index: number) => source.slice(0, index).split('\n').length
  const comments = [...source.matchAll(comment)].map(({ index, 0: text }) => ({ line: lineAt(index), text }))
  const names = [...source.matchAll(testName)].map(({ index, groups }) => ({
    line: lineAt(index),
    text: groups?.['name'] ?? '',
  }))
  return [...comments, ...names].map(({ line, text }) => ({ line, text: text.replace(/\s+(?:\*|\/\/)?\s*/g, ' ') }))
}

/** The idioms in some prose, one line each. */
export function findIdioms(file: string, prose: readonly Prose[]): string[] {
  return prose.flatMap(({ line, text }) =>
    idioms
      .filter(({ pattern }) => pattern.test(text))
      .map(({ pattern, use }) => `${file}:${line}: “${pattern.exec(text)?.[0] ?? ''}”, write: ${use}`),
  )
}
